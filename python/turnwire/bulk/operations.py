"""What a job can do with its rows: the operators of `turnwire.arrow`, and what their results are called."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final, NamedTuple

from turnwire.arrow import (
    ConvertSpec,
    RepairSpec,
    ValidateSpec,
    convert_batch,
    repair_batch,
    validate_batch,
)
from turnwire.bulk.statistics import StatisticsSpec, count_batch
from turnwire.bulk.texts import texts

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    import pyarrow as pa

    from turnwire.bulk.counts import Counts

Spec = ConvertSpec | ValidateSpec | RepairSpec | StatisticsSpec


class Operation(NamedTuple):
    """One thing that a job can do.

    Args:
        name: what it is called on the command line.
        operator: makes the rows of the result; it may count more than its rows say.
        outcomes: yields what each row has become; takes the batch, the result, and the column of the documents.
        refused: the outcomes of rows that have no document in the result.
        is_report: whether the result is what was found in each document, and not another document.
    """

    name: str
    operator: Callable[[pa.RecordBatch, Any, Counts], pa.RecordBatch]
    outcomes: Callable[[pa.RecordBatch, pa.RecordBatch, str], Iterator[str]]
    refused: frozenset[str] = frozenset()
    is_report: bool = False


def _by_error(good: str, bad: str) -> Callable[[pa.RecordBatch, pa.RecordBatch, str], Iterator[str]]:
    def outcomes(_: pa.RecordBatch, result: pa.RecordBatch, __: str) -> Iterator[str]:
        return (good if each else bad for each in result.column("error").is_null().to_pylist())

    return outcomes


def _repaired(batch: pa.RecordBatch, result: pa.RecordBatch, column: str) -> Iterator[str]:
    is_good = result.column("error").is_null().to_pylist()
    kinds = result.column("kind").to_pylist()
    pairs = zip(texts(batch.column(column)), texts(result.column("document")), strict=True)
    for good, kind, (before, after) in zip(is_good, kinds, pairs, strict=True):
        if kind is None:
            yield "unreadable"
        elif not good:
            yield "with errors left"
        else:
            yield "clean" if before == after else "mended"


OPERATIONS: Final[dict[type[Any], Operation]] = {
    ConvertSpec: Operation(
        "convert",
        lambda batch, spec, _: convert_batch(batch, spec),
        _by_error("converted", "refused"),
        frozenset({"refused"}),
    ),
    ValidateSpec: Operation(
        "validate", lambda batch, spec, _: validate_batch(batch, spec), _by_error("valid", "invalid"), is_report=True
    ),
    RepairSpec: Operation(
        "repair", lambda batch, spec, _: repair_batch(batch, spec), _repaired, frozenset({"unreadable"})
    ),
    StatisticsSpec: Operation("stats", count_batch, _by_error("counted", "refused"), is_report=True),
}
