"""Jobs over archives, which an engine does like processes of this machine."""

from __future__ import annotations

import os
import subprocess
import sys
from typing import TYPE_CHECKING

from tests.bulk.jobs import contents, ran, written

from turnwire.bulk.engines import engine

if TYPE_CHECKING:
    from pathlib import Path

    import pytest

SIZE = 600


def check_same_output(name: str, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Compare what an engine writes with what this process writes; the paths of the job are relative."""
    written(folder)
    monkeypatch.chdir(folder)
    root = type(folder)()
    paths = ["a.jsonl", "b.jsonl.gz", "c.parquet"]
    counts, failed = ran(paths, root / "here", size=SIZE)
    assert [] == failed
    assert (counts, []) == ran(paths, root / name, workers=2, size=SIZE, engine=engine(name))
    assert contents(folder / "here") == contents(folder / name)
    assert len(contents(folder / name)) > 20


def check_stops(name: str, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Stop a job at the first document that is refused, and go on: each row is in the output once."""
    (path, *_) = written(folder)
    monkeypatch.chdir(folder)
    _, failed = ran([path], folder / "out", workers=2, size=SIZE, engine=engine(name), stops=True)
    assert [(True, True)] == [(each.ends, each.is_refusal) for each in failed]
    counts, failed = ran([path], folder / "out", size=SIZE)
    assert (60, []) == (counts.rows, failed)
    ran([path], folder / "here", size=SIZE)
    assert contents(folder / "here") == contents(folder / "out")


def check_does_not_start(name: str, folder: Path, environment: dict[str, str], says: str) -> None:
    """Run the command where the engine has no cluster: its last line says so, and nothing is a traceback."""
    (path, *_) = written(folder)
    command = ["-m", "turnwire", "bulk", "convert", path, str(folder / "out"), "--to", "anthropic_messages"]
    with_path = {"PYTHONPATH": os.pathsep.join(sys.path)}
    run = subprocess.run(
        [sys.executable, *command, "--engine", name],
        capture_output=True,
        text=True,
        check=False,
        env=os.environ | with_path | environment,
    )
    assert 2 == run.returncode
    assert run.stderr.splitlines()[-1].startswith(says)
    assert "Traceback" not in run.stderr
