"""A run with a journal that is killed goes on: nothing is lost, doubled or torn, and the output is the same.

`TURNWIRE_KILLS=300` kills that many processes for each command, and one at each step that changes the disk.
"""

from __future__ import annotations

import gzip
import itertools
import os
import random
import signal
import subprocess
import sys
import time
from typing import TYPE_CHECKING, NamedTuple

import pytest
from tests.cli.test_jobs import MADE, PROGRAM, line

import turnwire

if TYPE_CHECKING:
    from pathlib import Path

KILLS = int(os.environ.get("TURNWIRE_KILLS", "3"))
ONE_IN = 1 if "TURNWIRE_KILLS" in os.environ else 3
"""One in so many of the steps that change the disk is the last one of a run."""
COMMANDS = {
    "validate to standard output": "validate in --format jsonl --quarantine q",
    "validate to one document": "validate in.jsonl --format sarif",
    "convert to a folder": "convert in --to anthropic_messages -o out/ --losses losses.jsonl --quarantine q",
    "convert to a file": "convert in.jsonl --to openai_responses -o out.jsonl --format json",
    "convert a packed file": "convert in.jsonl.gz --to anthropic_messages -o out.jsonl",
    "convert an array": "convert in.json --to openai_responses -o out.json",
    "repair in place": "repair in --write --manifest manifest.jsonl --quarantine q",
    "repair a file in place": "repair in.jsonl --write --format json",
    "repair a packed file in place": "repair in.jsonl.gz --write",
    "repair an array to a folder": "repair in.json -o out/ --manifest manifest.jsonl",
    "repair nothing": "repair in.jsonl --check --quarantine q",
}


class Left(NamedTuple):
    """What a run leaves behind."""

    code: int
    said: bytes
    report: bytes
    files: dict[str, bytes]


def started(command: str, folder: Path) -> subprocess.Popen[bytes]:
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)}
    # A worker that starts while its parent is killed still writes a traceback, to the files of the earlier run.
    for name in ("stdout", "stderr"):
        (folder / name).unlink(missing_ok=True)
    with (folder / "stdout").open("wb") as report, (folder / "stderr").open("wb") as said:
        return subprocess.Popen([*PROGRAM, *command.split()], cwd=folder, stdout=report, stderr=said, env=environment)


def left(run: subprocess.Popen[bytes], folder: Path) -> Left:
    code = run.wait(120)
    files = {
        str(path.relative_to(folder)): path.read_bytes()
        for path in folder.rglob("*")
        if path.is_file() and path.name not in ("stdout", "stderr")
    }
    return Left(code, (folder / "stderr").read_bytes(), (folder / "stdout").read_bytes(), files)


def killed(run: subprocess.Popen[bytes], journal: Path, chance: random.Random) -> bool:
    """Kill a run soon after it has noted one more task, or at any time; return whether it was still there."""
    lines = size(journal)
    deadline = time.monotonic() + chance.choice((0.4, 60, 60))
    while run.poll() is None and size(journal) <= lines and time.monotonic() < deadline:
        time.sleep(0.002)
    time.sleep(chance.random() * 0.03)
    run.send_signal(signal.SIGKILL)
    return run.wait() == -signal.SIGKILL


def size(path: Path) -> int:
    try:
        return path.read_bytes().count(b"\n")
    except OSError:
        return 0


@pytest.mark.parametrize("name", COMMANDS)
def test_a_killed_run_goes_on_and_leaves_the_same(tmp_path: Path, name: str) -> None:
    command = COMMANDS[name]
    chance = random.Random(name)  # noqa: S311 - when to kill is no secret
    kills = 0
    folder = tmp_path / "whole"
    folder.mkdir()
    MADE[command.split()[1]](folder)
    expected = left(started(command, folder), folder)
    assert expected.files.keys() > set()
    for number in range(KILLS):
        folder = tmp_path / str(number)
        folder.mkdir()
        MADE[command.split()[1]](folder)
        while True:
            again = f"{command} --journal journal --resume --jobs {chance.choice((1, 1, 2))}"
            if kills >= KILLS or not killed(started(again, folder), folder / "journal", chance):
                break
            if (folder / "stderr").read_bytes() == expected.said and not (folder / "journal").exists():
                break  # it was complete, and a file that was replaced needs no repair again
            kills += 1
        found = left(started(again, folder), folder) if kills >= KILLS else None
        if found is None:
            # It ended before it was killed.
            continue
        assert expected._replace(files={}) == found._replace(files={})
        assert expected.files == found.files
        break
    assert kills == KILLS


GO_ON = "j has what is done: add --resume to the command to go on\n"
INTERRUPTIONS: dict[tuple[str, int], str] = {
    ("validate in.jsonl -q --journal j --format concise", signal.SIGINT): f"interrupted: {GO_ON}",
    ("validate in.jsonl -q --journal j --format concise", signal.SIGTERM): f"terminated: {GO_ON}",
    ("repair in.jsonl --check -q --journal j --jobs 2", signal.SIGINT): f"interrupted: {GO_ON}",
    ("validate in.jsonl -q --format concise", signal.SIGINT): "interrupted\n",
    ("validate in.jsonl -q --format concise", signal.SIGTERM): "",
}


