"""A pipeline of datatrove gives the same rows as the local run, and skips the shards that are done."""

from __future__ import annotations

import gzip
import json
from typing import TYPE_CHECKING, Any

import pytest
from tests.engines.rows import FEW, MANY, SPECS, expected, table_of

pytest.importorskip("datatrove", reason="datatrove is not installed: make test-engines ENGINES=datatrove")

from turnwire.arrow import RESULT
from turnwire.arrow.engines.datatrove import document_step, line_reader

if TYPE_CHECKING:
    from pathlib import Path

    import pyarrow as pa


def written(table: pa.Table, folder: Path, shards: int) -> Path:
    """The rows that have a document, as JSON lines in so many files: datatrove reads no others."""
    (folder / "in").mkdir()
    rows = [row for row in table.to_pylist() if row["document"]]
    for shard in range(shards):
        lines = [json.dumps({"text": row["document"], "id": str(row["n"])}) for row in rows[shard::shards]]
        (folder / "in" / f"{shard}.jsonl").write_text("\n".join(lines))
    return folder / "in"


def ran(folder: Path, spec: Any, shards: int) -> list[dict[str, Any]]:
    """Run a pipeline in two processes, and read what it wrote, in the order of the rows."""
    from datatrove.executor import LocalPipelineExecutor
    from datatrove.pipeline.readers import JsonlReader
    from datatrove.pipeline.writers import JsonlWriter

    steps = [JsonlReader(str(folder / "in")), document_step(spec, batch_size=100), JsonlWriter(str(folder / "out"))]
    LocalPipelineExecutor(steps, tasks=shards, workers=2, logging_dir=str(folder / "logs")).run()
    lines = [line for path in (folder / "out").iterdir() for line in gzip.decompress(path.read_bytes()).splitlines()]
    return sorted(map(json.loads, lines), key=lambda row: int(row["id"]))


def check(table: pa.Table, spec: Any, made: list[dict[str, Any]]) -> None:
    names = [name for name in RESULT.names if name != "document"]
    given = table.filter(table.column("document").is_valid())
    wanted = expected(given, spec).to_pylist()
    assert [str(row["n"]) for row in wanted] == [row["id"] for row in made]
    texts = zip(wanted, given.column("document").to_pylist(), strict=True)
    assert [text if row["document"] is None else row["document"] for row, text in texts] == [
        row["text"] for row in made
    ]
    assert [{name: row[name] for name in names} for row in wanted] == [
        {name: row["metadata"][name] for name in names} for row in made
    ]


@pytest.mark.parametrize("name", SPECS)
def test_each_operator(name: str) -> None:
    from datatrove.data import Document

    table = table_of(FEW)
    rows = [row for row in table.to_pylist() if row["document"]]
    documents = (Document(row["document"], str(row["n"])) for row in rows)
    step = document_step(SPECS[name], batch_size=64)
    made = [{"id": each.id, "text": each.text, "metadata": each.metadata} for each in step(documents)]
    check(table, SPECS[name], made)
    refusals = sum(each["metadata"]["error"] is not None for each in made)
    assert (refusals, len(made) - refusals) == (step.stats["refused"].total, step.stats["done"].total)


def test_many_rows_and_a_second_run(tmp_path: Path) -> None:
    table = table_of(MANY)
    written(table, tmp_path, 4)
    made = ran(tmp_path, SPECS["convert"], 4)
    check(table, SPECS["convert"], made)
    files = {path: path.stat().st_mtime_ns for path in (tmp_path / "out").iterdir()}
    assert made == ran(tmp_path, SPECS["convert"], 4)
    assert files == {path: path.stat().st_mtime_ns for path in (tmp_path / "out").iterdir()}


def test_metadata_with_the_name_of_a_result() -> None:
    from datatrove.data import Document

    step = document_step(SPECS["detect"])
    with pytest.raises(ValueError, match="rename or drop error"):
        list(step([Document("{}", "1", metadata={"error": 1})]))


def test_lines_as_they_are(tmp_path: Path) -> None:
    lines = ['{"a": 1}', "", "{", " [2] ", '{"text": "no other text"}']
    (tmp_path / "plain.jsonl").write_text("\n".join(lines))
    (tmp_path / "packed.jsonl.gz").write_bytes(gzip.compress("「\r\n{\n".encode()))
    found = [(each.id, each.text) for each in line_reader(str(tmp_path))()]
    plain = [(f"plain.jsonl/{number}", line.strip()) for number, line in enumerate(lines) if line]
    assert [("packed.jsonl.gz/0", "「"), ("packed.jsonl.gz/1", "{"), *plain] == found


def test_lines_that_are_no_utf8(tmp_path: Path) -> None:
    (tmp_path / "latin.jsonl").write_bytes(b'{"a": 1}\n"\xe4"\n')
    lines = line_reader(str(tmp_path))()
    assert '{"a": 1}' == next(lines).text
    with pytest.raises(UnicodeDecodeError):
        next(lines)
