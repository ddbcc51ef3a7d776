"""Which model a conversion names, which losses fail it, and which files it may write over."""

from __future__ import annotations

import json
import os
from typing import TYPE_CHECKING

import pytest
from tests.cli.conftest import LOSSY, PLAIN, PLAIN_TOY

from turnwire.documents import schemas
from turnwire.losses import LOSS_KINDS

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from click.testing import Result

    Command = Callable[..., Result]

LOSSES = (
    'a.json: /settings/model: degraded settings.model = "m"\n'
    'a.json: /history/0/content/1: dropped refusal = {"type": "refusal", "text": "no"}\n'
)

STRICT = [
    ("--fail-on-loss", 1, ""),
    ("--fail-on-loss=dropped,degraded,invented,reshaped", 1, ""),
    ("--fail-on-loss=dropped", 1, "not allowed: dropped refusal\n"),
    ("--fail-on-loss=invented,reshaped", 0, ""),
    ("--fail-on-loss --allow refusal", 1, "not allowed: degraded settings.model\n"),
    ("--fail-on-loss --allow dropped", 1, "not allowed: degraded settings.model\n"),
    ("--fail-on-loss --allow refusal --allow settings.model", 0, ""),
    ("--fail-on-loss --allow refusal,degraded", 0, ""),
    ("--fail-on-loss --allow refusal --allow settings", 0, ""),
    ("--fail-on-loss=degraded --allow refusal", 1, "not allowed: degraded settings.model\n"),
]


def test_a_name_that_allows_nothing_is_named(folder: Path, turnwire_command: Command) -> None:
    (folder / "a.json").write_text(LOSSY)
    found = turnwire_command("convert --to toy --fail-on-loss --allow refusal --allow nonsense a.json")
    assert found.stderr.endswith("--allow nonsense: nothing of that name was lost\n")


@pytest.mark.parametrize(("options", "code", "said"), STRICT)
def test_which_losses_fail_a_run(options: str, code: int, said: str, folder: Path, turnwire_command: Command) -> None:
    (folder / "a.json").write_text(LOSSY)
    found = turnwire_command(f"convert --to toy {options} a.json")
    assert (code, PLAIN_TOY + "\n", LOSSES + said) == (found.exit_code, found.stdout, found.stderr)
    assert "" == turnwire_command(f"convert --to toy {options} -q a.json").stderr


USAGE = [
    ("convert --to toy -o b.json --losses b.json a.json", "--losses and -o would both write b.json"),
    ("convert --to claude-sonnet-4-5 a.json", "is a model, not a dialect; did you mean anthropic_messages:claude-"),
    ("convert --to toy: a.json", "'toy:' names no model after the colon; say 'toy'"),
    ("convert --to toy --fail-on-loss dropped a.json", "'dropped' is read as a PATH; did you mean --fail-on-loss=drop"),
    ("convert --to toy -o both.json a.json b.jsonl", "-o both.json is one file, and there are 2 inputs"),
    (
        "convert --to toy --fail-on-loss=droped a.json",
        "there is no kind of loss 'droped'; there are dropped, degraded,",
    ),
    ("convert --to toy --allow refusal a.json", "--allow needs --fail-on-loss"),
    ("convert --force a.json", "--force needs --to"),
    ("convert --to toy --force -n -o b.json a.json", "--force and --no-clobber exclude each other"),
    ("convert --to toy --reasoning maybe a.json", "'maybe' is not one of 'native', 'text', 'drop'"),
    ("convert --to toy -o a.json a.json", "-o would write over a.json, which is read: name another place, or add --f"),
    ("convert --to toy -o b.jsonl a.json b.jsonl", "-o would write over b.jsonl, which is read"),
    ("convert --to toy -o . .", "-o would write over a.json, which is read"),
    ("convert --to toy -o link.json a.json", "-o would write over a.json, which is read"),
    ("convert --to toy -o hard.json a.json", "-o would write over a.json, which is read"),
    ("convert --to toy --losses a.json a.json", "--losses would write over a.json, which is read"),
    ("convert --to toy --force -o c.json --losses a.json a.json", "--losses would write over a.json"),
    ("price --reprice -o a.json a.json", "-o would write over a.json, which is read"),
    ("price --no-clobber a.json", "--no-clobber needs --reprice"),
    ("migrate -o a.json a.json", "-o would write over a.json, which is read: name another place, or say --in-place"),
]


