"""`turnwire repair --write`: a file is replaced by a whole new one, or is what it was; the original is kept."""

from __future__ import annotations

import errno
import gzip
import json
import os
import signal
import subprocess
import sys
from typing import TYPE_CHECKING

import pytest
import zstandard
from tests.cli.test_jobs import PROGRAM

import turnwire.dialects
from turnwire.cli import running
from turnwire.cli.archives import pieces
from turnwire.cli.rewriting import in_place
from turnwire.codec import packed
from turnwire.codec.limits import Limits
from turnwire.codec.packed import Feed

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from click.testing import Result

    Command = Callable[..., Result]

DIALECTS = dict(turnwire.dialects.MODULES)
GOOD = '{"model":"m","messages":[{"role":"user","content":"Hi."}]}'
WRONG = GOOD.replace('"user"', '"human"')
LEFT = GOOD.replace('"user"', '"nobody"')
PACK: dict[str, Callable[[bytes], bytes]] = {".gz": gzip.compress, ".zst": zstandard.compress}


@pytest.fixture(autouse=True)
def _all_dialects(_two_dialects: None, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(turnwire.dialects, "MODULES", DIALECTS)


@pytest.fixture
def _small(monkeypatch: pytest.MonkeyPatch) -> None:
    """Files are read in chunks of 200 bytes; a JSON file is large from 400, a document too long from 2,000."""
    monkeypatch.setattr(packed, "CHUNK", 200)
    monkeypatch.setattr(pieces, "LARGE", 400)
    monkeypatch.setattr(running, "STRICT", Limits(max_bytes=2000))


def unpacked(path: Path) -> str:
    with path.open("rb") as stream:
        return b"".join(Feed(stream, packed.PACKED.get(path.suffix))).decode()


@pytest.mark.usefixtures("_small")
@pytest.mark.parametrize("suffix", ["", *PACK])
@pytest.mark.parametrize("journal", ["", "--journal j"])
@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("a.jsonl", "\n".join([GOOD, "", f" {WRONG} \r", LEFT] * 9)),
        ("a.jsonl", f"\n\n{WRONG}\r\n"),
        ("a.json", f" [\n  {WRONG} ,\n{','.join([GOOD] * 9)},\t{WRONG}\n]\n\n"),
        ("a.json", f"[{WRONG}]"),
        ("a.json", f"\n{WRONG}\n"),
    ],
    ids=["lines", "line", "large array", "array", "document"],
)
def test_all_bytes_but_those_of_repairs_stay(
    name: str, text: str, suffix: str, journal: str, folder: Path, turnwire_command: Command
) -> None:
    path = folder / f"{name}{suffix}"
    path.write_bytes(PACK[suffix](text.encode()) if suffix else text.encode())
    before = path.read_bytes()
    turnwire_command(f"repair {path.name} --from openai_chat --write {journal}")
    assert text.replace('"human"', '"user"') == unpacked(path)
    assert before == (folder / f"{path.name}.orig").read_bytes()
    assert {path.name, f"{path.name}.orig"} == {each.name for each in folder.iterdir()}
    seen = path.stat()
    turnwire_command(f"repair {path.name} --from openai_chat --write")
    assert (seen.st_mtime_ns, seen.st_ino) == (path.stat().st_mtime_ns, path.stat().st_ino)


LONG = json.dumps({"model": "m", "messages": [{"role": "human", "content": "x" * 3000}]})
# a file -> what is said
UNREADABLE = {
    ("a.jsonl", f"{WRONG}\n{LONG}\n{WRONG}\n"): "a.jsonl:2: the line is longer than 2,000 bytes",
    ("a.json", f"[{WRONG},\n{LONG},\n{WRONG}]"): "a.json[1]:2: the element is longer than 2,000 bytes",
    ("a.json", f"[{WRONG},{','.join([WRONG] * 9)},"): "a.json[10]: the array ends inside element 10",
    ("a.json", LONG): "a.json: the document is longer than 2,000 bytes",
    ("a.yaml", "history: [5\n"): "a.yaml:",
}


