"""A disk that becomes full is named with the file, and a run with a journal says how to go on."""

from __future__ import annotations

import json
import os
import resource
import subprocess
import sys
from typing import TYPE_CHECKING

import pytest
from tests.cli.test_jobs import PROGRAM

if TYPE_CHECKING:
    from pathlib import Path

MOST = 50_000
GO_ON = "\n  hint: j has what is done: add --resume to the command to go on"
COMMANDS = {
    "convert in.jsonl --to anthropic_messages -o out.jsonl": "out.jsonl",
    "repair in.jsonl -o out.jsonl": "out.jsonl",
    "repair in.jsonl --write": "in.jsonl",
}


def ran(command: str, folder: Path, *, most: int | None) -> subprocess.CompletedProcess[str]:
    """Run the program, which can write files of so many bytes."""
    limit = resource.RLIM_INFINITY if most is None else most

    def limited() -> None:
        resource.setrlimit(resource.RLIMIT_FSIZE, (limit, resource.RLIM_INFINITY))

    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)}
    return subprocess.run(
        [*PROGRAM, *command.split()],
        cwd=folder,
        env=environment,
        preexec_fn=limited,
        capture_output=True,
        text=True,
        check=False,
    )


def made(folder: Path, command: str) -> Path:
    folder.mkdir()
    role = "human" if command.startswith("repair") else "user"
    line = json.dumps({"model": "m", "messages": [{"role": role, "content": "word " * 30}]})
    (folder / "in.jsonl").write_text(f"{line}\n" * 600)
    return folder


@pytest.mark.parametrize("command", COMMANDS)
def test_the_file_is_named_and_the_run_goes_on(command: str, tmp_path: Path) -> None:
    alone, noted, whole = (made(tmp_path / name, command) for name in ("alone", "noted", "whole"))
    message = f"Error: {COMMANDS[command]}: cannot be written: File too large"
    failed = ran(command, alone, most=MOST)
    assert (failed.returncode, failed.stderr.splitlines()[-1]) == (2, message)
    assert [each.name for each in alone.iterdir()] == ["in.jsonl"]
    failed = ran(f"{command} --journal j", noted, most=MOST)
    assert failed.returncode == 2
    assert failed.stderr.endswith(f"{message}{GO_ON}\n")
    assert ran(f"{command} --journal j --resume", noted, most=None).returncode == 0
    assert ran(command, whole, most=None).returncode == 0
    assert (noted / COMMANDS[command]).read_bytes() == (whole / COMMANDS[command]).read_bytes()