@pytest.mark.parametrize(("line", "words"), USAGE)
def test_what_would_destroy_or_cannot_be_meant_is_refused_with_2(
    line: str, words: str, folder: Path, turnwire_command: Command
) -> None:
    for name in ("a.json", "b.jsonl"):
        (folder / name).write_text(PLAIN)
    (folder / "link.json").symlink_to("a.json")
    os.link(folder / "a.json", folder / "hard.json")
    found = turnwire_command(line)
    said = words if words in " ".join(found.stderr.split()) else found.stderr
    assert (2, "", words) == (found.exit_code, found.stdout, said)
    assert [PLAIN] * 4 == [path.read_text() for path in sorted(folder.iterdir())]


def test_force_writes_over_the_input(folder: Path, turnwire_command: Command) -> None:
    (folder / "a.json").write_text(LOSSY)
    assert 0 == turnwire_command("convert --to toy --force -o a.json a.json").exit_code
    assert PLAIN_TOY + "\n" == (folder / "a.json").read_text()


def test_a_folder_onto_itself_in_another_encoding_keeps_its_files(folder: Path, turnwire_command: Command) -> None:
    (folder / "a.yaml").write_text(PLAIN)
    assert 0 == turnwire_command("convert --to toy -o . .").exit_code
    assert [PLAIN_TOY + "\n", PLAIN] == [path.read_text() for path in sorted(folder.iterdir())]


def test_no_clobber_leaves_what_exists_and_does_the_rest(folder: Path, turnwire_command: Command) -> None:
    for name in ("in/a.json", "in/b.json", "out/a.json"):
        (folder / name).parent.mkdir(exist_ok=True)
        (folder / name).write_text(PLAIN)
    found = turnwire_command("convert --to toy -n -o out in")
    assert (1, "out/a.json: exists, skipped (--no-clobber)") == (found.exit_code, found.stderr.splitlines()[0])
    assert [PLAIN, PLAIN_TOY + "\n"] == [path.read_text() for path in sorted((folder / "out").iterdir())]
    (folder / "out" / "a.json").unlink()
    (folder / "out" / "b.json").unlink()
    assert 0 == turnwire_command("convert --to toy --no-clobber -o out in").exit_code


def test_the_model_of_the_target_is_the_one_that_the_output_names(folder: Path, turnwire_command: Command) -> None:
    (folder / "a.json").write_text(LOSSY)
    found = turnwire_command("convert --to turnwire:llama3.1:8b a.json")
    assert "llama3.1:8b" == json.loads(found.stdout)["settings"]["model"]


def test_the_kinds_of_loss_are_those_of_the_model() -> None:
    schema = json.loads(schemas.schema("loss"))
    assert set(LOSS_KINDS) == set(schema["$defs"]["LossKind"]["enum"])


HINTS = [
    ("convert --to toy b.json --kind response", "  hint: say what it is with --from\n"),
    ("convert --to toy b.json", "  hint: name its dialect and kind with --from and --kind\n"),
    ("convert --to toy two.json", "  hint: where each line is a document, add --jsonl\n"),
    (
        "convert --to toy c.binpb b.json",
        "  hint: add --kind\n  hint: name its dialect and kind with --from and --kind\n",
    ),
]


@pytest.mark.parametrize(("command", "said"), HINTS)
def test_what_to_do_at_a_command_line(command: str, said: str, folder: Path, turnwire_command: Command) -> None:
    (folder / "b.json").write_text('{"name": "left-pad"}')
    (folder / "two.json").write_text(f"{PLAIN}\n{PLAIN}\n")
    (folder / "c.binpb").write_bytes(b"")
    hints = [line for line in turnwire_command(command).stderr.splitlines(keepends=True) if line.startswith("  hint")]
    assert said == "".join(hints)


def test_a_reply_keeps_its_model(folder: Path, turnwire_command: Command) -> None:
    said = {"role": "assistant", "content": [{"type": "text", "text": "hi"}]}
    (folder / "reply.json").write_text(json.dumps({"candidates": [said], "model": "gpt-4.1"}))
    found = turnwire_command("convert --to turnwire:claude-sonnet-4-5 reply.json")
    assert "gpt-4.1" == json.loads(found.stdout)["model"]
