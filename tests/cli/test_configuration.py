"""The configuration of `turnwire validate`: where it is found, what it sets, and what is wrong with it."""

from __future__ import annotations

import json
import sys
from typing import TYPE_CHECKING

import pytest
from tests.docs.pages import ROOT

import turnwire.dialects
from turnwire.validation.configuration import Configuration

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from click.testing import Result

    Command = Callable[..., Result]

ODD = '{"model":"m","messages":[{"role":"wizard","content":"Hi."}],"temprature":1}'
DIALECTS = dict(turnwire.dialects.MODULES)


@pytest.fixture(autouse=True)
def _files(folder: Path, _two_dialects: None, monkeypatch: pytest.MonkeyPatch) -> None:
    """A document with an error TW204 and a warning TW203, here and in a folder."""
    monkeypatch.setattr(turnwire.dialects, "MODULES", DIALECTS)
    (folder / "sub").mkdir()
    (folder / "sub" / "a.json").write_text(ODD)
    (folder / "a.json").write_text(ODD)


def found(command: Command, line: str = "validate a.json") -> list[tuple[str, str]]:
    done = command(f"{line} --format json")
    return [(each["code"], each["severity"]) for report in json.loads(done.stdout) for each in report["diagnostics"]]


BOTH = [("TW204", "error"), ("TW203", "warning")]
SETTINGS = [
    ("", BOTH),
    ('select = ["TW203"]', BOTH[1:]),
    ('ignore = ["unknown-member"]', BOTH[:1]),
    ("strict = true", [("TW204", "error"), ("TW203", "error")]),
    ("strict = false", BOTH),
    ('layers = ["syntax"]', []),
    ('exclude = ["a.json"]', []),
    ('severity = {TW203 = "error"}', [("TW204", "error"), ("TW203", "error")]),
    ('[severity]\nunknown-member = "info"', [("TW204", "error"), ("TW203", "info")]),
    ('[severity]\nTW2 = "info"\nTW204 = "warning"', [("TW204", "warning"), ("TW203", "info")]),
    ('[per-file-ignores]\n"*.json" = ["TW2"]', []),
    ('[per-file-ignores]\n"a.json" = ["TW204"]', BOTH[1:]),
    ('[per-file-ignores]\n"b.json" = ["TW204"]', BOTH),
]


@pytest.mark.parametrize("name", ["turnwire.toml", "pyproject.toml"])
@pytest.mark.parametrize(("text", "expected"), SETTINGS)
def test_a_setting_is_the_default_of_an_option(
    name: str, text: str, expected: list[tuple[str, str]], folder: Path, turnwire_command: Command
) -> None:
    if name == "pyproject.toml":
        text = f"[tool.turnwire]\n{text}".replace("\n[severity]", "\n[tool.turnwire.severity]")
        text = text.replace("\n[per-file-ignores]", "\n[tool.turnwire.per-file-ignores]")
    (folder / name).write_text(text)
    assert expected == found(turnwire_command)
    assert BOTH == found(turnwire_command, "validate a.json --no-config")


def test_options_of_the_command_line_win(folder: Path, turnwire_command: Command) -> None:
    (folder / "turnwire.toml").write_text('select = ["TW203"]\nformat = "sarif"\nlayers = ["syntax"]')
    assert BOTH[:1] == found(turnwire_command, "validate a.json --select TW204 --layer schema")


def test_the_format_and_the_baseline_are_settings(
    folder: Path, turnwire_command: Command, monkeypatch: pytest.MonkeyPatch
) -> None:
    (folder / "turnwire.toml").write_text('format = "concise"\nbaseline = "known.json"')
    (folder / "known.json").write_text('{"format": "turnwire-baseline/1", "findings": []}')
    assert turnwire_command("validate a.json").stdout.startswith("a.json:1:34: error: /messages/0/role: ")
    turnwire_command("validate a.json --write-baseline known.json")
    assert 0 == turnwire_command("validate a.json").exit_code
    monkeypatch.chdir(folder / "sub")
    assert "known.json" not in turnwire_command("validate a.json").stderr.splitlines()[0]


def test_a_baseline_that_is_still_to_be_written_is_no_error(folder: Path, turnwire_command: Command) -> None:
    (folder / "turnwire.toml").write_text('baseline = "known.json"')
    assert "known.json: cannot be read" in turnwire_command("validate a.json").stderr
    assert 0 == turnwire_command("validate a.json --write-baseline known.json").exit_code


