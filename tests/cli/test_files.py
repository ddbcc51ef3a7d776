"""An output file is whole or not there."""

from __future__ import annotations

import contextlib
import os
import stat
import threading
from typing import TYPE_CHECKING

import pytest
from tests.cli.conftest import LOSSY, PLAIN, PLAIN_TOY, TWICE

from turnwire.sessions.replacing import replacing

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

    from click.testing import Result


def contents(folder: Path) -> dict[str, str]:
    return {str(path.relative_to(folder)): path.read_text() for path in folder.rglob("*") if path.is_file()}


def test_the_old_file_stands_until_the_new_one_is_whole(folder: Path) -> None:
    path = folder / "a.json"
    path.write_text("old")
    with replacing(path) as stream:
        stream.write(b"new")
        stream.flush()
        assert path.read_text() == "old"
    assert contents(folder) == {"a.json": "new"}


@pytest.mark.parametrize("failure", [OSError("disk full"), KeyboardInterrupt(), SystemExit(143)])
def test_a_failure_leaves_the_old_file_and_nothing_else(folder: Path, failure: BaseException) -> None:
    path = folder / "a.json"
    path.write_text("old")

    def fail() -> None:
        with replacing(path) as stream:
            stream.write(b"new")
            raise failure

    with pytest.raises(type(failure)):
        fail()
    assert contents(folder) == {"a.json": "old"}


def test_a_failure_names_the_file_that_was_given(folder: Path) -> None:
    path = folder / "nowhere" / "a.json"
    with pytest.raises(FileNotFoundError) as refused, replacing(path):
        pass
    assert (str(path), None) == (refused.value.filename, refused.value.filename2)


