"""DuckDB: run an operator over the rows of a query, as a table that SQL can read."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

import pyarrow as pa

from turnwire.arrow.batches import result_schema
from turnwire.arrow.workers import run_batches

if TYPE_CHECKING:
    from duckdb import DuckDBPyConnection, DuckDBPyRelation

    from turnwire.arrow.run import Spec

BATCH: Final = 1024
"""The rows of a batch."""


class Documents:
    """A stream of Arrow batches, which begins anew whenever a query of DuckDB reads it."""

    def __init__(self, connection: DuckDBPyConnection, query: str, spec: Spec, workers: int, batch_size: int) -> None:
        self._connection, self._query, self._spec = connection, query, spec
        self._workers, self._batch_size = workers, batch_size

    def __arrow_c_stream__(self, requested_schema: object = None) -> Any:
        """Return the stream, as the Arrow PyCapsule interface says."""
        # On a cursor: a connection can run no other query before all rows of the first are read.
        rows = self._connection.cursor().sql(self._query).to_arrow_reader(self._batch_size)
        schema = result_schema(rows.schema, self._spec.column)
        made = pa.RecordBatchReader.from_batches(schema, run_batches(rows, self._spec, self._workers))
        return made.__arrow_c_stream__(requested_schema)


def map_documents(
    connection: DuckDBPyConnection, query: str, spec: Spec, *, workers: int = 1, batch_size: int = BATCH
) -> DuckDBPyRelation:
    """Run an operator over the rows of a query.

    Args:
        connection: where the query runs; its temporary tables are not seen.
        query: a SELECT, whose rows have their documents as JSON texts or bytes in the column `spec.column`.
        spec: what is done with each document.
        workers: how many processes work; one means this process alone.
        batch_size: the rows that a worker gets at once.

    Returns:
        A relation with as many rows: the columns of `RESULT`, and then the others.  Each query that reads it runs the
        operator again: keep what is needed more than once with `relation.create("converted")`.

    Raises:
        ValueError: the rows have no such column, or another one with the name of a result.

    Example:
        `map_documents(connection, "FROM 's3://logs/*.parquet'", DetectSpec(), workers=4).to_parquet("made.parquet")`
    """
    return connection.from_arrow(Documents(connection, query, spec, workers, batch_size))
