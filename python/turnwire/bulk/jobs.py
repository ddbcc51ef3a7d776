"""What is done with a unit: its rows are read, processed, counted, and written as one part of the output."""

from __future__ import annotations

import itertools
import os
from pathlib import Path
from typing import TYPE_CHECKING, Final, Literal

import msgspec
import pyarrow as pa
from msgspec import Struct

from turnwire.arrow import DIAGNOSTIC, ERROR, RESULT
from turnwire.bulk.columns import Columns
from turnwire.bulk.counts import Counts, add
from turnwire.bulk.operations import OPERATIONS, Operation, Spec
from turnwire.bulk.parts import Made, Parts, Written
from turnwire.bulk.rows import Broken, CannotRead, Reader, Rows
from turnwire.bulk.units import CannotPlan, Unit, input_of

if TYPE_CHECKING:
    from collections.abc import Iterator

    from turnwire.model import Diagnostic

Output = Literal["jsonl", "parquet"]


class Job(Struct, frozen=True, kw_only=True):
    """What is done with every unit; it can be sent to other processes and machines.

    Args:
        spec: the operation and its options: a `ConvertSpec`, `ValidateSpec`, `RepairSpec` or `StatisticsSpec`.
        folder: where the parts of the output are written; every worker has to see it.
        output: the form of the parts; None writes none, and only counts.
        sample: the share of the rows that is taken, from 0 to 1; None takes all.
        stops: whether the first row that is refused ends the job.
        columns: those of each part in Parquet; None leaves to each part the columns of its own rows.
    """

    spec: Spec
    folder: str
    output: Output | None = "parquet"
    sample: float | None = None
    stops: bool = False
    columns: Columns | None = None

    @property
    def operation(self) -> Operation:
        """What is done with the rows."""
        return OPERATIONS[type(self.spec)]


class Error(Struct, frozen=True):
    """A row that is refused, or has an error.

    Args:
        place: where it begins: the byte of a line, or the row of a Parquet file, from 0.
        code: the code of the first error.
        message: its sentence.
    """

    place: int
    code: str
    message: str


class Done(Struct, frozen=True, tag="unit"):
    """A unit that is done: its line in the manifest.

    Args:
        unit: the unit: the file, what identifies it, and the range.
        counts: what was counted.
        parts: the files that were written.
        first: the first errors.
    """

    unit: Unit
    counts: Counts
    parts: list[Made]
    first: list[Error]


class Failed(Struct, frozen=True):
    """A unit that is not done.

    Args:
        unit: its number.
        what: a sentence that says why.
        ends: whether the job cannot go on.
        is_refusal: whether a document is refused, and the job stops at the first.
    """

    unit: int
    what: str
    ends: bool = False
    is_refusal: bool = False


FIRST: Final = 3
"""Errors of a unit that its line in the manifest has."""


class _Stopped(Exception):
    """A row is refused, and the job stops at the first one."""


def done(job: Job, unit: Unit) -> Done | Failed:
    """Do a unit, in any process on any machine; its parts are whole and on the disk when this returns.

    Args:
        job: what is done.
        unit: with which rows.

    Returns:
        What was counted and written, or why nothing was.  No exception leaves it but those of a bug.
    """
    counts = Counts()
    schema = None if job.columns is None else job.columns.of_parts()
    parts = Parts(Path(job.folder), unit.number, job.output, schema)
    try:
        with parts:
            first = _written(job, unit, counts, parts)
            _check_unchanged(unit)
    except _Stopped as refusal:
        return Failed(unit.number, str(refusal), ends=True, is_refusal=True)
    except CannotRead as fault:
        return Failed(unit.number, f"{unit}: cannot be read: {fault}")
    except OSError as error:
        return Failed(unit.number, f"{error.filename or job.folder}: cannot be written: {error.strerror}", ends=True)
    return Done(unit, counts, parts.made, first)


