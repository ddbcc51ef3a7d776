"""Daft gives the same rows as the local run."""

from __future__ import annotations

import pytest
from tests.engines.rows import FEW, MANY, SPECS, check_same, expected, table_of

daft = pytest.importorskip("daft", reason="Daft is not installed: make test-engines ENGINES=daft")

from turnwire.arrow import DetectSpec  # noqa: E402 - without Daft there is nothing to test
from turnwire.arrow.engines.daft import map_documents  # noqa: E402 - the same


@pytest.mark.parametrize("name", SPECS)
def test_each_operator(name: str) -> None:
    table = table_of(FEW)
    made = map_documents(daft.from_arrow(table), SPECS[name], batch_size=64)
    check_same(expected(table, SPECS[name]), made.to_arrow())


def test_columns_say_what_the_documents_are() -> None:
    rows = {"body": ['[{"role": "user", "content": "hi"}]'] * 2, "dialect": ["groq_chat", None], "n": [1, 2]}
    made = map_documents(daft.from_pydict(rows), DetectSpec(column="body")).to_pydict()
    assert ["groq_chat", "openai_chat"] == made["dialect"]
    assert rows["body"] == made["body"]


def test_many_rows() -> None:
    table = table_of(MANY)
    frame = daft.from_arrow(table).into_partitions(4)
    made = map_documents(frame, SPECS["convert"], use_process=True).to_arrow()
    check_same(expected(table, SPECS["convert"]), made)
