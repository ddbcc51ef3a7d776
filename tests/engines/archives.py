"""Jobs over archives, which an engine does like processes of this machine."""

from __future__ import annotations

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
