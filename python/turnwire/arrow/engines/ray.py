"""Ray Data: run an operator over a Dataset."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from turnwire.arrow.run import run_batch

if TYPE_CHECKING:
    from ray.data import Dataset

    from turnwire.arrow.run import Spec

BATCH: Final = 1024
"""The rows of a batch: enough that its cost does not count, few enough for documents of a megabyte."""


def map_documents(dataset: Dataset, spec: Spec, *, batch_size: int | None = BATCH) -> Dataset:
    """Run an operator over the rows of a Dataset.

    Args:
        dataset: the rows, with their documents as JSON texts or bytes in the column `spec.column`.
        spec: what is done with each document.
        batch_size: the rows of a batch; None takes a block of the Dataset as it is.

    Returns:
        A Dataset with as many rows, which is computed when it is used: the columns of `RESULT`, and then the others.
        Ray keeps the order of rows only where `DataContext.execution_options.preserve_order` is set.

    Raises:
        TypeError: `spec` is not a specification; a Dataset that does not fit it fails when it is computed.

    Example:
        `map_documents(ray.data.read_parquet("s3://logs/"), ConvertSpec(target="anthropic_messages"))`
    """
    return dataset.map_batches(run_batch, batch_size=batch_size, batch_format="pyarrow", fn_kwargs={"spec": spec})