def test_the_nearest_file_upward_counts(
    folder: Path, turnwire_command: Command, monkeypatch: pytest.MonkeyPatch
) -> None:
    (folder / "turnwire.toml").write_text('select = ["TW203"]\n[per-file-ignores]\n"sub/*" = ["TW203"]')
    (folder / "pyproject.toml").write_text('[tool.turnwire]\nselect = ["TW204"]')
    assert BOTH[1:] == found(turnwire_command)
    monkeypatch.chdir(folder / "sub")
    (folder / "sub" / "pyproject.toml").write_text('[project]\nname = "about-turnwire"')
    assert [] == found(turnwire_command)
    assert BOTH[1:] == found(turnwire_command, "validate ../a.json")
    (folder / "sub" / "turnwire.toml").write_text("")
    assert BOTH == found(turnwire_command)
    assert BOTH[:1] == found(turnwire_command, "validate a.json --config ../pyproject.toml")


WRONG = [
    ('strict = "yes"', "turnwire.toml:1: `strict` is a text, and not true or false"),
    ("\nselct = []", "turnwire.toml:2: there is no setting `selct`; did you mean `select`?"),
    (
        "per_file_ignores = {}",
        "turnwire.toml:1: there is no setting `per_file_ignores`; did you mean `per-file-ignores`?",
    ),
    ("strict = true\nselect = [\n", "turnwire.toml:2: Invalid value (at end of document)"),
    ("strict = true\nselect = [3 4]", "turnwire.toml:2:13: "),
    ("colour = 1", "turnwire.toml:1: there is no setting `colour`; there are baseline, exclude, format, "),
    ('select = "TW2"', "turnwire.toml:1: `select` is a text, and not a list of texts"),
    ('select = [\n  "TW2",\n  3]', "turnwire.toml:1: entry 2 of `select` is an integer, and not a text"),
    (
        'ignore = [\n  "TW2",\n  "unknwn-member"]',
        "turnwire.toml:3: there is no rule 'unknwn-member'; did you mean `unknown-",
    ),
    ('layers = ["mening"]', "turnwire.toml:1: `layers` has no 'mening'; did you mean `meaning`?"),
    ('format = "txt"', "turnwire.toml:1: `format` has no 'txt'; did you mean `text`?"),
    ("format = 1.5", "turnwire.toml:1: `format` is a number, and not a text"),
    ("target = 2026-02-03", "turnwire.toml:1: `target` is a date or a time, and not a text"),
    ('\ntarget = "opnai_chat"', "turnwire.toml:2: there is no dialect 'opnai_chat'; did you mean openai_chat"),
    ("severity = true", "turnwire.toml:1: `severity` is true or false, and not a table"),
    ('[severity]\n\nTW203 = "fatal"', "turnwire.toml:3: `TW203` has no 'fatal'; there are error, warning, info"),
    ("severity.TW203 = {}", "turnwire.toml:1: `TW203` is a table, and not a text"),
    ('[severity]\n"TWX" = "error"', "turnwire.toml:2: there is no rule 'TWX'"),
    ('[per-file-ignores]\n# a\n"*.x" = ["TWX"]', "turnwire.toml:3: there is no rule 'TWX'"),
    ("strict =", "turnwire.toml:1: Invalid value (at end of document)"),
    ("a = 1\nb = = 2", "turnwire.toml:2:5: Invalid value"),
    (b"a = '\xff'", "turnwire.toml: this is not UTF-8"),
]


@pytest.mark.parametrize(("text", "message"), WRONG)
def test_what_is_wrong_is_named_with_its_line(
    text: str | bytes, message: str, folder: Path, turnwire_command: Command
) -> None:
    (folder / "turnwire.toml").write_bytes(text if isinstance(text, bytes) else text.encode())
    done = turnwire_command("validate a.json")
    assert (2, "") == (done.exit_code, done.stdout)
    assert f"{folder}/{message}" in done.stderr, done.stderr


def test_all_that_is_wrong_is_named_at_once(folder: Path, turnwire_command: Command) -> None:
    (folder / "pyproject.toml").write_text("[tool.other]\nselct = 1\n[tool.turnwire]\nselct = 1\nstrict = 1\n")
    lines = turnwire_command("validate a.json").stderr.splitlines()
    assert ["pyproject.toml:4:", "pyproject.toml:5:"] == [line.rpartition("/")[2].split()[0] for line in lines[-2:]]
    (folder / "pyproject.toml").write_text("[tool]\nturnwire = 3\n")
    assert "pyproject.toml:2: `tool.turnwire` is no table" in turnwire_command("validate a.json").stderr


def test_a_file_and_none_exclude_each_other(folder: Path, turnwire_command: Command) -> None:
    (folder / "turnwire.toml").write_text("")
    for line in ("--config turnwire.toml --no-config", "--no-config --config turnwire.toml"):
        done = turnwire_command(f"validate a.json {line}")
        assert (2, True) == (done.exit_code, "exclude each other" in done.stderr)