@pytest.mark.usefixtures("interruptible")
@pytest.mark.parametrize(("command", "number"), INTERRUPTIONS)
def test_an_interrupted_run_says_how_to_go_on(tmp_path: Path, command: str, number: int) -> None:
    (tmp_path / "in.jsonl").write_text("\n".join(line(number, 2000) for number in range(20000)))
    run = started(command, tmp_path)
    while run.poll() is None and (tmp_path / "stdout").stat().st_size == 0 and size(tmp_path / "j") < 2:
        time.sleep(0.002)
    run.send_signal(number)
    found = left(run, tmp_path)
    assert (128 + number, INTERRUPTIONS[command, number]) == (found.code, found.said.decode())


OTHERS = {
    "validate in.jsonl --resume": "--resume needs --journal",
    "validate - --journal j": "standard input cannot be read again: --journal needs files",
    "validate in.jsonl --journal begun": "begun: exists: add --resume to go on, or remove it",
    "validate in.jsonl --journal begun --resume --strict": "is of other options, or files were added, removed",
    "validate in.jsonl --journal other --resume": "other: is not a journal of turnwire",
    "convert in.jsonl --to anthropic_messages --journal j": "--journal needs -o",
    "repair in.jsonl --journal j": "--journal needs -o, --write or --check: what was printed cannot be taken back",
    "repair in.jsonl --diff --journal j": "--journal needs -o, --write or --check",
    "validate in.jsonl --quarantine full": "--quarantine full: the folder is not empty",
    "validate in.jsonl --quarantine other": "--quarantine other: is no folder: name another one",
    "validate in.jsonl --journal pipe --resume": "--journal pipe: is a pipe or a device: a journal is a file",
    "convert in.jsonl --to anthropic -o o.jsonl --journal pipe --resume --no-clobber": "--journal pipe: is a pipe or",
    "validate in.jsonl --journal full": "full: cannot be written: Is a directory",
}


@pytest.mark.parametrize("command", OTHERS)
def test_what_cannot_go_on_is_refused(tmp_path: Path, command: str) -> None:
    (tmp_path / "in.jsonl").write_text("\n".join(line(number, 2000) for number in range(2000)))
    (tmp_path / "other").write_text("{}\n")
    (tmp_path / "full").mkdir()
    os.mkfifo(tmp_path / "pipe")
    (tmp_path / "full" / "a.json").write_text("{}")
    (tmp_path / "begun").write_text(f'{{"turnwire":"{turnwire.__version__}","run":"another"}}\n')
    found = left(started(command, tmp_path), tmp_path)
    assert (2, True) == (found.code, OTHERS[command] in " ".join(found.said.decode().split())), found.said


_DYING = """
import os, signal, sys
left = int(sys.argv[1])
def dying(real):
    def call(*arguments, **named):
        global left
        left -= 1
        if left < 0:
            os.kill(os.getpid(), signal.SIGKILL)
        return real(*arguments, **named)
    return call
for name in ("write", "fsync", "replace", "link", "unlink"):
    setattr(os, name, dying(getattr(os, name)))
from turnwire.cli.app import run
sys.exit(run(sys.argv[2:]))
"""
STEPS = {
    "repair in --write --manifest m --quarantine q": 20,
    "repair in --write --no-backup --format json": 12,
    "repair in --check --quarantine q": 2,
    "convert in --to anthropic_messages -o out/ --no-clobber --losses m": 5,
}
"""How many steps that change the disk each command takes, at least."""


def small(folder: Path) -> None:
    """Files that change, that do not, and that cannot be read; and one that stands where an output would go."""
    (folder / "in").mkdir(parents=True)
    for number in (*range(3), 8, 12):
        (folder / "in" / f"{number:02}.json").write_text(line(number))
    (folder / "in" / "03.jsonl").write_text("\n".join(line(number) for number in range(3)))
    (folder / "in" / "04.jsonl").write_text(line(2) + "\n" + line(0) + "\n")
    (folder / "in" / "13.jsonl.gz").write_bytes(gzip.compress(f"{line(2)}\n".encode() * 3, mtime=0))
    (folder / "in" / "14.jsonl.gz").write_bytes(gzip.compress(f"{line(2)}\n".encode() * 3, mtime=0)[:-5])
    (folder / "in" / "15.yaml").write_text("history: [5\n")
    (folder / "out").mkdir()
    (folder / "out" / "01.json").write_text("stays")


@pytest.mark.parametrize("command", STEPS)
def test_a_run_that_is_killed_at_any_step_goes_on(tmp_path: Path, command: str) -> None:
    small(tmp_path / "whole")
    expected = left(started(command, tmp_path / "whole"), tmp_path / "whole")
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)}
    again = f"{command} --journal j --resume"
    for step in itertools.count(list(STEPS).index(command) % ONE_IN, ONE_IN):
        folder = tmp_path / str(step)
        small(folder)
        dying = [sys.executable, "-c", _DYING, str(step), *again.split()]
        with (folder / "stdout").open("wb") as out:
            done = subprocess.run(dying, cwd=folder, env=environment, stdout=out, stderr=out, check=False)
        if done.returncode != -signal.SIGKILL:
            assert step >= STEPS[command]
            return
        assert expected == left(started(again, folder), folder), step
