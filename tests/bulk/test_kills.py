"""A job whose workers and whose own process are killed loses no row, doubles none, and writes what it would have.

`TURNWIRE_KILLS=300` kills that many processes in all (`make soak`).
"""

from __future__ import annotations

import contextlib
import itertools
import json
import os
import random
import shutil
import signal
import subprocess
import sys
import time
from collections import Counter
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

pytest.importorskip("pyarrow", reason="pyarrow is not installed: pip install 'turnwire[arrow]'")

from tests.bulk.jobs import contents, written

from turnwire.bulk.manifest import NAME

if TYPE_CHECKING:
    from collections.abc import Iterator

KILLS = int(os.environ.get("TURNWIRE_KILLS", "6"))
ROWS = 1500
COMMAND = "bulk convert a.jsonl b.jsonl.gz c.parquet out --to anthropic_messages --jobs 2 --quiet --unit-size 8KB"


def started(folder: Path, output: str) -> subprocess.Popen[bytes]:
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)}
    command = [sys.executable, "-m", "turnwire", *COMMAND.split(), "--output-format", output]
    return subprocess.Popen(command, cwd=folder, stderr=subprocess.PIPE, env=environment)


def lines(folder: Path) -> list[dict[str, Any]]:
    """The whole lines of the manifest."""
    try:
        text = (folder / "out" / NAME).read_bytes()
    except OSError:
        return []
    return [json.loads(line) for line in text[: text.rfind(b"\n") + 1].splitlines()]


def units(folder: Path) -> list[dict[str, Any]]:
    """What the manifest says of each unit, in the order of the output."""
    found = {line["unit"]["number"]: line for line in lines(folder) if line["type"] == "unit"}
    return [found[number] for number in sorted(found)]


def workers(parent: int) -> Iterator[int]:
    """The worker processes of a job that have not ended (on Linux)."""
    for path in Path("/proc").glob("[0-9]*/stat"):
        try:
            fields = path.read_text().rpartition(")")[2].split()
            command = (path.parent / "cmdline").read_bytes()
        except OSError:
            continue
        if fields[0] != "Z" and int(fields[1]) == parent and b"resource_tracker" not in command:
            yield int(path.parent.name)


def killed(run: subprocess.Popen[bytes], folder: Path, chance: random.Random) -> str | None:
    """Kill the job or one of its workers at any time, mostly between two units; return which, if it was there."""
    wait_for = len(lines(folder)) + chance.choice((0, 1, 1, 2, 5))
    deadline = time.monotonic() + chance.choice((1, 30, 30))
    while run.poll() is None and len(lines(folder)) < wait_for and time.monotonic() < deadline:
        time.sleep(0.002)
    time.sleep(chance.random() * 0.03)
    if run.poll() is not None:
        return None
    found = list(workers(run.pid)) if chance.random() < 0.5 else []
    if found:
        with contextlib.suppress(ProcessLookupError):  # it has ended since
            os.kill(chance.choice(found), signal.SIGKILL)
            return "worker"
    os.kill(run.pid, signal.SIGKILL)
    return "job"


def disturb(folder: Path, output: str, most: int, chance: random.Random) -> list[str]:
    """Run a job until it is done or so many processes of it were killed; return which."""
    kills: list[str] = []
    while len(kills) < most:
        run = started(folder, output)
        while len(kills) < most and (victim := killed(run, folder, chance)):
            kills.append(victim)
            if victim == "job":
                break
        run.communicate(timeout=300)
        if run.returncode >= 0:
            break
    return kills


@pytest.mark.parametrize("output", ["jsonl", "parquet"])
@pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="finds the workers in /proc, which is Linux's")
def test_killed_processes_change_nothing(tmp_path: Path, output: str) -> None:
    chance = random.Random(output)  # noqa: S311 - when to kill is no secret
    whole = tmp_path / "whole"
    whole.mkdir()
    paths = written(whole, ROWS)
    assert 1 == ended(whole, output)
    expected = contents(whole / "out"), units(whole)
    assert 3 * ROWS == sum(each["counts"]["rows"] for each in expected[1])
    kills: Counter[str] = Counter()
    for number in itertools.count():
        if kills.total() >= KILLS // 2:
            break
        folder = tmp_path / str(number)
        folder.mkdir()
        for path in paths:
            os.link(path, folder / Path(path).name)
        kills.update(disturb(folder, output, KILLS // 2 - kills.total(), chance))
        assert 1 == ended(folder, output)  # some documents are refused
        assert expected == (contents(folder / "out"), units(folder))
        shutil.rmtree(folder)


def ended(folder: Path, output: str) -> int:
    """Run a job to its end; return its exit code."""
    run = started(folder, output)
    assert b"" == run.communicate(timeout=300)[1]
    return run.returncode
