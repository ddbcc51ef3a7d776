"""The operators: functions of a record batch and a specification, which every engine can call."""

from __future__ import annotations

from typing import TYPE_CHECKING

from turnwire.arrow.batches import Rows, Work, worked
from turnwire.arrow.rows import Row, first_error
from turnwire.arrow.specs import ConvertSpec, DetectSpec, RepairSpec, ValidateSpec
from turnwire.convert import converted
from turnwire.detect import guess
from turnwire.dialects import full_name
from turnwire.errors import LossyConversion
from turnwire.losses import not_allowed
from turnwire.validation import validate
from turnwire.validation.repair import repair

if TYPE_CHECKING:
    from turnwire.dialects.dialect import Kind


def convert_batch(batch: Rows, spec: ConvertSpec) -> Rows:
    """Convert the document of each row.

    Args:
        batch: the rows, as a record batch or a table, with their documents as JSON texts or bytes in the column
            `spec.column`.
        spec: what is converted, and to what.

    Returns:
        As many rows in the same order.  The columns are those of `RESULT`: the document in the target's dialect, that
        dialect, its kind and its losses.  The other columns of `batch` follow as they are.
        A document that cannot be converted gives a row without a document, in which `error` says why.

    Raises:
        ValueError: the batch has no such column, or another one with the name of a result; or a column of the result
            would have more than 2 GB, which cannot happen with a table.
        TypeError: the column holds neither texts nor bytes.

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

    return worked(batch, Work(spec.column, spec.source, spec.kind, step))


def validate_batch(batch: Rows, spec: ValidateSpec | None = None) -> Rows:
    """Check the document of each row.

    Args:
        batch: the rows, as a record batch or a table, with their documents as JSON texts or bytes in the column
            `spec.column`.
        spec: what is checked; None checks all that needs no option.

    Returns:
        As many rows in the same order.  The columns are those of `RESULT`: the document as it was, its dialect and
        kind, and all findings in `diagnostics`; `error` is the first one that is an error, and null if the document
        is valid.  The other columns of `batch` follow as they are.

    Raises:
        ValueError: the batch has no such column, or another one with the name of a result; or a column of the result
            would have more than 2 GB, which cannot happen with a table.
        TypeError: the column holds neither texts nor bytes.

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

    return worked(batch, Work(asked.column, asked.dialect, asked.kind, step, keeps=True))


def repair_batch(batch: Rows, spec: RepairSpec | None = None) -> Rows:
    """Mend the document of each row, as far as that changes nothing that it means.

    Args:
        batch: the rows, as a record batch or a table, with their documents as JSON texts or bytes in the column
            `spec.column`.
        spec: how; None makes the safe repairs.

    Returns:
        As many rows in the same order.  The columns are those of `RESULT`: the mended document, its dialect and kind,
        and in `diagnostics` what was mended, each with the one fix that was made, and then what is left; `error` is
        the first that is left and is an error.  The other columns of `batch` follow as they are.

    Raises:
        ValueError: the batch has no such column, or another one with the name of a result; or a column of the result
            would have more than 2 GB, which cannot happen with a table.
        TypeError: the column holds neither texts nor bytes.

    Example:
        `repair_batch(batch)`
    """
    asked = spec or RepairSpec()

    def step(body: bytes, dialect: str | None, kind: Kind | None) -> Row:
        mended = repair(body, dialect, kind=kind, unsafe=asked.unsafe, tools=asked.tools)
        found = (*mended.applied, *mended.left)
        return Row(mended.data, mended.dialect, mended.kind, (), found, first_error(mended.left))

    return worked(batch, Work(asked.column, asked.dialect, asked.kind, step))


def detect_batch(batch: Rows, spec: DetectSpec | None = None) -> Rows:
    """Find the dialect and the kind of the document of each row.

    Args:
        batch: the rows, as a record batch or a table, with their documents as JSON texts or bytes in the column
            `spec.column`.
        spec: where the documents are.

    Returns:
        As many rows in the same order.  The columns are those of `RESULT`: the document as it was, its dialect and
        its kind; where no dialect fits, or several do, `error` says so.  The other columns of `batch` follow as they
        are.

    Raises:
        ValueError: the batch has no such column, or another one with the name of a result; or a column of the result
            would have more than 2 GB, which cannot happen with a table.
        TypeError: the column holds neither texts nor bytes.

    Example:
        `detect_batch(batch).column("dialect").value_counts()`
    """

    def step(body: bytes, dialect: str | None, kind: Kind | None) -> Row:
        return Row(body, *guess(body, dialect, kind))

    return worked(batch, Work((spec or DetectSpec()).column, None, None, step, keeps=True))
