"""Changed letters, missing lines and full disks are found and named, whatever they are in."""

from __future__ import annotations

import errno
from typing import TYPE_CHECKING, Any

import pytest
from click.testing import CliRunner

from turnwire.cli.app import app
from turnwire.errors import InvalidDocument
from turnwire.systems.gpt2099.threads import Store, disk, verify

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

Lines = list[bytes]


def run(folder: Path, *arguments: str) -> Any:
    return CliRunner().invoke(app, ["thread", *arguments, "--store", str(folder)])


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A store of five turns."""
    made = tmp_path / "threads"
    for n in range(5):
        assert 0 == run(made, "add", f"Question {n}?", "--bookmark", "rivers").exit_code
    return made


def codes(folder: Path) -> list[str]:
    with Store(folder) as store:
        return [found.code for found in verify(store)]


def changed(lines: Lines) -> Lines:
    return [*lines[:2], lines[2].replace(b"rivers", b"rovers"), *lines[3:]]


CHANGES: dict[str, tuple[Callable[[Lines], Lines], list[str]]] = {
    "nothing": (lambda lines: lines, []),
    "a letter": (changed, ["thread.changed"]),
    "a line is taken out": (lambda lines: lines[:2] + lines[3:], ["thread.gap"]),
    "lines at the end are taken out": (lambda lines: lines[:3], ["thread.gap"]),
    "lines in the middle are taken out": (lambda lines: lines[:1] + lines[-1:], ["thread.gap"]),
    "a line comes twice": (lambda lines: lines[:2] + lines[1:], ["thread.changed"]),
    "two lines are exchanged": (
        lambda lines: [lines[0], lines[2], lines[1], *lines[3:]],
        ["thread.gap", "thread.changed"],
    ),
}


@pytest.mark.parametrize(("change", "expected"), CHANGES.values(), ids=CHANGES)
def test_what_was_changed_in_the_log_is_found(
    change: Callable[[Lines], Lines], expected: list[str], folder: Path
) -> None:
    log = folder / "frames.jsonl"
    log.write_bytes(b"".join(change(log.read_bytes().splitlines(keepends=True))))
    assert expected == codes(folder)
    assert 0 == run(folder, "verify", "--accept").exit_code
    assert [] == codes(folder)


def test_each_changed_byte_of_the_log_is_found(folder: Path) -> None:
    log = folder / "frames.jsonl"
    whole = log.read_bytes()
    for at in range(0, len(whole), 7):
        log.write_bytes(whole[:at] + bytes([whole[at] ^ 1]) + whole[at + 1 :])
        assert set(codes(folder)) & {"thread.changed", "thread.gap"}, f"byte {at}"


def test_a_line_whose_digest_was_not_written_gets_it_with_the_next(folder: Path) -> None:
    digests = folder / "frames.sha256"
    whole = digests.read_bytes()
    digests.write_bytes(whole[:-100])  # the last record, and a part of the one before it
    assert [] == codes(folder)
    assert 0 == run(folder, "add", "And the Elbe?").exit_code
    assert len(whole) + 82 == len(digests.read_bytes())
    assert [] == codes(folder)


def test_a_store_without_digests_gets_them_with_the_next_turn(folder: Path) -> None:
    (folder / "frames.sha256").unlink()
    assert [] == codes(folder)
    assert 0 == run(folder, "add", "And the Elbe?").exit_code
    log = folder / "frames.jsonl"
    log.write_bytes(log.read_bytes().replace(b"rivers", b"rovers", 1))
    assert ["thread.changed"] == codes(folder)


def test_contents_are_checked(folder: Path) -> None:
    contents = [path for path in (folder / "contents").rglob("*") if path.is_file() and path.name != "incoming"]
    contents[0].write_bytes(b"something else")
    contents[1].unlink()
    done = run(folder, "verify")
    assert 1 == done.exit_code
    assert "thread.content-damaged" in done.stdout
    assert "thread.content-missing" in done.stdout
    assert f"{folder}: 2 errors, 0 warnings\n" == done.stderr


def test_files_are_those_of_their_owner(folder: Path) -> None:
    modes = {path.name: path.stat().st_mode & 0o077 for path in (folder, *folder.rglob("*"))}
    assert {} == {name: mode for name, mode in modes.items() if mode}


@pytest.mark.parametrize("number", [errno.ENOSPC, errno.EDQUOT])
def test_a_full_disk_is_a_finding_and_adds_nothing(number: int, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(*_: Any) -> None:
        raise OSError(number, "No space left on device")

    before = (folder / "frames.jsonl").read_bytes()
    with monkeypatch.context() as patched:
        patched.setattr(disk, "_write", full)
        done = run(folder, "add", "And the Elbe?")
    assert (2, True) == (done.exit_code, "the disk of" in done.stderr)
    assert "[thread.full]" in done.stderr
    assert before == (folder / "frames.jsonl").read_bytes()
    assert [] == codes(folder)


def test_another_fault_of_the_disk_stays_an_error_of_the_system(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(*_: Any) -> None:
        raise OSError(errno.EIO, "Input/output error")

    monkeypatch.setattr(disk, "_write", broken)
    done = run(folder, "add", "And the Elbe?")
    assert 2 == done.exit_code
    assert "Input/output error" in done.stderr
    assert not isinstance(done.exception, InvalidDocument)
