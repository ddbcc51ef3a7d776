"""Take the documents out of batches, and put what becomes of them in their place."""

from __future__ import annotations

from itertools import repeat
from typing import TYPE_CHECKING, Final, NamedTuple, TypeAlias, TypeVar

import pyarrow as pa

from turnwire.arrow.columns import RESULT, Results
from turnwire.arrow.rows import Row, attempted
from turnwire.arrow.texts import as_strings, is_text, texts_of

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence

    from turnwire.dialects.dialect import Kind

Step: TypeAlias = "Callable[[bytes, str | None, Kind | None], Row]"
"""What is done with a document; its dialect and its kind, as far as they are known."""

Rows = TypeVar("Rows", bound="pa.RecordBatch | pa.Table")
"""What operators take, and give again: a record batch, or a table, whose columns may have any chunks."""

HINTS: Final = ("dialect", "kind")
"""The columns that may say what the documents are; the results replace them."""

_MOST_BYTES: Final = 256 * 1024 * 1024
"""Of documents in one batch of a table's result.  What a conversion makes is seldom twice as long, and 2 GB fit."""

_LONGER: Final = 1.25
"""What is made of documents is at most so many times as long as they are; where it is longer, memory is copied."""


class Work(NamedTuple):
    """What is done with the rows of a batch.

    `column` has the documents.  `dialect` and `kind` are those of all documents; None takes those of the columns with
    these names, if there are any.  `step` makes the row of a document.  `keeps` says that the documents stay as they
    are, so that their column is used again.
    """

    column: str
    dialect: str | None
    kind: Kind | None
    step: Step
    keeps: bool = False


def worked(rows: Rows, work: Work) -> Rows:
    """Do a step with the document of each row.

    Args:
        rows: a record batch or a table.
        work: what is done.

    Returns:
        As many rows in the same order: the columns of `RESULT`, and then the other columns.

    Raises:
        ValueError: there is no such column, or another column with the name of a result; or a column of the
            result of a record batch would have more than 2 GB.
        TypeError: the column holds neither texts nor bytes.
    """
    schema = result_schema(rows.schema, work.column)
    return by_batch(rows, work.column, schema, lambda batch: _worked(batch, work, schema))


def by_batch(rows: Rows, column: str, schema: pa.Schema, work: Callable[[pa.RecordBatch], pa.RecordBatch]) -> Rows:
    """Do something with a record batch, or with each of those that a table is made of.

    Args:
        rows: a record batch or a table.
        column: the column that is large: where its texts have many bytes, a batch of a table is parted.
        schema: the schema of what is made.
        work: what is done with a record batch.
    """
    if not isinstance(rows, pa.Table):
        made: Rows = work(rows)
        return made
    pieces = (piece for batch in rows.to_batches() for piece in _pieces(batch, column))
    table: Rows = pa.Table.from_batches(map(work, pieces), schema)
    return table


def _pieces(batch: pa.RecordBatch, column: str) -> Iterator[pa.RecordBatch]:
    """Yield slices of a batch, each with documents that are not too large together."""
    if batch.num_rows <= 1 or batch.column(column).nbytes <= _MOST_BYTES:
        yield batch
        return
    half = batch.num_rows // 2
    yield from _pieces(batch.slice(0, half), column)
    yield from _pieces(batch.slice(half), column)


def _worked(batch: pa.RecordBatch, work: Work, schema: pa.Schema) -> pa.RecordBatch:
    array = batch.column(work.column)
    results = Results(0 if work.keeps else int(array.nbytes * _LONGER))
    if work.keeps:
        # A row that is refused keeps its document, too.
        for row, text in zip(attempts(batch, texts_of(array), work), texts_of(array), strict=True):
            results.add_without_document(row, text)
    else:
        for row in attempts(batch, texts_of(array), work):
            results.add(row)
    made = results.arrays(as_strings(array) if work.keeps else None)
    others = (batch.column(index) for index in others_of(batch.schema, work.column))
    return pa.RecordBatch.from_arrays([*made, *others], schema=schema)


def attempts(batch: pa.RecordBatch, texts: Iterable[bytes | None], work: Work) -> Iterator[Row]:
    """Do a step with each text, as the batch or the work says what it is."""
    names, kinds = _given(batch, "dialect", work.dialect, work), _given(batch, "kind", work.kind, work)
    for each in zip(texts, names, kinds, strict=False):
        yield attempted(work.step, *each)


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
    return pa.schema([*RESULT, *(schema.field(index) for index in others_of(schema, column))], schema.metadata)


def others_of(
    schema: pa.Schema, column: str, results: pa.Schema = RESULT, replaced: Sequence[str] = HINTS
) -> list[int]:
    """Return the places of the columns that stay as they are.

    Args:
        schema: the schema of the batch.
        column: the column that has the documents.
        results: the columns that are made.
        replaced: the columns of which the batch may have some already.

    Raises:
        ValueError: there is no such column, or another one has the name of a result.
    """
    if schema.names.count(column) != 1:
        raise ValueError(f"the batch needs one column {column!r} for documents; it has {', '.join(schema.names)}")
    hints = {name for name in replaced if name != column and schema.get_field_index(name) >= 0}
    taken = sorted({*schema.names} & {*results.names} - {column} - hints)
    if taken:
        raise ValueError(f"the batch has columns with the names of results: rename or drop {', '.join(taken)}")
    odd = sorted(name for name in hints & {*HINTS} if not is_text(schema.field(name).type))
    if odd:
        raise ValueError(f"the column {odd[0]} names what each document is: it has to hold texts; rename it if not")
    gone = hints | ({column} if column in results.names else set())
    return [index for index, name in enumerate(schema.names) if name not in gone]


def _given(batch: pa.RecordBatch, name: str, given: str | None, work: Work) -> Iterable[str | None]:
    """Yield the dialect or the kind of each row, as far as it is given."""
    if given is not None or name == work.column or batch.schema.get_field_index(name) < 0:
        return repeat(given)
    texts = texts_of(batch.column(name))
    return (None if text is None else text.decode(errors="backslashreplace") for text in texts)
