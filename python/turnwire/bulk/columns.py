"""The columns of the parts in Parquet: the same in each, so that a reader takes the folder as one table.

Of a folder whose parts have different columns, pyarrow takes those of the first part and leaves out the others; DuckDB
and Polars refuse it.
"""

from __future__ import annotations

import base64
from typing import TYPE_CHECKING, Final

import pyarrow as pa
import pyarrow.parquet as pq
from msgspec import Struct

from turnwire.arrow import RESULT, result_schema
from turnwire.arrow.batches import HINTS
from turnwire.bulk.units import CannotPlan, sentence_of

if TYPE_CHECKING:
    from turnwire.bulk.units import Input

_PLACES: Final = pa.schema([pa.field("input", pa.string()), pa.field("offset", pa.int64())])
"""The columns of rows of JSON Lines: where they were."""


class Columns(Struct, frozen=True, tag="columns"):
    """The columns of each part, beside those that every operator makes: a line of the manifest.

    Args:
        names: their names.
        schema: the schema of all columns of a part, as Arrow serializes it, in base64.
    """

    names: list[str]
    schema: str

    def of_parts(self) -> pa.Schema:
        """Return the schema of a part."""
        return pa.ipc.read_schema(pa.py_buffer(base64.b64decode(self.schema)))


class Shared:
    """Collects the columns that the files of a job have together.

    Args:
        before: the columns of the parts that are there already, which take no other ones; None if there are none.
        column: the column of the documents.
    """

    def __init__(self, before: Columns | None, column: str) -> None:
        self._column = column
        self._is_open = before is None
        self._schema = pa.schema(RESULT) if before is None else before.of_parts()
        self._is_first = self._is_open

    def add(self, given: Input) -> None:
        """Take the columns of a file.

        Raises:
            CannotPlan: a column has another type than in the files before, or is not in the parts that are there.
            OSError: the file cannot be read.
        """
        found = _PLACES if given.form == "jsonl" else _others(given.path, self._column)
        fields = {field.name: field for field in self._schema}
        for field in found:
            known = fields.get(field.name)
            if known is None and not self._is_open:
                raise CannotPlan(
                    f"its column {field.name!r} is not in the parts that are there: name another output folder for it"
                )
            joined = field if known is None else _joined(known, field)
            if joined is None or (known is not None and joined.type != known.type and not self._is_open):
                raise CannotPlan(
                    f"its column {field.name!r} has {field.type}, and {fields[field.name].type} in files before it: "
                    "a table has one type for a column, so name another output folder for this file"
                )
            fields[field.name] = joined
        if self._is_open:
            is_same = self._is_first or found.metadata == self._schema.metadata
            self._schema, self._is_first = pa.schema(fields.values(), found.metadata if is_same else None), False

    def columns(self) -> Columns:
        """Return what was collected."""
        names = [field.name for field in self._schema][len(RESULT) :]
        return Columns(names, base64.b64encode(self._schema.serialize().to_pybytes()).decode())


def fitted(batch: pa.RecordBatch, schema: pa.Schema) -> pa.RecordBatch:
    """Return rows with the columns of a schema; those that they do not have are null.

    Args:
        batch: some rows.
        schema: the columns, among them all of the rows.
    """

    def array(field: pa.Field) -> pa.Array:
        place = batch.schema.get_field_index(field.name)
        return pa.nulls(batch.num_rows, field.type) if place < 0 else batch.column(place).cast(field.type)

    return pa.RecordBatch.from_arrays([array(field) for field in schema], schema=schema)


def _others(path: str, column: str) -> pa.Schema:
    """Return the columns of a Parquet file that stay as they are."""
    try:
        with pq.ParquetFile(path) as file:
            schema = file.schema_arrow
            taken = sorted({*schema.names} & {*RESULT.names} - {column, *HINTS})
            if taken:
                raise CannotPlan(
                    f"its columns {', '.join(taken)} have the names of results: rename or drop them, or write "
                    "JSON Lines, which have no columns (--output-format jsonl)"
                )
            found = result_schema(schema, column)
    except (pa.ArrowException, ValueError) as fault:
        raise CannotPlan(sentence_of(fault)) from None
    twice = sorted({name for name in found.names if found.names.count(name) > 1})
    if twice:
        raise CannotPlan(f"it has the column {twice[0]!r} twice: rename one of the two")
    return pa.schema([found.field(index) for index in range(len(RESULT), len(found))], found.metadata)


def _joined(known: pa.Field, found: pa.Field) -> pa.Field | None:
    """Return a column that holds the values of both, as they are; None if there is none."""
    if known.equals(found, check_metadata=True):
        return known
    kind = _kind(known.type, found.type)
    return None if kind is None else pa.field(known.name, kind)


def _kind(one: pa.DataType, other: pa.DataType) -> pa.DataType | None:
    if one == other or pa.types.is_null(other):
        return one
    if pa.types.is_null(one):
        return other
    if pa.types.is_dictionary(one) or pa.types.is_dictionary(other):
        return _kind(*(each.value_type if pa.types.is_dictionary(each) else each for each in (one, other)))
    for is_like, widest in ((_is_text, pa.large_string()), (_is_binary, pa.large_binary())):
        if is_like(one) and is_like(other):
            return widest
    if pa.types.is_integer(one) and pa.types.is_integer(other):
        return pa.int64() if pa.uint64() not in (one, other) else None
    return None


def _is_text(kind: pa.DataType) -> bool:
    return bool(pa.types.is_string(kind) or pa.types.is_large_string(kind) or pa.types.is_string_view(kind))


def _is_binary(kind: pa.DataType) -> bool:
    return bool(pa.types.is_binary(kind) or pa.types.is_large_binary(kind) or pa.types.is_binary_view(kind))
