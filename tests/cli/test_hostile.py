"""Folders and files that are made to stop a run, fill its memory, or spoil a terminal."""

from __future__ import annotations

import gzip
import json
import os
import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
import zstandard
from tests.cli.conftest import PLAIN

from turnwire.cli import inputs, running

if TYPE_CHECKING:
    from collections.abc import Callable

CHAT = json.dumps({"model": "gpt-5", "messages": [{"role": "user", "content": "Hi."}]})
MEGABYTE = 2**20


# Linux tells the most memory of a program itself; `ru_maxrss` also counts that of the process it was forked from.
_MEASURED = """
import atexit, pathlib, re, runpy, sys
status = pathlib.Path("/proc/self/status")
def tell():
    found = re.search(r"VmHWM:\\s+(\\d+)", status.read_text()) if status.exists() else None
    pathlib.Path(".memory").write_text(found[1] if found else "0")
atexit.register(tell)
runpy.run_module("turnwire", run_name="__main__")
"""


def linux(*command: str, folder: Path) -> tuple[int, str, str, int]:
    """Run a command; return its code, its report, its words, and the most memory that it had, in bytes."""
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)}
    with (folder / ".stdout").open("wb") as report, (folder / ".stderr").open("wb") as said:
        run = subprocess.run(
            [sys.executable, "-c", _MEASURED, *command],
            cwd=folder,
            stdout=report,
            stderr=said,
            env=environment,
            check=False,
        )
    told, words, kilobytes = ((folder / name).read_text("utf-8") for name in (".stdout", ".stderr", ".memory"))
    return run.returncode, told, words, int(kilobytes) * 1024


def pipe(folder: Path) -> None:
    os.mkfifo(folder / "in" / "b.jsonl")


def device(folder: Path) -> None:
    (folder / "in" / "b.jsonl").symlink_to("/dev/zero")


def link_to_itself(folder: Path) -> None:
    (folder / "in" / "b.json").symlink_to("b.json")


def loop_of_folders(folder: Path) -> None:
    (folder / "in" / "b").symlink_to(folder / "in")


def name_with_controls(folder: Path) -> None:
    (folder / "in" / "b\n\x1b[2J.json").write_text("{")


def suffix_with_controls(folder: Path) -> None:
    (folder / "in" / "b.\x1b[2J").write_text("{")


def name_that_is_no_text(folder: Path) -> None:
    Path(os.fsdecode(os.fsencode(folder) + b"/in/\xff\xfe.json")).write_text("{")


def suffix_that_is_no_text(folder: Path) -> None:
    Path(os.fsdecode(os.fsencode(folder) + b"/in/b.\xff\xfe")).write_text("{")


FOLDERS: dict[Callable[[Path], None], tuple[int, str]] = {
    pipe: (0, "1 document: 1 valid, 0 refused; not read: 1 pipe or device"),
    device: (0, "1 document: 1 valid, 0 refused; not read: 1 pipe or device"),
    link_to_itself: (2, "b.json: cannot be read: Too many levels of symbolic links"),
    loop_of_folders: (0, "1 document: 1 valid, 0 refused; not read: 1 linked folder"),
    name_with_controls: (1, "2 documents: 1 valid, 1 refused"),
    suffix_with_controls: (0, "1 document: 1 valid, 0 refused; not read: 1 .\\x1b[2j"),
    name_that_is_no_text: (1, "2 documents: 1 valid, 1 refused"),
    suffix_that_is_no_text: (0, "1 document: 1 valid, 0 refused; not read: 1 .\\xff\\xfe"),
}


COMMANDS = (
    "validate in",
    "convert in --to anthropic_messages -o out/ --quarantine q",
    "repair in -o mended/ --quarantine left",
    "redact in -o redacted/",
    "repair in --write",
)


