"""The program as a shell sees it: signals, closed pipes, terminals, and what it imports."""

from __future__ import annotations

import json
import os
import pty
import signal
import subprocess
import sys
from typing import TYPE_CHECKING

import pytest
from tests.cli.conftest import PLAIN, TWICE

import turnwire

if TYPE_CHECKING:
    from pathlib import Path


PROGRAM = [sys.executable, "-m", "turnwire"]
NATIVE = [*PROGRAM, "convert", "--from", "turnwire", "--kind", "request", "--to", "turnwire"]
CHECK = [*PROGRAM, "validate", "--from", "turnwire", "--kind", "request", "bad.json"]


def environment(**more: str) -> dict[str, str]:
    kept = {name: value for name, value in os.environ.items() if name not in ("NO_COLOR", "FORCE_COLOR", "TERM")}
    return {**kept, "TERM": "xterm", "PYTHONPATH": os.pathsep.join(sys.path), **more}


def run(arguments: list[str], **more: str) -> subprocess.CompletedProcess[bytes]:
    return subprocess.run(arguments, capture_output=True, env=environment(**more), check=False, timeout=60)


def test_the_version() -> None:
    found = run([*PROGRAM, "--version"])
    expected = (0, f"turnwire {turnwire.__version__}\n".encode(), b"")
    assert expected == (found.returncode, found.stdout, found.stderr)


HEAVY = ["click", "google", "grpc", "jsonschema_rs", "msgspec", "rich", "urllib.request", "yaml"]


@pytest.mark.parametrize(
    ("line", "loaded"),
    [
        ("--version", []),
        ("--help", ["click"]),
        ("convert --from turnwire --kind request --to turnwire a.json", ["click", "msgspec"]),
        ("schema history", ["click"]),
        ("validate --from turnwire --kind request a.json", ["click", "jsonschema_rs", "msgspec"]),
    ],
)
def test_what_is_heavy_is_imported_only_where_it_is_used(line: str, loaded: list[str], folder: Path) -> None:
    (folder / "a.json").write_text(PLAIN)
    code = f"""
import json, sys
from turnwire.cli import main
assert main({line.split()}) == 0
print(json.dumps([name for name in {HEAVY} if name in sys.modules]), file=sys.stderr)
"""
    found = run([sys.executable, "-c", code])
    assert loaded == json.loads(found.stderr.splitlines()[-1])


def test_a_closed_pipe_ends_quietly(folder: Path) -> None:
    (folder / "many.jsonl").write_text(f"{PLAIN}\n" * 20_000)
    with subprocess.Popen(
        [*NATIVE, "many.jsonl"], stdout=subprocess.PIPE, stderr=subprocess.PIPE, env=environment()
    ) as program:
        assert program.stdout is not None
        assert program.stderr is not None
        first = program.stdout.readline()
        program.stdout.close()
        expected = (PLAIN.encode() + b"\n", b"", 128 + signal.SIGPIPE)
        assert expected == (first, program.stderr.read(), program.wait(60))


@pytest.mark.usefixtures("interruptible")
@pytest.mark.parametrize(
    ("number", "code", "left"),
    [
        (signal.SIGINT, 130, {"out.jsonl"}),
        (signal.SIGTERM, 143, {"out.jsonl"}),
        # Nothing can be tidied up then; the old file stands all the same.
        (signal.SIGKILL, -9, {"out.jsonl", ".part"}),
    ],
)
def test_a_signal_never_leaves_half_a_file(number: int, code: int, left: set[str], folder: Path) -> None:
    (folder / "out.jsonl").write_text("old")
    with subprocess.Popen(
        [*NATIVE, "--jsonl", "-o", "out.jsonl"], stdin=subprocess.PIPE, stderr=subprocess.PIPE, env=environment()
    ) as program:
        assert program.stdin is not None
        program.stdin.write(f"{PLAIN}\n".encode() * 5000)
        program.stdin.flush()
        while not any(path.stat().st_size for path in folder.glob(".turnwire-*.part")):
            assert program.poll() is None
        program.send_signal(number)
        program.stdin.close()
        assert code == program.wait(60)
    names = {".part" if path.suffix == ".part" else path.name for path in folder.iterdir()}
    assert ("old", left) == ((folder / "out.jsonl").read_text(), names)


def terminal_output(arguments: list[str], **more: str) -> bytes:
    """What the program writes to standard output when that is a terminal."""
    leader, follower = pty.openpty()
    with subprocess.Popen(arguments, stdout=follower, stderr=subprocess.DEVNULL, env=environment(**more)) as program:
        os.close(follower)
        written = b""
        try:
            while more_bytes := os.read(leader, 65536):
                written += more_bytes
        except OSError:  # Linux says so when the other side is closed
            pass
        program.wait(60)
    os.close(leader)
    return written


@pytest.mark.parametrize(
    ("terminal", "more", "coloured"),
    [
        (True, {}, True),
        (True, {"NO_COLOR": "1"}, False),
        (True, {"NO_COLOR": "1", "FORCE_COLOR": "1"}, False),
        (True, {"TERM": "dumb"}, False),
        (False, {}, False),
        (False, {"FORCE_COLOR": "1"}, True),
        (False, {"FORCE_COLOR": "1", "NO_COLOR": "1"}, False),
    ],
)
def test_colours_are_for_terminals(terminal: bool, more: dict[str, str], coloured: bool, folder: Path) -> None:  # noqa: FBT001
    (folder / "bad.json").write_text(TWICE)
    written = terminal_output(CHECK, **more) if terminal else run(CHECK, **more).stdout
    assert b"TW104" in written
    assert coloured == (b"\x1b[" in written)


def test_a_document_cannot_write_to_the_terminal(folder: Path) -> None:
    (folder / "bad.json").write_text('{"\x1b[31m\u202e')
    found = run([*PROGRAM, "validate", "bad.json", "--from", "turnwire", "--kind", "request"])
    assert (
        found.returncode,
        b"".join(byte for byte in (b"\x1b", "\u202e".encode()) if byte in found.stdout),
    ) == (1, b"")


def test_no_input_at_all_is_said(folder: Path) -> None:
    leader, follower = pty.openpty()
    found = subprocess.run(
        [*PROGRAM, "detect"],
        stdin=follower,
        capture_output=True,
        env=environment(),
        cwd=folder,
        check=False,
        timeout=60,
    )
    os.close(leader)
    os.close(follower)
    expected = (2, b"Error: name the files, or pipe a document in")
    assert expected == (found.returncode, found.stderr.splitlines()[-1])
