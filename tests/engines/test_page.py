"""The programs of docs/bulk.md run as they are shown, each where its engine is, but with folders for the bucket."""

from __future__ import annotations

import gzip
import importlib.util
import json
import re
import subprocess
import sys
from typing import TYPE_CHECKING, Final

import pytest
from tests.docs.pages import ROOT, snippets
from tests.engines.rows import FEW, table_of

if TYPE_CHECKING:
    from pathlib import Path

PAGE: Final = ROOT / "docs" / "bulk.md"
MODULES: Final = {"spark": "pyspark"}
"""The packages of engines with another name."""
OF_LINES: Final = re.compile("^.*\n# (.*)  # JSON Lines$", re.MULTILINE)
"""The line that reads Parquet, and the one to take instead of it."""
PROGRAMS: Final = {
    each.path.removesuffix("_job.py"): each for each in snippets("python") if each.path and each.page == PAGE
}


def test_each_engine_has_a_program() -> None:
    modules = {path.stem for path in (ROOT / "python/turnwire/arrow/engines").glob("[!_]*.py")}
    assert modules == set(PROGRAMS)
    assert modules == {path.stem[5:] for path in (ROOT / "tests/engines").glob("test_*.py")} - {"page"}


@pytest.mark.parametrize("form", ["parquet", "lines"])
@pytest.mark.parametrize("engine", PROGRAMS)
def test_a_program(engine: str, form: str, tmp_path: Path) -> None:
    if importlib.util.find_spec(MODULES.get(engine, engine)) is None:
        pytest.skip(f"{engine} is not installed: make test-engines ENGINES={engine}")
    written(tmp_path)
    text, swapped = re.subn(OF_LINES, r"\1" if form == "lines" else r"\g<0>", PROGRAMS[engine].text)
    assert 1 == swapped
    (tmp_path / "job.py").write_text(re.sub("s3a?://bucket/", "", text))
    done = subprocess.run(
        [sys.executable, "job.py"], cwd=tmp_path, capture_output=True, text=True, check=False, timeout=600
    )
    assert 0 == done.returncode, done.stderr
    if engine == "datatrove":
        lines = [
            line for path in (tmp_path / "made").iterdir() for line in gzip.decompress(path.read_bytes()).split(b"\n")
        ]
        refused = [json.loads(line)["metadata"]["error"] is not None for line in lines if line]
        assert (380, 40) == (len(refused), sum(refused))  # of Parquet, its reader leaves out rows without a text
    else:
        rows = {"parquet": "400 rows, 60 refused", "lines": "380 rows, 40 refused"}[form]
        assert re.search(f"^{rows}$", done.stdout, re.MULTILINE), done.stdout


ODD_LINES: Final = {
    "a control character": b'"a\x01b"',
    "marks of CSV": b'"a\\"b, \'c\' |;\t"',
    "NUL": b'"a\x00b"',
    "line separators": '"a\u2028b\u0085c"'.encode(),
}


@pytest.mark.parametrize("odd", ODD_LINES.values(), ids=ODD_LINES)
def test_a_line_is_a_row_for_duckdb_whatever_is_in_it(odd: bytes, tmp_path: Path) -> None:
    duckdb = pytest.importorskip("duckdb", reason="duckdb is not installed: make test-engines ENGINES=duckdb")
    (tmp_path / "odd.jsonl").write_bytes(b"1\n" + odd + b"\n3\n")
    settings = PROGRAMS["duckdb"].text
    names: dict[str, str] = {}
    exec(settings[settings.index("DELIM") : settings.index("query")], names)  # noqa: S102 - a program of our page
    rows = duckdb.sql(f"FROM read_csv('{tmp_path}/odd.jsonl', {names['LINES']})").fetchall()
    assert ["1", odd.decode(), "3"] == [row[0] for row in rows]


def written(folder: Path) -> None:
    """Write the rows in two files of Parquet, and the documents that are there in two of lines."""
    import pyarrow.parquet as pq

    table = table_of(FEW)
    for name in ("logs", "lines"):
        (folder / name).mkdir()
    for half in (0, 1):
        part = table.slice(half * FEW // 2, FEW // 2)
        pq.write_table(part.set_column(0, "n", part.column("n").cast("string")), folder / f"logs/{half}.parquet")
        documents = [each for each in part.column("document").to_pylist() if each is not None]
        (folder / f"lines/{half}.jsonl").write_text("".join(f"{each}\n" for each in documents))
