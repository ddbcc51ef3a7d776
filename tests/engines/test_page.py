"""The programs of docs/engines.md run as they are shown, each where its engine is."""

from __future__ import annotations

import importlib.util
import json
import re
import subprocess
import sys
from typing import TYPE_CHECKING, Final

import pytest
from tests.docs.pages import ROOT, Snippet, snippets
from tests.engines.rows import FEW, table_of

if TYPE_CHECKING:
    from pathlib import Path

PAGE: Final = ROOT / "docs" / "engines.md"
MODULES: Final = {"spark": "pyspark"}
"""The packages of engines with another name."""
PROGRAMS: Final = {
    each.path.removesuffix("_job.py"): each for each in snippets("python") if each.path and each.page == PAGE
}


def test_each_engine_has_a_program() -> None:
    modules = {path.stem for path in (ROOT / "python/turnwire/arrow/engines").glob("[!_]*.py")}
    assert modules == set(PROGRAMS)
    assert modules == {path.stem[5:] for path in (ROOT / "tests/engines").glob("test_*.py")} - {"page"}


@pytest.mark.parametrize("engine", PROGRAMS)
def test_a_program(engine: str, tmp_path: Path) -> None:
    import pyarrow.parquet as pq

    if importlib.util.find_spec(MODULES.get(engine, engine)) is None:
        pytest.skip(f"{engine} is not installed: make test-engines ENGINES={engine}")
    program: Snippet = PROGRAMS[engine]
    (tmp_path / "logs").mkdir()
    table = table_of(FEW)
    for half in (0, 1):
        part = table.slice(half * FEW // 2, FEW // 2)
        pq.write_table(part.set_column(0, "n", part.column("n").cast("string")), tmp_path / f"logs/{half}.parquet")
    (tmp_path / "job.py").write_text(program.text)
    done = subprocess.run(
        [sys.executable, "job.py"], cwd=tmp_path, capture_output=True, text=True, check=False, timeout=600
    )
    assert 0 == done.returncode, done.stderr
    if engine == "datatrove":  # its readers leave out rows without a text
        lines = [json.loads(line) for path in (tmp_path / "made").iterdir() for line in path.read_text().splitlines()]
        assert (380, 40) == (len(lines), sum(line["metadata"]["error"] is not None for line in lines))
    else:
        assert re.search("^400 rows, 60 refused$", done.stdout, re.MULTILINE), done.stdout
