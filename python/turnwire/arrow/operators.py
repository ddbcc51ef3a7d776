"""The operators: functions of a record batch and a specification, which every engine can call."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from msgspec import Struct

from turnwire.arrow.batches import worked
from turnwire.arrow.rows import Row, first_error, refused
from turnwire.codec.limits import STRICT, Limits
from turnwire.convert import converted
from turnwire.detect import guess
from turnwire.dialects import full_name
from turnwire.dialects.dialect import Kind
from turnwire.documents.options import DEFAULT, Keeping
from turnwire.errors import InvalidDocument, LossyConversion
from turnwire.losses import not_allowed
from turnwire.validation import validate
from turnwire.validation.repair import repair
from turnwire.validation.rules import LayerName

if TYPE_CHECKING:
    import pyarrow as pa


class ConvertSpec(Struct, frozen=True, kw_only=True):
    """What `convert_batch` does.

    Args:
        target: the dialect to write, by its name or a short name.
        source: the dialect of all documents; None takes that of the column `dialect`, or detects it.
        kind: the kind of all documents; None takes that of the column `kind`, or detects it.
        column: the name of the column that has the documents.
        model: the model that requests name; None keeps their own.  Replies keep the model that made them.
        keeping: how reasoning and provider-run tools are written for another provider.
        strict: refuse a document of which something is lost.
        allow: kinds or features of losses that `strict` accepts.
        limits: how large and deep a document may be.  `STRICT`, the default, refuses a document that repeats a key;
            `FAST` takes the last value, and saves a second scan of the text.

    Example:
        `ConvertSpec(target="anthropic_messages", model="claude-sonnet-4-5")`
    """

    target: str
    source: str | None = None
    kind: Kind | None = None
    column: str = "document"
    model: str | None = None
    keeping: Keeping = DEFAULT
    strict: bool = False
    allow: tuple[str, ...] = ()
    limits: Limits = STRICT


class ValidateSpec(Struct, frozen=True, kw_only=True):
    """What `validate_batch` does; the other fields are those of `turnwire.validate`.

    Args:
        dialect: the dialect of all documents; None takes that of the column `dialect`, or detects it.
        kind: the kind of all documents; None takes that of the column `kind`, or detects it.
        column: the name of the column that has the documents.

    Example:
        `ValidateSpec(target="openai_chat:gpt-4.1", strict=True)`
    """

    dialect: str | None = None
    kind: Kind | None = None
    column: str = "document"
    invariants: bool = False
    target: str | None = None
    tools: Sequence[Any] = ()
    layers: tuple[LayerName, ...] | None = None
    strict: bool = False


class RepairSpec(Struct, frozen=True, kw_only=True):
    """What `repair_batch` does; the other fields are those of `turnwire.repair`.

    Args:
        dialect: the dialect of all documents; None takes that of the column `dialect`, or detects it.
        kind: the kind of all documents; None takes that of the column `kind`, or detects it.
        column: the name of the column that has the documents.

    Example:
        `RepairSpec(unsafe=True)`
    """

    dialect: str | None = None
    kind: Kind | None = None
    column: str = "document"
    unsafe: bool = False
    tools: Sequence[Any] = ()


class DetectSpec(Struct, frozen=True, kw_only=True):
    """What `detect_batch` does.

    Args:
        column: the name of the column that has the documents.

    Example:
        `DetectSpec(column="body")`
    """

    column: str = "document"


def convert_batch(batch: pa.RecordBatch, spec: ConvertSpec) -> pa.RecordBatch:
    """Convert the document of each row.

    Args:
        batch: the rows, with their documents as JSON texts or bytes in the column `spec.column`.
        spec: what is converted, and to what.

    Returns:
        As many rows in the same order.  The columns are those of `RESULT`: the document in the target's dialect, that
        dialect, its kind and its losses.  The other columns of `batch` follow as they are.
        A document that cannot be converted gives a row without a document, in which `error` says why.

    Raises:
        ValueError: the batch has no such column, or a column of its own with the name of a result.
        TypeError: the column holds neither texts nor bytes.
        UnknownDialect: `spec` names a dialect or a kind that does not exist.

    Example:
        `convert_batch(batch, ConvertSpec(target="anthropic_messages"))`
    """
    target = full_name(spec.target)

    def step(body: bytes, dialect: str | None, kind: Kind | None) -> Row:
        written, found = converted(
            body, target, source=dialect, kind=kind, model=spec.model, keeping=spec.keeping, limits=spec.limits
        )
        if spec.model is not None and found != "request":
            written, _ = converted(body, target, source=dialect, kind=found, keeping=spec.keeping, limits=spec.limits)
        if spec.strict and (lost := not_allowed(written.losses, spec.allow)):
            raise LossyConversion(lost)
        return Row(written.data, target, found, written.losses)

    return worked(batch, spec.column, spec.source, spec.kind, step)


def validate_batch(batch: pa.RecordBatch, spec: ValidateSpec | None = None) -> pa.RecordBatch:
    """Check the document of each row.

    Args:
        batch: the rows, with their documents as JSON texts or bytes in the column `spec.column`.
        spec: what is checked; None checks all that needs no option.

    Returns:
        As many rows in the same order.  The columns are those of `RESULT`: the document as it was, its dialect and
        kind, and all findings in `diagnostics`; `error` is the first one that is an error, and null if the document
        is valid.  The other columns of `batch` follow as they are.

    Raises:
        ValueError: the batch has no such column, or a column of its own with the name of a result.
        TypeError: the column holds neither texts nor bytes.
        UnknownDialect: `spec` names a dialect or a kind that does not exist.

    Example:
        `validate_batch(batch, ValidateSpec(target="openai_chat:gpt-4.1"))`
    """
    asked = spec or ValidateSpec()

    def step(body: bytes, dialect: str | None, kind: Kind | None) -> Row:
        report = validate(
            body,
            dialect,
            kind=kind,
            invariants=asked.invariants,
            target=asked.target,
            tools=asked.tools,
            layers=asked.layers,
            strict=asked.strict,
        )
        return Row(body, report.dialect, report.kind, (), report.diagnostics, first_error(report.diagnostics))

    return worked(batch, asked.column, asked.dialect, asked.kind, step)


def repair_batch(batch: pa.RecordBatch, spec: RepairSpec | None = None) -> pa.RecordBatch:
    """Mend the document of each row, as far as that changes nothing that it means.

    Args:
        batch: the rows, with their documents as JSON texts or bytes in the column `spec.column`.
        spec: how; None makes the safe repairs.

    Returns:
        As many rows in the same order.  The columns are those of `RESULT`: the mended document, its dialect and kind,
        and in `diagnostics` what was mended, each with the one fix that was made, and then what is left; `error` is
        the first that is left and is an error.  The other columns of `batch` follow as they are.

    Raises:
        ValueError: the batch has no such column, or a column of its own with the name of a result.
        TypeError: the column holds neither texts nor bytes.
        UnknownDialect: `spec` names a dialect or a kind that does not exist.

    Example:
        `repair_batch(batch)`
    """
    asked = spec or RepairSpec()

    def step(body: bytes, dialect: str | None, kind: Kind | None) -> Row:
        mended = repair(body, dialect, kind=kind, unsafe=asked.unsafe, tools=asked.tools)
        found = (*mended.applied, *mended.left)
        return Row(mended.data, mended.dialect, mended.kind, (), found, first_error(mended.left))

    return worked(batch, asked.column, asked.dialect, asked.kind, step)


def detect_batch(batch: pa.RecordBatch, spec: DetectSpec | None = None) -> pa.RecordBatch:
    """Find the dialect and the kind of the document of each row.

    Args:
        batch: the rows, with their documents as JSON texts or bytes in the column `spec.column`.
        spec: where the documents are.

    Returns:
        As many rows in the same order.  The columns are those of `RESULT`: the document as it was, its dialect and
        its kind; where no dialect fits, or several do, `error` says so.  The other columns of `batch` follow as they
        are.

    Raises:
        ValueError: the batch has no such column, or a column of its own with the name of a result.
        TypeError: the column holds neither texts nor bytes.

    Example:
        `detect_batch(batch).column("dialect").value_counts()`
    """

    def step(body: bytes, dialect: str | None, kind: Kind | None) -> Row:
        try:
            return Row(body, *guess(body, dialect, kind))
        except InvalidDocument as fault:
            return refused(*fault.diagnostics)._replace(document=body)

    return worked(batch, (spec or DetectSpec()).column, None, None, step)