def test_a_named_file_has_to_have_settings(folder: Path, turnwire_command: Command) -> None:
    (folder / "pyproject.toml").write_text('[project]\nname = "turnwire"')
    done = turnwire_command("validate a.json --config pyproject.toml")
    assert (2, True) == (done.exit_code, "pyproject.toml: there is no table `tool.turnwire`" in done.stderr)
    assert BOTH == found(turnwire_command)


def test_a_file_of_windows_is_read(folder: Path, turnwire_command: Command) -> None:
    (folder / "turnwire.toml").write_bytes(b'\xef\xbb\xbfselect = [\r\n  "TW203",\r\n]\r\n')
    assert BOTH[1:] == found(turnwire_command)


def test_help_reads_no_configuration(folder: Path, turnwire_command: Command) -> None:
    (folder / "turnwire.toml").write_text("nonsense")
    assert 0 == turnwire_command("validate --help").exit_code


COMMANDS = ("convert . --to anthropic_messages", "convert .", "repair .", "redact .", "validate .")


@pytest.mark.parametrize("command", COMMANDS)
def test_files_are_left_out_by_every_command(command: str, folder: Path, turnwire_command: Command) -> None:
    (folder / "turnwire.toml").write_text('exclude = ["sub"]\nformat = "sarif"\ntarget = "openai_chat"\n')
    done = turnwire_command(command.replace("validate", "validate --format text"))
    assert (True, True) == ("1 document: " in done.stderr, "1 excluded" in done.stderr), done.stderr
    assert "a.json" not in turnwire_command(f"{command} --exclude a.json -q").stderr
    assert "excluded" not in turnwire_command(f"{command} --no-config").output
    (folder / "other.toml").write_text('exclud = ["sub"]')
    done = turnwire_command(f"{command} --config other.toml")
    assert (2, True) == (done.exit_code, "other.toml:1: there is no setting `exclud`; did you mean" in done.stderr)


# settings -> the rules of what `repair` mends, and how many documents have errors that are left
MENDED = {
    "": (["TW203", "TW204"], 0),
    'select = ["TW204"]': (["TW204"], 0),
    'ignore = ["unknown-word"]': (["TW203"], 0),
    '[per-file-ignores]\n"b.json" = ["TW203"]': (["TW204"], 0),
    '[severity]\nTW202 = "error"': (["TW203", "TW204"], 1),
    'strict = true\nlayers = ["syntax"]': (["TW203", "TW204"], 0),
}


@pytest.mark.parametrize("text", MENDED)
def test_repair_leaves_alone_what_is_not_reported(text: str, folder: Path, turnwire_command: Command) -> None:
    (folder / "b.json").write_text('{"messages":[{"role":"human","content":"Hi."}],"temprature":1}')
    (folder / "turnwire.toml").write_text(text)
    done = turnwire_command("repair b.json --from openai_chat --check --manifest m")
    codes = sorted(json.loads(line)["code"] for line in (folder / "m").read_text().splitlines())
    assert MENDED[text] == (codes, int(" 1 with errors that are left" in done.stderr)), done.stderr
    done = turnwire_command("repair b.json --from openai_chat --select TW203 --ignore TW204 --no-config")
    assert '"human"' in done.stdout
    assert '"temperature"' in done.stdout


def test_the_page_has_every_setting() -> None:
    page = (ROOT / "docs" / "configuration.md").read_text("utf-8")
    names = [name.replace("_", "-") for name in Configuration.__struct_fields__]
    assert [name for name in names if f"| `{name}` |" not in page] == []


def test_the_file_of_the_page_is_read(folder: Path, turnwire_command: Command) -> None:
    page = (ROOT / "docs" / "configuration.md").read_text("utf-8")
    (folder / "turnwire.toml").write_text(page.partition("```toml\n")[2].partition("```")[0])
    (folder / "turnwire-baseline.json").write_text('{"format": "turnwire-baseline/1", "findings": []}')
    assert BOTH[:1] == found(turnwire_command)[:1]
    assert ("TW203", "error") in found(turnwire_command)


OPENED: list[str] = []


def _note(event: str, arguments: tuple[object, ...]) -> None:
    if event == "open" and _NOTING:
        OPENED.append(str(arguments[0]))
    if event.startswith("socket.") and _NOTING:
        OPENED.append(event)


_NOTING: list[bool] = []
sys.addaudithook(_note)


def test_nothing_is_opened_but_the_arguments_and_the_configuration(folder: Path, turnwire_command: Command) -> None:
    (folder / "sub" / "secret.json").write_text(ODD)
    (folder / "turnwire.toml").write_text('select = ["TW203"]')
    turnwire_command("validate a.json")  # what is imported and cached is not what this is about
    OPENED.clear()
    _NOTING.append(True)
    turnwire_command("validate a.json")
    _NOTING.clear()
    assert ["turnwire.toml", "a.json"] == [name.rpartition("/")[2] for name in OPENED if "turnwire/" not in name]
