"""Parquet files as other programs write them: odd columns, no rows, no row groups, and the output of an earlier job."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import pytest
from click.testing import CliRunner

pytest.importorskip("pyarrow", reason="pyarrow is not installed: pip install 'turnwire[arrow]'")

import pyarrow as pa
import pyarrow.parquet as pq
from tests.bulk.jobs import document

from turnwire.cli.app import app

if TYPE_CHECKING:
    from pathlib import Path

TEXTS = [document(number).decode() for number in range(5)]
"""Five documents, of which none is refused."""


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "in").mkdir()
    return tmp_path


def ran(line: str) -> tuple[int, list[str]]:
    done = CliRunner().invoke(app, ["bulk", *line.split()], catch_exceptions=False)
    return done.exit_code, [" ".join(each.split()) for each in done.stderr.splitlines()]


def summary(line: str) -> tuple[int, dict[str, Any]]:
    code, told = ran(f"{line} --format json")
    return code, json.loads(told[-1])["summary"]


def of_bytes(kind: pa.DataType) -> pa.Array:
    return pa.array([each.encode() for each in TEXTS], kind)


COLUMNS = {
    "string": pa.array(TEXTS),
    "large_string": pa.array(TEXTS, pa.large_string()),
    "string_view": pa.array(TEXTS, pa.string_view()),
    "binary": of_bytes(pa.binary()),
    "large_binary": of_bytes(pa.large_binary()),
    "binary_view": of_bytes(pa.binary_view()),
    "dictionary": pa.array(TEXTS).dictionary_encode(),
}


@pytest.mark.parametrize("output", ["parquet", "jsonl"])
@pytest.mark.parametrize("name", COLUMNS)
def test_texts_of_every_kind(name: str, output: str) -> None:
    nested = pa.array([{"a": [1], "b": {"c": "x"}}] * 5)
    pq.write_table(pa.table({"document": COLUMNS[name], "more": nested, "other": nested}), "in/a.parquet")
    code, found = summary(f"convert in out --to anthropic_messages --output-format {output}")
    assert (0, 5, 5) == (code, found["rows"], found["converted"])


def test_a_file_without_row_groups(folder: Path) -> None:
    with pq.ParquetWriter(folder / "in/a.parquet", pa.schema([("document", pa.string())])):
        pass
    assert 0 == pq.read_metadata("in/a.parquet").num_row_groups
    code, found = summary("convert in out --to anthropic_messages")
    assert (0, 0, 1) == (code, found["rows"], found["parts"])
    assert 0 == pq.read_table("out").num_rows
    assert 0 == ran("stats in -")[0]


NOT_READ = {
    "another column": ({"text": TEXTS}, "it has no column 'document' with documents; its columns are 'text': say --co"),
    "many columns": ({f"c{each}": [1] for each in range(20)}, "'c8', 'c9', ...: say --column NAME"),
    "no column": ({}, "it has no column 'document' with documents; it has no columns"),
    "numbers": ({"document": [1]}, "in a column of texts or of bytes: 'document' has int64"),
    "an object": ({"document": [{"a": 1}]}, "in a column of texts or of bytes: 'document' has struct<a: int64>"),
    "a number for a hint": ({"document": TEXTS, "kind": [1] * 5}, "the column kind names what each document is"),
}


@pytest.mark.parametrize("command", ["convert in out --to anthropic_messages", "validate in out.jsonl", "stats in -"])
@pytest.mark.parametrize("name", NOT_READ)
def test_what_a_file_has_instead_is_said(name: str, command: str) -> None:
    columns, why = NOT_READ[name]
    pq.write_table(pa.table(columns), "in/a.parquet")
    code, told = ran(command)
    assert (2, True) == (code, why in told[0])
    assert told[0].startswith("in/a.parquet: cannot be read: ")


def test_a_column_that_is_there_twice() -> None:
    pq.write_table(pa.Table.from_arrays([pa.array(TEXTS)] * 2, names=["document"] * 2), "in/a.parquet")
    said = "in/a.parquet: cannot be read: it has the column 'document' 2 times: rename all but one"
    assert (2, said) == (ran("stats in -")[0], ran("stats in -")[1][0])


def test_a_damaged_page_is_said_in_one_sentence(folder: Path) -> None:
    pq.write_table(pa.table({"document": TEXTS}), "in/a.parquet")
    data = bytearray((folder / "in/a.parquet").read_bytes())
    data[10:60] = b"\x55" * 50
    (folder / "in/a.parquet").write_bytes(data)
    code, told = ran("stats in -")
    assert (2, True) == (code, told[0].startswith("in/a.parquet, row groups 0 to 0: cannot be read: "))
    assert "\\x0a" not in told[0]


def test_the_output_of_a_job_is_the_input_of_the_next() -> None:
    pq.write_table(pa.table({"id": range(7), "document": [document(each) for each in range(7)]}), "in/a.parquet")
    assert 1 == ran("convert in first --to anthropic_messages")[0]
    # The row that was refused has no document.
    for line, outcome in (
        ("stats first -", "counted"),
        ("validate first checked --output-format jsonl", "valid"),
        ("convert first second --to openai_chat --output-format jsonl", "converted"),
    ):
        code, found = summary(line)
        assert (1, 7, 6, {"row.empty": 1}) == (code, found["rows"], found[outcome], found["errors"]), line
    code, told = ran("convert first third --to openai_chat")
    why = "its columns diagnostics, error, losses, sha256 have the names of results: rename or drop them, or write JSON"
    assert (2, True) == (code, why in told[0])
    # Of JSON Lines: the parts alone, without the manifest and the refused rows.
    assert 1 == ran("convert in lines --to anthropic_messages --output-format jsonl")[0]
    code, found = summary("stats lines -")
    assert (0, 6, 6) == (code, found["rows"], found["counted"])
    code, found = summary("stats lines/_refused lines/_manifest.jsonl -")
    assert (1, 0) == (code, found.get("counted", 0))
    assert found["rows"] > 3