def test_a_failed_sync_leaves_the_old_file(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(_: int) -> None:
        raise OSError(28, "No space left on device")

    path = folder / "a.json"
    path.write_text("old")
    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(OSError, match="No space"), replacing(path) as stream:
        stream.write(b"new")
    assert contents(folder) == {"a.json": "old"}


@pytest.mark.parametrize("mode", [0o600, 0o644, 0o640])
def test_the_mode_is_kept(folder: Path, mode: int) -> None:
    path = folder / "a.json"
    path.write_text("old")
    path.chmod(mode)
    with replacing(path) as stream:
        stream.write(b"new")
    assert (path.read_text(), mode) == ("new", stat.S_IMODE(path.stat().st_mode))


def test_a_new_file_has_the_mode_of_any_new_file(folder: Path) -> None:
    (folder / "other").write_text("")
    with replacing(folder / "a.json"):
        pass
    assert stat.S_IMODE((folder / "other").stat().st_mode) == stat.S_IMODE((folder / "a.json").stat().st_mode)


def test_a_link_stays_a_link(folder: Path) -> None:
    (folder / "there").mkdir()
    (folder / "there" / "real.json").write_text("old")
    link = folder / "a.json"
    link.symlink_to("there/real.json")
    with replacing(link) as stream:
        stream.write(b"new")
    assert link.is_symlink()
    assert (folder / "there" / "real.json").read_text() == "new"


@contextlib.contextmanager
def reading(pipe: Path) -> Iterator[list[bytes]]:
    """Make a named pipe, and read what comes out of it until it is closed; for a device root would destroy it."""
    os.mkfifo(pipe)
    found: list[bytes] = []
    reader = threading.Thread(target=lambda: found.append(pipe.read_bytes()), daemon=True)
    reader.start()
    yield found
    reader.join(60)


def test_a_pipe_is_written_directly(folder: Path) -> None:
    (folder / "link").symlink_to("pipe")
    with reading(folder / "pipe") as found, replacing(folder / "link") as stream:
        stream.write(b"new")
    assert [b"new"] == found
    assert ((folder / "link").is_symlink(), (folder / "pipe").is_fifo()) == (True, True)


def test_a_run_with_a_journal_writes_its_losses_to_a_pipe(
    folder: Path, turnwire_command: Callable[..., Result]
) -> None:
    (folder / "l.jsonl").write_text(f"{PLAIN}\n{LOSSY}\n")
    with reading(folder / "pipe") as found:
        done = turnwire_command("convert --to toy --journal j -o all.jsonl --losses pipe l.jsonl")
    assert (0, True, True) == (done.exit_code, (folder / "pipe").is_fifo(), b"settings.model" in found[0]), done.stderr


def test_a_run_with_a_journal_does_not_replace_a_pipe(folder: Path, turnwire_command: Callable[..., Result]) -> None:
    (folder / "l.jsonl").write_text(PLAIN)
    os.mkfifo(folder / "pipe.jsonl")
    done = turnwire_command("convert --to toy --journal j -o pipe.jsonl l.jsonl")
    said = "Error: -o pipe.jsonl: is a pipe or a device: --journal needs a file or a folder"
    assert (2, said) == (done.exit_code, done.stderr.splitlines()[-1])
    assert ((folder / "pipe.jsonl").is_fifo(), (folder / "j").exists()) == (True, False)


def test_a_pipe_in_a_folder_of_a_run_with_a_journal_stays(
    folder: Path, turnwire_command: Callable[..., Result]
) -> None:
    (folder / "a.json").write_text(PLAIN)
    (folder / "out").mkdir()
    os.mkfifo(folder / "out" / "a.json")
    done = turnwire_command("convert --to toy --force --journal j -o out a.json")
    said = "Error: out/a.json: cannot be written: a pipe or a device keeps nothing that a later run could continue"
    assert (2, True) == (done.exit_code, said in done.stderr.splitlines()), done.stderr
    assert (folder / "out" / "a.json").is_fifo()


OUTPUTS = [
    ("convert --to toy -o b.json a.json", {"b.json": PLAIN_TOY + "\n"}),
    ("convert --to toy --force -o a.json a.json", {"a.json": PLAIN_TOY + "\n"}),
    ("convert --to toy -o out a.json in", {"out/a.json": PLAIN_TOY + "\n", "out/d/b.json": PLAIN_TOY + "\n"}),
    ("convert --to toy -o out/ a.json", {"out/a.json": PLAIN_TOY + "\n"}),
    ("convert --to toy -o all.jsonl a.json in", {"all.jsonl": f"{PLAIN_TOY}\n{PLAIN_TOY}\n"}),
    ("convert --to toy -o in l.jsonl", {"in/l.jsonl": f"{PLAIN_TOY}\n{PLAIN_TOY}\n"}),
    ("convert --to toy -o o.yaml a.json", {"o.yaml": "---\ntoy:\n  - who: user\n    says: hi\n"}),
    ("convert --to toy -o o --output-format yaml a.json in", {
        "o/a.yaml": "---\ntoy:\n  - who: user\n    says: hi\n",
        "o/d/b.yaml": "---\ntoy:\n  - who: user\n    says: hi\n",
    }),
    ("convert --to toy -o bad.json bad.json", {}),
    ("convert --to toy -o o -q --losses l a.json bad.json l.jsonl", {
        "o/a.json": PLAIN_TOY + "\n",
        "o/l.jsonl": f"{PLAIN_TOY}\n{PLAIN_TOY}\n",
        "l": '{"file":"l.jsonl","line":2,"kind":"degraded","path":"/settings/model","feature":"settings.model",'
             '"dialect":"toy","value":"m"}\n{"file":"l.jsonl","line":2,"kind":"dropped","path":"/history/0/content/1",'
             '"feature":"refusal","dialect":"toy","value":{"type":"refusal","text":"no"}}\n',
    }),
    ("convert --to toy -o b.json --losses l a.json", {"b.json": PLAIN_TOY + "\n", "l": ""}),
]  # fmt: skip


@pytest.mark.parametrize(("line", "made"), OUTPUTS, ids=lambda value: value if isinstance(value, str) else "")
def test_where_converted_documents_go(
    line: str, made: dict[str, str], folder: Path, turnwire_command: Callable[..., Result]
) -> None:
    given = {"a.json": PLAIN, "in/d/b.json": PLAIN, "bad.json": TWICE, "l.jsonl": f"{PLAIN}\n{LOSSY}\n"}
    for name, text in given.items():
        (folder / name).parent.mkdir(exist_ok=True, parents=True)
        (folder / name).write_text(text)
    found = turnwire_command(line)
    expected = ("", {**given, **made})
    assert expected == (found.stdout, contents(folder))


@pytest.mark.parametrize("encoding", ["binpb", "protojson", "yaml"])
def test_every_encoding_comes_back(encoding: str, folder: Path, turnwire_command: Callable[..., Result]) -> None:
    (folder / "a.json").write_text(PLAIN)
    there = turnwire_command(f"convert --to turnwire --output-format {encoding} -o b a.json")
    back = turnwire_command(f"convert --kind request --input-format {encoding} --to turnwire b")
    expected = (0, PLAIN + "\n")
    assert there.exit_code == 0
    assert expected == (back.exit_code, back.stdout)


@pytest.mark.parametrize("link", ["out/a.json", "out/d"])
def test_a_link_inside_the_folder_of_outputs_is_not_followed(
    link: str, folder: Path, turnwire_command: Callable[..., Result]
) -> None:
    for name in ("in/a.json", "in/d/a.json"):
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(PLAIN)
    (folder / "out").mkdir()
    away = folder / "away"
    if link.endswith(".json"):
        away.write_text("mine")
    else:
        away.mkdir()
    (folder / link).symlink_to(away)
    found = turnwire_command("convert --to toy -o out in")
    assert 2 == found.exit_code
    assert f"{link}: is a symbolic link, and is not followed" in found.stderr
    assert "mine" == away.read_text() if away.is_file() else [] == list(away.iterdir())
