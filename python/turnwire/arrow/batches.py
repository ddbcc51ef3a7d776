"""Take the documents out of a record batch, and put what becomes of them in their place."""

from __future__ import annotations

from itertools import repeat
from typing import TYPE_CHECKING, Final, TypeAlias

import pyarrow as pa

from turnwire.arrow.columns import RESULT, is_text, result_arrays, texts_of
from turnwire.arrow.rows import Row, attempted
from turnwire.dialects import check_names

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from turnwire.dialects.dialect import Kind

Step: TypeAlias = "Callable[[bytes, str | None, Kind | None], Row]"
"""What is done with a document; its dialect and its kind, as far as they are known."""

GIVEN: Final = ("dialect", "kind")
"""The columns that may say what the documents are; the results replace them."""


def worked(batch: pa.RecordBatch, column: str, dialect: str | None, kind: Kind | None, step: Step) -> pa.RecordBatch:
    """Do a step with the document of each row.

    Args:
        batch: the rows.
        column: the name of the column that has the documents.
        dialect: the dialect of all documents; None takes those of the column `dialect`, if there is one.
        kind: the kind of all documents; None takes those of the column `kind`, if there is one.
        step: what is done.

    Returns:
        As many rows in the same order: the columns of `RESULT`, and then the other columns of the batch.

    Raises:
        ValueError: the batch has no such column, or a column of its own with the name of a result.
        TypeError: the column holds neither texts nor bytes.
        UnknownDialect: `dialect` or `kind` does not exist.
    """
    check_names(dialect, kind)
    others = _others(batch.schema, column)
    names, kinds = _given(batch, "dialect", dialect), _given(batch, "kind", kind)
    rows = [
        attempted(step, text, name, each)
        for text, name, each in zip(texts_of(batch.column(column)), names, kinds, strict=False)
    ]
    arrays = [*result_arrays(rows), *(batch.column(index) for index in others)]
    fields = [*RESULT, *(batch.schema.field(index) for index in others)]
    return pa.RecordBatch.from_arrays(arrays, schema=pa.schema(fields, batch.schema.metadata))


def result_schema(schema: pa.Schema, column: str = "document") -> pa.Schema:
    """Return the schema of what every operator makes of batches with a schema, for engines that ask for it first.

    Args:
        schema: the schema of the batches.
        column: the name of the column that has the documents.

    Returns:
        The columns of `RESULT`, and then the other columns.

    Raises:
        ValueError: there is no such column, or another column has the name of a result.

    Example:
        `result_schema(table.schema)`
    """
    return pa.schema([*RESULT, *(schema.field(index) for index in _others(schema, column))], schema.metadata)


def _others(schema: pa.Schema, column: str) -> list[int]:
    """Return the places of the columns that stay as they are.  Raises ValueError."""
    if schema.names.count(column) != 1:
        raise ValueError(f"the batch has no column {column!r} for documents; it has {', '.join(schema.names)}")
    hints = {name for name in GIVEN if name != column and schema.get_field_index(name) >= 0}
    taken = sorted({*schema.names} & {*RESULT.names} - {"document" if column == "document" else "", *hints, column})
    if taken:
        raise ValueError(f"the batch has columns with the names of results: rename or drop {', '.join(taken)}")
    odd = sorted(name for name in hints if not is_text(schema.field(name).type))
    if odd:
        raise ValueError(f"the column {odd[0]} names what each document is: it has to hold texts; rename it if not")
    gone = hints | ({column} if column in RESULT.names else set())
    return [index for index, name in enumerate(schema.names) if name not in gone]


def _given(batch: pa.RecordBatch, name: str, given: str | None) -> Iterable[str | None]:
    """Yield the dialect or the kind of each row, as far as it is given."""
    if given is not None or batch.schema.get_field_index(name) < 0:
        return repeat(given)
    return (None if text is None else text.decode() for text in texts_of(batch.column(name)))