@pytest.mark.parametrize("made", FOLDERS, ids=lambda made: made.__name__)
@pytest.mark.parametrize("form", ["text", "json"])
def test_a_hostile_folder_is_read_to_its_end(tmp_path: Path, made: Callable[[Path], None], form: str) -> None:
    (tmp_path / "in").mkdir()
    (tmp_path / "in" / "a.json").write_text(CHAT)
    try:
        made(tmp_path)
    except (OSError, UnicodeEncodeError) as error:
        pytest.skip(f"the file system has no such names: {error}")
    code, report, said, _ = linux("validate", "in/*", folder=tmp_path)
    assert "Traceback" not in said
    for command in COMMANDS:
        code, report, said, _ = linux(*command.split(), "--format", form, folder=tmp_path)
        assert code == FOLDERS[made][0], said
        assert "\x1b" not in report + said
        if form == "text" and command == "validate in":
            assert FOLDERS[made][1] in said
    assert (tmp_path / "out" / "a.json").exists()


def test_a_file_that_has_gone_since_it_was_found_is_reported(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, turnwire_command: Callable[..., object]
) -> None:
    find = inputs.find

    def found_and_removed(*arguments: object) -> object:
        found = find(*arguments)  # type: ignore[arg-type]
        (tmp_path / "b.json").unlink()
        return found

    monkeypatch.setattr(running, "find", found_and_removed)
    monkeypatch.chdir(tmp_path)
    for name in "abc":
        (tmp_path / f"{name}.json").write_text(PLAIN)
    done = turnwire_command("convert . --to toy -o out/")
    assert (2, True) == (done.exit_code, "b.json: cannot be read: No such file" in done.stderr)  # type: ignore[attr-defined]
    assert sorted(path.name for path in (tmp_path / "out").iterdir()) == ["a.json", "c.json"]


def gz(byte: bytes) -> bytes:
    """More than a gigabyte of one byte, in members of 64 MB."""
    return gzip.compress(byte * (64 * MEGABYTE), 9) * 20


def zst(byte: bytes) -> bytes:
    return zstandard.ZstdCompressor(level=3).compress(byte * (64 * MEGABYTE)) * 20


@pytest.mark.skipif(not Path("/proc/self/status").exists(), reason="it measures memory with /proc")
@pytest.mark.parametrize("name", ["a.jsonl", "a.json"])
@pytest.mark.parametrize("byte", [b" ", b"[", b'"'], ids=["blank", "bracket", "quote"])
@pytest.mark.parametrize("made", [gz, zst], ids=["gz", "zst"])
def test_a_bomb_does_not_fill_the_memory(
    tmp_path: Path, made: Callable[[bytes], bytes], byte: bytes, name: str
) -> None:
    (tmp_path / f"{name}.{made.__name__}").write_bytes(made(byte))
    code, _, said, memory = linux("validate", ".", "-q", "--jobs", "1", folder=tmp_path)
    assert (1, "") == (code, said)
    assert memory < 400 * MEGABYTE


MISSPELT = CHAT.replace('"user"', '"human"')


@pytest.mark.skipif(not Path("/proc/self/status").exists(), reason="it measures memory with /proc")
@pytest.mark.parametrize("name", ["a.jsonl", "a.json", "a.jsonl.gz"])
def test_a_large_file_is_replaced_piece_by_piece(tmp_path: Path, name: str) -> None:
    row = CHAT.replace("Hi.", "x" * 20_000)
    rows = [MISSPELT, *[row] * 6000, MISSPELT]
    text = "\n".join(rows) if "jsonl" in name else f"[{','.join(rows)}]"
    (tmp_path / name).write_bytes(gzip.compress(text.encode(), 1) if name.endswith(".gz") else text.encode())
    code, _, said, memory = linux("repair", name, "--write", folder=tmp_path)
    assert (0, True) == (code, "6002 documents: 6000 without errors, 2 mended" in said), said
    assert memory < 120 * MEGABYTE < len(text) * 1.1
    written = (tmp_path / name).read_bytes()
    assert text.replace("human", "user").encode() == (gzip.decompress(written) if name.endswith(".gz") else written)


@pytest.mark.skipif(not Path("/proc/self/status").exists(), reason="it measures memory with /proc")
def test_many_blank_lines_are_no_documents(tmp_path: Path) -> None:
    (tmp_path / "a.jsonl").write_text("\n" * (20 * MEGABYTE) + MISSPELT)
    code, _, said, memory = linux("repair", "a.jsonl", "--write", "--journal", "j", folder=tmp_path)
    assert (0, True) == (code, "1 document: 0 without errors, 1 mended" in said), said
    assert memory < 150 * MEGABYTE
    assert CHAT == (tmp_path / "a.jsonl").read_text().lstrip()
