"""Polars: run an operator over a LazyFrame."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import pyarrow as pa

from turnwire.arrow.batches import result_schema
from turnwire.arrow.workers import run_batches

if TYPE_CHECKING:
    from polars import DataFrame, LazyFrame

    from turnwire.arrow.run import Spec

BATCH: Final = 1024
"""The rows that a worker gets at once."""


def map_documents(frame: LazyFrame, spec: Spec, *, workers: int = 1, batch_size: int = BATCH) -> LazyFrame:
    """Run an operator over the rows of a LazyFrame.

    Args:
        frame: the rows, with their documents as JSON texts or bytes in the column `spec.column`.
        spec: what is done with each document.
        workers: how many processes work; one means this process alone.
        batch_size: the rows that a worker gets at once.

    Returns:
        A LazyFrame with as many rows in the same order, which is computed when it is collected: the columns of
        `RESULT`, and then the others.

    Raises:
        ValueError: the frame has no such column, or another one with the name of a result.

    Example:
        `map_documents(pl.scan_parquet("s3://logs/*.parquet"), ConvertSpec(target="anthropic_messages"), workers=4)`
    """
    import polars as pl  # noqa: PLC0415 - only where Polars is used

    empty = frame.collect_schema().to_frame().to_arrow().schema
    schema = result_schema(empty, spec.column)

    def run(part: DataFrame) -> DataFrame:
        batches = part.to_arrow().cast(empty).to_batches(batch_size)
        return pl.from_arrow(pa.Table.from_batches(run_batches(batches, spec, workers), schema))

    made = pl.from_arrow(schema.empty_table()).schema
    return frame.map_batches(
        run, schema=made, predicate_pushdown=False, projection_pushdown=False, slice_pushdown=False
    )
