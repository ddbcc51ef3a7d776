"""Apache Spark: run an operator over a DataFrame."""

from __future__ import annotations

import functools
from typing import TYPE_CHECKING

from turnwire.arrow.batches import result_schema
from turnwire.arrow.workers import run_batches

if TYPE_CHECKING:
    from pyspark.sql import DataFrame

    from turnwire.arrow.run import Spec


def map_documents(frame: DataFrame, spec: Spec) -> DataFrame:
    """Run an operator over the rows of a DataFrame.

    Args:
        frame: the rows, with their documents as JSON texts or bytes in the column `spec.column`.
            `spark.sql.execution.arrow.maxRecordsPerBatch` says how many rows a batch has.
        spec: what is done with each document.

    Returns:
        A DataFrame with as many rows, which is computed when it is used: the columns of `RESULT`, and then the others.

    Raises:
        ValueError: the DataFrame has no such column, or another one with the name of a result.

    Example:
        `map_documents(spark.read.parquet("s3a://logs/"), ConvertSpec(target="anthropic_messages"))`
    """
    from pyspark.sql.pandas.types import from_arrow_schema, to_arrow_schema  # noqa: PLC0415 - only where Spark is used

    schema = from_arrow_schema(result_schema(to_arrow_schema(frame.schema), spec.column))
    return frame.mapInArrow(functools.partial(run_batches, spec=spec), schema)