def tried(job: Job, unit: Unit) -> Done | Failed:
    """Do a unit, as `done` does; a bug of turnwire is an outcome, too, so that the other units are done.

    Args:
        job: what is done.
        unit: with which rows.
    """
    try:
        return done(job, unit)
    except Exception as fault:  # noqa: BLE001 - one unit must not stop the others
        return Failed(unit.number, f"{unit}: internal fault, please report it: {fault!r}")


def tried_in(folder: str, job: Job, unit: Unit) -> Done | Failed:
    """Do a unit in a process that an engine has started, maybe on another machine.

    Args:
        folder: the working folder of the process that planned the job: relative paths of the job begin there.
        job: what is done.
        unit: with which rows.
    """
    try:
        os.chdir(folder)
    except OSError as error:
        return Failed(unit.number, f"{folder}: a worker of the engine does not see it: {error.strerror}", ends=True)
    return tried(job, unit)


def _written(job: Job, unit: Unit, counts: Counts, parts: Parts) -> list[Error]:
    """Process, count and write all rows; return the first errors."""
    first: list[Error] = []
    for rows, result in _results(job, unit, counts):
        settled = _settled(job, unit, rows, result, counts)
        first += _errors(settled, FIRST - len(first))
        if job.stops and first:
            raise _Stopped(_sentence(unit, first[0]))
        if job.output is not None:
            parts.put(settled, is_report=job.operation.is_report)
    return first


def _results(job: Job, unit: Unit, counts: Counts) -> Iterator[tuple[Rows, pa.RecordBatch]]:
    spec = job.spec if unit.input.form == "parquet" else msgspec.structs.replace(job.spec, column="document")
    is_whole = job.output == "parquet"  # other columns have no place elsewhere
    for found in Reader(unit, spec.column, job.sample, counts, is_whole=is_whole).rows():
        if isinstance(found, Broken):
            empty = pa.record_batch({spec.column: pa.array([None], pa.binary())})
            yield Rows(empty, [found.place]), _refused(found.finding)
        else:
            yield found, job.operation.operator(found.batch, spec, counts)


def _refused(finding: Diagnostic) -> pa.RecordBatch:
    """Return the row of a document that cannot be read."""
    told = msgspec.structs.asdict(finding) | {"fixes": []}
    error = {name: told[name] for name in ERROR.names}
    found = {name: told[name] for name in DIAGNOSTIC.names}
    row = {"losses": [], "diagnostics": [found], "error": error}
    return pa.RecordBatch.from_pylist([row], schema=RESULT)


def _settled(job: Job, unit: Unit, rows: Rows, result: pa.RecordBatch, counts: Counts) -> Written:
    """Count rows, and return them with what the output needs to know of them."""
    column = job.spec.column if unit.input.form == "parquet" else "document"
    outcomes = list(job.operation.outcomes(rows.batch, result, column))
    counts.rows += len(outcomes)
    for each in outcomes:
        add(counts.outcomes, {each: 1})
    counts.add_findings(result)
    return Written(unit, rows, result, column, [each in job.operation.refused for each in outcomes])


def _errors(written: Written, most: int) -> Iterator[Error]:
    """Yield the first errors of some rows, but not more than so many."""
    errors = written.result.column("error")
    if most and errors.null_count < len(errors):
        found = zip(written.rows.places, errors.to_pylist(), strict=True)
        told = (Error(place, each["code"], each["message"]) for place, each in found if each is not None)
        yield from itertools.islice(told, most)


def _sentence(unit: Unit, error: Error) -> str:
    where = "row" if unit.input.form == "parquet" else "byte"
    return f"{unit.input.path}, {where} {error.place}: {error.message} [{error.code}]"


def _check_unchanged(unit: Unit) -> None:
    """Raise CannotRead if the file is not the one that was planned."""
    try:
        now = input_of(unit.input.path)
    except (OSError, CannotPlan) as fault:
        raise CannotRead(str(fault)) from None
    if now != unit.input:
        raise CannotRead("it has changed since the job was planned; begin anew with another output")
