"""The columns of the rows that this package makes: their types, and how they are built without an object per leaf."""

from __future__ import annotations

import hashlib
from itertools import accumulate
from typing import TYPE_CHECKING, Final

import pyarrow as pa

from turnwire.arrow.texts import Column, whole
from turnwire.codec.wire import ENCODER
from turnwire.model import ABSENT

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

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


class Results:
    """The columns of `RESULT`, to which rows are added.

    Args:
        expected: the bytes of all documents that are added, as far as they are known.
    """

    def __init__(self, expected: int = 0) -> None:
        self._documents = Column(expected)
        self._rows: list[Row] = []
        self._digests: list[str | None] = []

    def add(self, row: Row) -> None:
        """Add a row with its document, which the row does not keep.

        Raises:
            ValueError: the documents have more than 2 GB together.
        """
        document = row.document
        self._documents.add(document)
        self.add_without_document(row, document)

    def add_without_document(self, row: Row, document: bytes | None) -> None:
        """Add a row whose document has a column already; of the document, only the digest is added."""
        self._digests.append(None if document is None else hashlib.sha256(document).hexdigest())
        row.document = None
        self._rows.append(row)

    def arrays(self, documents: pa.StringArray | None = None) -> list[pa.Array]:
        """Return the arrays of `RESULT`.

        Args:
            documents: the column `document`; None if it is made of the rows that were added.

        Raises:
            ValueError: a column would have more than 2 GB.
        """
        rows = self._rows
        return [
            self._documents.array() if documents is None else documents,
            _texts(row.dialect for row in rows),
            _texts(row.kind for row in rows),
            _lists([row.losses for row in rows], LOSS),
            _lists([row.diagnostics for row in rows], DIAGNOSTIC),
            structs([row.error for row in rows], ERROR),
            _texts(self._digests),
        ]


def _texts(values: Iterable[str | None]) -> pa.Array:
    return pa.array(list(values), pa.string())


def _lists(groups: Sequence[Sequence[object]], kind: pa.StructType) -> pa.ListArray:
    """Return an array of which each row is one group of structs."""
    offsets = pa.array([0, *accumulate(map(len, groups))], pa.int32())
    return pa.ListArray.from_arrays(offsets, structs([each for group in groups for each in group], kind))


def structs(values: Sequence[object], kind: pa.StructType) -> pa.StructArray:
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
    return whole(pa.array(found, field.type))