@pytest.mark.usefixtures("_small")
@pytest.mark.parametrize(("name", "text"), UNREADABLE)
@pytest.mark.parametrize("journal", ["", "--journal j"])
def test_a_file_that_cannot_be_read_to_its_end_stays(
    name: str, text: str, journal: str, folder: Path, turnwire_command: Command
) -> None:
    (folder / name).write_text(text)
    done = turnwire_command(f"repair {name} --from openai_chat --write {journal}")
    said = UNREADABLE[name, text]
    assert (1, said) == (done.exit_code, said if said in done.stderr else done.stderr)
    assert "1 not readable" in done.stderr
    assert (text, [name]) == ((folder / name).read_text(), [each.name for each in folder.iterdir()])


@pytest.mark.usefixtures("_small")
def test_what_is_left_out_elsewhere_leaves_whole_arrays_and_lines(folder: Path, turnwire_command: Command) -> None:
    (folder / "in").mkdir()
    for number, (name, text) in enumerate(UNREADABLE):
        (folder / "in" / f"{number}{name}").write_text(text)
    turnwire_command("repair in --from openai_chat -o out")
    lines = (folder / "out" / "0a.jsonl").read_text()
    assert f"{GOOD}\n{GOOD}\n" == lines
    arrays = [json.loads((folder / "out" / name).read_text()) for name in ("1a.json", "2a.json")]
    assert [[json.loads(GOOD)] * 2, [json.loads(GOOD)] * 10] == arrays
    assert {"0a.jsonl", "1a.json", "2a.json"} == {each.name for each in (folder / "out").iterdir()}


@pytest.mark.parametrize("suffix", PACK)
def test_a_packed_file_that_is_cut_stays(suffix: str, folder: Path, turnwire_command: Command) -> None:
    (folder / f"a.jsonl{suffix}").write_bytes(before := PACK[suffix](f"{WRONG}\n".encode() * 999)[:-6])
    done = turnwire_command("repair . --write -q")
    assert (1, True) == (done.exit_code, "[TW103]" in done.stderr)
    assert before == (folder / f"a.jsonl{suffix}").read_bytes()
    assert 1 == len(list(folder.iterdir()))


def test_an_older_original_stays(folder: Path, turnwire_command: Command) -> None:
    (folder / "a.json").write_text(WRONG)
    (folder / "a.json.orig").write_text("older")
    turnwire_command("repair a.json --write")
    assert (GOOD, "older") == ((folder / "a.json").read_text(), (folder / "a.json.orig").read_text())


