"""Polars gives the same rows as the local run."""

from __future__ import annotations

import pytest
from tests.engines.rows import FEW, MANY, SPECS, check_same, expected, table_of

pl = pytest.importorskip("polars", reason="Polars is not installed: make test-engines ENGINES=polars")

from turnwire.arrow.engines.polars import map_documents  # noqa: E402 - without Polars there is nothing to test


@pytest.mark.parametrize("engine", ["in-memory", "streaming"])
@pytest.mark.parametrize("name", SPECS)
def test_each_operator(name: str, engine: str) -> None:
    table = table_of(FEW)
    made = map_documents(pl.from_arrow(table).lazy(), SPECS[name]).collect(engine=engine)
    check_same(expected(table, SPECS[name]), made.to_arrow())


def test_many_rows() -> None:
    table = table_of(MANY)
    made = map_documents(pl.from_arrow(table).lazy(), SPECS["convert"], workers=2).collect()
    check_same(expected(table, SPECS["convert"]), made.to_arrow())


def test_what_follows_sees_the_columns_of_the_results() -> None:
    frame = map_documents(pl.from_arrow(table_of(FEW)).lazy(), SPECS["detect"])
    kinds = frame.filter(pl.col("n") >= 200).group_by("kind").len().collect()
    assert {"request": 160, "response": 10, None: 30} == dict(kinds.iter_rows())


def test_a_frame_that_does_not_fit() -> None:
    with pytest.raises(ValueError, match="needs one column 'document'"):
        map_documents(pl.LazyFrame({"n": [1]}), SPECS["detect"])
