"""The columns of the rows that this package makes: their types, and how they are built without an object per leaf."""

from __future__ import annotations

from itertools import accumulate
from typing import TYPE_CHECKING, Final

import pyarrow as pa

from turnwire.codec.wire import ENCODER
from turnwire.model import ABSENT

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence

    from turnwire.arrow.rows import Row

LOSS: Final = pa.struct(
    [
        pa.field("kind", pa.string()),
        pa.field("path", pa.string()),
        pa.field("feature", pa.string()),
        pa.field("dialect", pa.string()),
        pa.field("value", pa.string()),
    ]
)
"""A `turnwire.Loss`; `value` is JSON text."""

FIX: Final = pa.struct([pa.field("message", pa.string()), pa.field("safe", pa.bool_()), pa.field("patch", pa.string())])
"""A change that mends a finding; `patch` is the text of a JSON Patch (RFC 6902)."""

_PLACE: Final = (pa.field("pointer", pa.string()), pa.field("line", pa.int64()), pa.field("column", pa.int64()))
DIAGNOSTIC: Final = pa.struct(
    [
        pa.field("code", pa.string()),
        pa.field("severity", pa.string()),
        pa.field("message", pa.string()),
        *_PLACE,
        pa.field("hint", pa.string()),
        pa.field("name", pa.string()),
        pa.field("expected", pa.string()),
        pa.field("fixes", pa.list_(FIX)),
    ]
)
"""A `turnwire.Diagnostic`; lines and columns are those of the document, from 1."""

ERROR: Final = pa.struct(
    [pa.field("code", pa.string()), pa.field("message", pa.string()), *_PLACE, pa.field("hint", pa.string())]
)
"""Why a row is refused: the first of its diagnostics that is an error."""

RESULT: Final = pa.schema(
    [
        pa.field("document", pa.string()),
        pa.field("dialect", pa.string()),
        pa.field("kind", pa.string()),
        pa.field("losses", pa.list_(LOSS)),
        pa.field("diagnostics", pa.list_(DIAGNOSTIC)),
        pa.field("error", ERROR),
        pa.field("sha256", pa.string()),
    ]
)
"""The columns that every operator makes, in this order; the caller's other columns follow them."""


def result_arrays(rows: Sequence[Row]) -> list[pa.Array]:
    """Return the arrays of `RESULT`.

    Raises:
        ValueError: the documents of the batch have more than 2 GB together.
    """
    documents = pa.array([row.document for row in rows], pa.binary())
    is_too_large = isinstance(documents, pa.ChunkedArray)  # offsets of 32 bits
    if is_too_large:
        raise ValueError("the documents of this batch would have more than 2 GB together: give smaller batches")
    return [
        _as_texts(documents),
        _texts(row.dialect for row in rows),
        _texts(row.kind for row in rows),
        _lists([row.losses for row in rows], LOSS),
        _lists([row.diagnostics for row in rows], DIAGNOSTIC),
        _structs([row.error for row in rows], ERROR),
        _texts(row.sha256 for row in rows),
    ]


def texts_of(array: pa.Array) -> Iterator[bytes | None]:
    """Yield the texts of an array of texts or bytes, as bytes; None for a row without one.

    Raises:
        TypeError: the array holds neither.
    """
    if not is_text(array.type):
        raise TypeError(f"documents are JSON in a column of texts or of bytes, not of {array.type}")
    if pa.types.is_dictionary(array.type):
        array = array.dictionary_decode()
    if isinstance(array, pa.ExtensionArray):  # such as arrow.json
        array = array.storage
    found = array.cast(pa.large_binary())
    _, offsets, data = found.buffers()
    places = memoryview(offsets).cast("q")[found.offset : found.offset + len(found) + 1] if len(found) else ()
    view = memoryview(data) if data is not None else memoryview(b"")
    empty = found.is_null().to_pylist() if found.null_count else None
    for row in range(len(found)):
        yield None if empty and empty[row] else bytes(view[places[row] : places[row + 1]])


def is_text(kind: pa.DataType) -> bool:
    """Return whether a column of a type can have texts: texts or bytes, also those of a dictionary, and JSON."""
    if pa.types.is_dictionary(kind):
        kind = kind.value_type
    if isinstance(kind, pa.BaseExtensionType):
        kind = kind.storage_type
    checks: tuple[Callable[[pa.DataType], bool], ...] = (
        pa.types.is_string,
        pa.types.is_large_string,
        pa.types.is_binary,
        pa.types.is_large_binary,
        pa.types.is_string_view,
        pa.types.is_binary_view,
    )
    return any(check(kind) for check in checks)


def _as_texts(documents: pa.BinaryArray) -> pa.StringArray:
    """Return documents as texts; what is no UTF-8 has no place in a column of texts, and its row is null."""
    try:
        return documents.cast(pa.string())
    except pa.ArrowInvalid:
        return pa.array([_decoded(each) for each in documents.to_pylist()], pa.string())


def _decoded(document: bytes | None) -> str | None:
    try:
        return None if document is None else document.decode()
    except UnicodeDecodeError:
        return None


def _texts(values: Iterable[str | None]) -> pa.Array:
    return pa.array(list(values), pa.string())


def _lists(groups: Sequence[Sequence[object]], kind: pa.StructType) -> pa.ListArray:
    """Return an array of which each row is one group of structs."""
    offsets = pa.array([0, *accumulate(map(len, groups))], pa.int32())
    return pa.ListArray.from_arrays(offsets, _structs([each for group in groups for each in group], kind))


def _structs(values: Sequence[object], kind: pa.StructType) -> pa.StructArray:
    """Return an array of structs: the attributes of the values that have the names of the struct's fields."""
    is_none = pa.array([value is None for value in values], pa.bool_())
    arrays = [_attributes(values, field) for field in kind]
    return pa.StructArray.from_arrays(arrays, fields=list(kind), mask=is_none)


def _attributes(values: Sequence[object], field: pa.Field) -> pa.Array:
    found = [None if value is None else getattr(value, field.name) for value in values]
    if pa.types.is_list(field.type):
        return _lists([each or () for each in found], field.type.value_type)
    if field.name == "value":
        found = [None if each is None or each is ABSENT else ENCODER.encode(each).decode() for each in found]
    return pa.array(found, field.type)
