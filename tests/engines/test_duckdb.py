"""DuckDB gives the same rows as the local run, and SQL reads them as a table."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest
from tests.engines.rows import FEW, MANY, SPECS, check_same, expected, table_of

duckdb = pytest.importorskip("duckdb", reason="DuckDB is not installed: make test-engines ENGINES=duckdb")

from turnwire.arrow.engines.duckdb import map_documents  # noqa: E402 - without DuckDB there is nothing to test

if TYPE_CHECKING:
    import pyarrow as pa


def connected(table: pa.Table) -> Any:
    """A connection with the rows in a table of its own."""
    connection = duckdb.connect()
    connection.from_arrow(table).create("logs")
    return connection


@pytest.mark.parametrize("name", SPECS)
def test_each_operator(name: str) -> None:
    table = table_of(FEW)
    made = map_documents(connected(table), "FROM logs", SPECS[name], batch_size=64)
    check_same(expected(table, SPECS[name]), made.to_arrow_table())


def test_many_rows() -> None:
    table = table_of(MANY)
    made = map_documents(connected(table), "FROM logs", SPECS["convert"], workers=2)
    check_same(expected(table, SPECS["convert"]), made.to_arrow_table())


def test_sql_reads_the_rows_more_than_once() -> None:
    connection = connected(table_of(FEW))
    map_documents(connection, "FROM logs WHERE n < 200", SPECS["convert"]).create_view("made")
    counts = "SELECT count(*), count(error), count(DISTINCT sha256) FROM made JOIN logs USING (n)"
    first = connection.sql(counts).fetchall()
    assert [(200, 30, 170)] == first
    assert first == connection.sql(counts).fetchall()
    losses = "SELECT loss.kind, count(*) FROM (SELECT unnest(losses) AS loss FROM made)"
    seeds = connection.sql(f"{losses} WHERE loss.feature LIKE '%seed' GROUP BY 1")
    assert [("dropped", 10)] == seeds.fetchall()


def test_rows_that_do_not_fit() -> None:
    connection = connected(table_of(FEW))
    with pytest.raises(Exception, match="needs one column 'document'"):
        map_documents(connection, "SELECT n FROM logs", SPECS["detect"]).fetchall()
