"""Conversations as columns: for questions about many documents, and without a loss on the way there and back."""

from __future__ import annotations

from itertools import repeat
from typing import TYPE_CHECKING, Any, Final

import pyarrow as pa
from msgspec import Struct

from turnwire.arrow.batches import HINTS, Rows, Step, Work, attempts, by_batch, others_of
from turnwire.arrow.columns import ERROR, RESULT, Results, structs
from turnwire.arrow.rows import Row, attempted, refused
from turnwire.arrow.shapes import struct_of
from turnwire.arrow.texts import texts_of, whole
from turnwire.codec.limits import STRICT, Limits
from turnwire.convert import read, write
from turnwire.detect import guess
from turnwire.dialects import check_names, full_name
from turnwire.dialects.dialect import Kind
from turnwire.documents.options import DEFAULT, Keeping, check_keeping, check_model
from turnwire.errors import invalid
from turnwire.model import Completion, Diagnostic, ErrorReply, History

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from turnwire.model import Document

_REPLACED: Final = (*HINTS, "error")
_SHAPE: Final = struct_of(
    {"request": History, "response": Completion, "error": ErrorReply},
    "kind",
    names={"history": "messages", "candidates": "messages"},
)

CONVERSATION: Final[pa.StructType] = _SHAPE.type
"""The type of the column `conversation`: the kind of the document, and the fields of the canonical model."""

READ: Final = pa.schema(
    [
        pa.field("conversation", CONVERSATION),
        pa.field("dialect", pa.string()),
        pa.field("kind", pa.string()),
        pa.field("error", ERROR),
    ]
)
"""The columns that `read_batch` makes, in this order; the caller's other columns follow them."""


class ReadSpec(Struct, frozen=True, kw_only=True):
    """What `read_batch` does.

    Args:
        dialect: the dialect of all documents; None takes that of the column `dialect`, or detects it.
        kind: the kind of all documents; None takes that of the column `kind`, or detects it.
        column: the name of the column that has the documents.
        limits: how large and deep a document may be, as for `ConvertSpec`.

    Raises:
        UnknownDialect: the dialect or the kind does not exist.

    Example:
        `ReadSpec(dialect="openai_chat")`
    """

    dialect: str | None = None
    kind: Kind | None = None
    column: str = "document"
    limits: Limits = STRICT

    def __post_init__(self) -> None:
        check_names(self.dialect, self.kind)


class WriteSpec(Struct, frozen=True, kw_only=True):
    """What `write_batch` does.

    Args:
        target: the dialect to write, by its name or a short name.
        column: the name of the column that has the conversations.
        model: the model that requests name; None keeps their own.  Replies keep the model that made them.
        keeping: how reasoning and provider-run tools are written for another provider.

    Raises:
        UnknownDialect: the dialect does not exist.
        TypeError: `keeping` is not a Keeping, or `model` is not a str.

    Example:
        `WriteSpec(target="openai_chat")`
    """

    target: str = "turnwire"
    column: str = "conversation"
    model: str | None = None
    keeping: Keeping = DEFAULT

    def __post_init__(self) -> None:
        check_names(self.target, None)
        check_keeping(self.keeping)
        if self.model is not None:
            check_model(self.model)


def columns_of(document: Document) -> dict[str, Any]:
    """Return what the column `conversation` holds for a document, as `pa.array` takes it.

    Args:
        document: a History, Completion or ErrorReply.

    Raises:
        InvalidDocument: an integer is too large for a column.

    Example:
        `pa.array([columns_of(turnwire.read(body))], CONVERSATION)`
    """
    values: dict[str, Any] = _SHAPE.put(document)
    return values


def document_of(row: dict[str, Any]) -> Document:
    """Return the document of a row of the column `conversation`.

    Args:
        row: the row, as `to_pylist` gives it.

    Raises:
        InvalidDocument: something is missing that the model needs.

    Example:
        `[document_of(row) for row in batch.column("conversation").to_pylist()]`
    """
    try:
        document: Document = _SHAPE.take(row)
    except (KeyError, TypeError, ValueError) as fault:
        raise invalid("columns.document", f"the columns have no document: {fault}", hint="read it again") from fault
    return document


