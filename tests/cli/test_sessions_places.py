"""Where `turnwire sessions` reads and writes: files that are read stay as they are, and pipes can be read."""

from __future__ import annotations

import itertools
import json
import os
import subprocess
from typing import TYPE_CHECKING

import pytest
from click.testing import CliRunner
from tests.cli.test_jobs import PROGRAM
from tests.session_files.claude import file_of
from tests.session_files.claude_files import CLAUDE

from turnwire.cli.app import app

if TYPE_CHECKING:
    from pathlib import Path

    from click.testing import Result

pytestmark = pytest.mark.all_dialects

SESSION = file_of(*CLAUDE["parallel-calls"])


@pytest.fixture
def session(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    path = tmp_path / "a.jsonl"
    path.write_bytes(SESSION)
    (tmp_path / "link.jsonl").symlink_to(path)
    return path


def run(command: str, data: bytes | None = None) -> Result:
    return CliRunner().invoke(app, ["sessions", *command.split()], input=data)


@pytest.mark.parametrize("out", ["a.jsonl", "./a.jsonl", "link.jsonl"])
@pytest.mark.parametrize(
    "command",
    [
        "convert a.jsonl --to codex -o",
        "convert a.jsonl --to codex --losses",
        "export a.jsonl -o",
        "export a.jsonl --to anthropic --losses",
        "show a.jsonl --html",
    ],
)
def test_no_command_writes_over_the_session_that_it_reads(command: str, out: str, session: Path) -> None:
    done = run(f"{command} {out}")
    assert 2 == done.exit_code
    assert "would write over a.jsonl, which is read: name another place" in done.stderr
    assert SESSION == session.read_bytes()


def test_two_outputs_are_two_files(session: Path) -> None:
    done = run(f"convert {session.name} --to codex -o b.jsonl --losses ./b.jsonl")
    assert 2 == done.exit_code
    assert "-o and --losses would both write b.jsonl: name another place" in done.stderr


def test_an_export_that_is_piped_becomes_the_session_again(session: Path) -> None:
    exported = run(f"export {session.name}").stdout_bytes
    back = run("convert - --to claude_code", exported).stdout_bytes
    assert [json.loads(line) for line in SESSION.splitlines()] == [json.loads(line) for line in back.splitlines()]


@pytest.mark.parametrize(
    ("command", "data"),
    [
        ("show {}", SESSION),
        *itertools.product(
            ("convert {} --to codex", "export {} --to anthropic"),
            (SESSION, b'{"messages":[{"role":"user","content":"hello"}]}'),
        ),
    ],
)
@pytest.mark.usefixtures("session")
def test_a_pipe_is_read_by_its_name(command: str, data: bytes) -> None:
    reader, writer = os.pipe()
    os.write(writer, data)
    os.close(writer)
    arguments = command.format(f"/dev/fd/{reader}").split()
    done = subprocess.run(
        [*PROGRAM, "sessions", *arguments], pass_fds=[reader], capture_output=True, check=False, timeout=60
    )
    os.close(reader)
    assert (0, True) == (done.returncode, b"hello" in done.stdout), done.stderr


def test_a_pipe_in_a_folder_is_not_waited_for(session: Path) -> None:
    os.mkfifo(session.with_name("pipe.jsonl"))
    done = subprocess.run([*PROGRAM, "sessions", "list", session.parent], capture_output=True, check=False, timeout=60)
    assert 0 == done.returncode
    assert b"1 other file: no session of a known agent" in done.stderr
