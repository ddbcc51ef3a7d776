"""Daft: run an operator over a DataFrame."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import pyarrow as pa

from turnwire.arrow.batches import HINTS, result_schema
from turnwire.arrow.columns import RESULT
from turnwire.arrow.run import run_batch

if TYPE_CHECKING:
    from daft import DataFrame, Series

    from turnwire.arrow.run import Spec

BATCH: Final = 1024
"""The rows of a batch."""


def map_documents(
    frame: DataFrame, spec: Spec, *, batch_size: int = BATCH, use_process: bool | None = None
) -> DataFrame:
    """Run an operator over the rows of a DataFrame.

    Args:
        frame: the rows, with their documents as JSON texts or bytes in the column `spec.column`.
        spec: what is done with each document.
        batch_size: the most rows of a batch.
        use_process: whether worker processes run the operator; None lets Daft choose.

    Returns:
        A DataFrame with as many rows, which is computed when it is used: the columns of `RESULT`, and then the others.

    Raises:
        ValueError: the DataFrame has no such column, or another one with the name of a result.

    Example:
        `map_documents(daft.read_parquet("s3://logs/"), ConvertSpec(target="anthropic_messages"))`
    """
    import daft  # noqa: PLC0415 - only where Daft is used

    schema = frame.schema().to_pyarrow_schema()
    others = result_schema(schema, spec.column).names[len(RESULT) :]
    given = [name for name in dict.fromkeys((spec.column, *HINTS)) if name in schema.names]

    def run(*columns: Series) -> pa.Array:
        batch = pa.RecordBatch.from_arrays([each.to_arrow() for each in columns], given)
        return run_batch(batch, spec).select(RESULT.names).to_struct_array()

    made = daft.DataType.from_arrow_type(pa.struct(list(RESULT)))
    operator = daft.func.batch(return_dtype=made, unnest=True, batch_size=batch_size, use_process=use_process)(run)
    return frame.select(operator(*(frame[name] for name in given)), *(frame[name] for name in others))