def read_batch(batch: Rows, spec: ReadSpec | None = None) -> Rows:
    """Read the document of each row into columns.

    Args:
        batch: the rows, as a record batch or a table, with their documents as JSON texts or bytes in the column
            `spec.column`.
        spec: what the documents are; None detects it.

    Returns:
        As many rows in the same order.  The columns are those of `READ`, and then the other columns of `batch` as they
        are, without that of the documents.  A document that cannot be read gives a row without a conversation, in
        which `error` says why.

    Raises:
        ValueError: the batch has no such column, or another one with the name of a result.
        TypeError: the column holds neither texts nor bytes.

    Example:
        `read_batch(batch, ReadSpec(dialect="openai_chat", kind="request"))`
    """
    asked = spec or ReadSpec()

    work = Work(asked.column, asked.dialect, asked.kind, _reading(asked.limits))
    places = _others(batch.schema, asked.column, READ, HINTS)
    schema = _schema(READ, batch.schema, places)

    def run(part: pa.RecordBatch) -> pa.RecordBatch:
        rows = list(attempts(part, texts_of(part.column(asked.column)), work))
        made = [
            whole(pa.array([row.values for row in rows], CONVERSATION)),
            pa.array([row.dialect for row in rows], pa.string()),
            pa.array([row.kind for row in rows], pa.string()),
            structs([row.error for row in rows], ERROR),
        ]
        return pa.RecordBatch.from_arrays([*made, *(part.column(place) for place in places)], schema=schema)

    return by_batch(batch, asked.column, schema, run)


def write_batch(batch: Rows, spec: WriteSpec | None = None) -> Rows:
    """Write the conversation of each row as a document.

    Args:
        batch: the rows, as a record batch or a table, with their conversations in the column `spec.column`, as
            `read_batch` makes it.
        spec: what is written; None writes native JSON.

    Returns:
        As many rows in the same order.  The columns are those of `RESULT`, which replace `dialect`, `kind` and `error`;
        the other columns of `batch` follow as they are, without that of the conversations.  A row without a
        conversation keeps its error.

    Raises:
        ValueError: the batch has no such column, or another one with the name of a result.
        TypeError: the column does not hold conversations.

    Example:
        `write_batch(read_batch(batch), WriteSpec(target="anthropic_messages"))`
    """
    asked = spec or WriteSpec()
    places = _others(batch.schema, asked.column, RESULT, _REPLACED)
    schema = _schema(RESULT, batch.schema, places)
    if not pa.types.is_struct(batch.schema.field(asked.column).type):
        raise TypeError(f"conversations are structs, as read_batch makes them: {asked.column!r} has none")
    has_errors = batch.schema.get_field_index("error") >= 0
    step = _writing(asked)

    def run(part: pa.RecordBatch) -> pa.RecordBatch:
        errors = part.column("error").to_pylist() if has_errors else repeat(None)
        values = part.column(asked.column).to_pylist()
        results = Results()
        for each in zip(values, errors, strict=False):
            results.add(_written(step, *each))
        return pa.RecordBatch.from_arrays([*results.arrays(), *(part.column(place) for place in places)], schema=schema)

    return by_batch(batch, asked.column, schema, run)


def _reading(limits: Limits) -> Step:
    def step(body: bytes, dialect: str | None, kind: Kind | None) -> Row:
        if dialect is None or kind is None:
            dialect, kind = guess(body, dialect, kind)
        document = read(body, dialect, kind=kind, limits=limits)
        return Row(None, full_name(dialect), kind, values=columns_of(document))

    return step


def _writing(spec: WriteSpec) -> Callable[[dict[str, Any]], Row]:
    target = full_name(spec.target)

    def step(values: dict[str, Any]) -> Row:
        kind = values["kind"]
        model = spec.model if kind == "request" else None
        written = write(document_of(values), target, model=model, keeping=spec.keeping)
        return Row(written.data, target, kind, written.losses)

    return step


def _written(step: Callable[[dict[str, Any]], Row], values: dict[str, Any] | None, error: dict[str, Any] | None) -> Row:
    """Write a conversation; without one, the row says why it could not be read."""
    if values is None and error is not None:
        pointer, line, column, hint = (error.get(name) for name in ("pointer", "line", "column", "hint"))
        return refused(
            Diagnostic(str(error.get("code")), str(error.get("message")), "error", pointer, line, column, hint)
        )
    return attempted(lambda *_: step(values or {}), None if values is None else b"", None, None)


def _others(schema: pa.Schema, column: str, made: pa.Schema, replaced: Sequence[str]) -> list[int]:
    """Return the places of the columns that stay: all but those that are made, and the one that they are made of."""
    return [place for place in others_of(schema, column, made, replaced) if schema.names[place] != column]


def _schema(made: pa.Schema, given: pa.Schema, places: Sequence[int]) -> pa.Schema:
    return pa.schema([*made, *(given.field(place) for place in places)], given.metadata)