def test_an_original_is_copied_where_there_are_no_links(
    folder: Path, turnwire_command: Command, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(*_: object) -> None:
        raise OSError(errno.EPERM, "Operation not permitted")

    monkeypatch.setattr(os, "link", refuse)
    (folder / "a.json").write_text(WRONG)
    assert 0 == turnwire_command("repair a.json --write").exit_code
    assert (GOOD, WRONG) == ((folder / "a.json").read_text(), (folder / "a.json.orig").read_text())
    assert 2 == len(list(folder.iterdir()))


def test_a_link_stays_a_link_and_a_mode_stays(folder: Path, turnwire_command: Command) -> None:
    (folder / "sub").mkdir()
    (folder / "sub" / "a.json").write_text(WRONG)
    (folder / "sub" / "a.json").chmod(0o640)
    (folder / "b.json").symlink_to("sub/a.json")
    assert 0 == turnwire_command("repair b.json --write").exit_code
    assert (True, GOOD, WRONG) == (
        (folder / "b.json").is_symlink(),
        (folder / "sub" / "a.json").read_text(),
        (folder / "b.json.orig").read_text(),
    )
    assert 0o640 == (folder / "sub" / "a.json").stat().st_mode & 0o777


@pytest.mark.parametrize("journal", ["", "--journal j"])
def test_a_full_disk_leaves_the_file(
    journal: str, folder: Path, turnwire_command: Command, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*_: object, **__: object) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(in_place, "complete", fail)
    (folder / "a.json").write_text(WRONG)
    done = turnwire_command(f"repair a.json --write {journal}")
    assert (2, True) == (done.exit_code, "a.json: cannot be written: No space left on device" in done.output)
    assert WRONG == (folder / "a.json").read_text()
    kept = {each.suffix for each in folder.iterdir()}
    assert ({".json", "", ".part"} if journal else {".json"}) == kept
    monkeypatch.undo()
    monkeypatch.setattr(turnwire.dialects, "MODULES", DIALECTS)
    monkeypatch.chdir(folder)
    assert 0 == turnwire_command(f"repair a.json --write {journal and f'{journal} --resume'}").exit_code
    assert {"a.json", "a.json.orig"} == {each.name for each in folder.iterdir()}
    assert GOOD == (folder / "a.json").read_text()


def test_with_a_journal_no_file_changes_before_all_are_read(
    folder: Path, turnwire_command: Command, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("a.json", "b.json", "c.json"):
        (folder / name).write_text(WRONG)
    seen: list[str] = []
    monkeypatch.setattr(in_place, "sync_folder", lambda _: seen.append((folder / "c.json").read_text()))
    read = running.Decoder.documents

    def documents(decoder: running.Decoder, piece: pieces.Piece) -> object:
        seen.append("read")
        return read(decoder, piece)

    monkeypatch.setattr(running.Decoder, "documents", documents)
    assert 0 == turnwire_command("repair . --write --journal j").exit_code
    assert ["read"] * 3 + [WRONG, WRONG, GOOD] == seen


# a command -> the files that a signal leaves, and the code with which it ends
SIGNALS: dict[tuple[str, int], tuple[set[str], int]] = {
    ("repair a.jsonl --write", signal.SIGINT): ({"a.jsonl"}, 130),
    ("repair a.jsonl --write", signal.SIGTERM): ({"a.jsonl"}, 143),
    ("repair a.jsonl --write --manifest m", signal.SIGTERM): ({"a.jsonl"}, 143),
    ("repair a.jsonl --write --journal j", signal.SIGTERM): ({"a.jsonl", "j", ".part"}, 143),
    ("repair a.jsonl -o out.jsonl", signal.SIGTERM): ({"a.jsonl"}, 143),
    ("redact a.jsonl -o out.jsonl --manifest m", signal.SIGINT): ({"a.jsonl"}, 130),
}


@pytest.mark.usefixtures("interruptible")
@pytest.mark.parametrize(("command", "number"), SIGNALS)
def test_a_signal_leaves_the_old_file_and_no_other(command: str, number: int, folder: Path) -> None:
    text = f"{WRONG}\n" * 40000
    (folder / "a.jsonl").write_text(text)
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)}
    with subprocess.Popen([*PROGRAM, *command.split(), "-q"], env=environment, stderr=subprocess.DEVNULL) as run:
        while not any(path.stat().st_size for path in folder.glob(".turnwire-*.part")):
            assert run.poll() is None
        run.send_signal(number)
        found = run.wait(60)
    names = {".part" if path.suffix == ".part" else path.name for path in folder.iterdir()}
    assert (SIGNALS[command, number], text) == ((names, found), (folder / "a.jsonl").read_text())


@pytest.mark.parametrize("command", ["repair a.jsonl", "redact a.jsonl"])
def test_a_file_without_a_suffix_is_written_as_its_input(command: str, folder: Path, turnwire_command: Command) -> None:
    (folder / "a.jsonl").write_text(f"{GOOD}\n{GOOD}\n")
    assert 0 == turnwire_command(f"{command} -o out").exit_code
    assert f"{GOOD}\n{GOOD}\n" == (folder / "out").read_text()
    refused = turnwire_command(f"{command} -o out.json")
    assert (2, True) == (refused.exit_code, refused.output.rstrip().endswith("name a folder or a .jsonl file with -o"))


def test_a_new_file_that_is_gone_is_told(
    folder: Path, turnwire_command: Command, monkeypatch: pytest.MonkeyPatch
) -> None:
    (folder / "a.jsonl").write_text(f"{WRONG}\n" * 4000)

    def stop(*_: object, **__: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(in_place, "complete", stop)
    assert 130 == turnwire_command("repair a.jsonl --write --journal j -q").exit_code
    monkeypatch.undo()
    monkeypatch.setattr(turnwire.dialects, "MODULES", DIALECTS)
    monkeypatch.chdir(folder)
    (part,) = folder.glob(".turnwire-*.part")
    part.unlink()
    done = turnwire_command("repair a.jsonl --write --journal j --resume -q")
    assert (2, f"{WRONG}\n" * 4000) == (done.exit_code, (folder / "a.jsonl").read_text())
    assert "a.jsonl: " in done.output
    assert "remove the journal, and begin anew" in done.output
