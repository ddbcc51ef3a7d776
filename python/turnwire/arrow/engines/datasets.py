"""Hugging Face datasets: run an operator over a Dataset, and part its documents into columns of JSON."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from turnwire.arrow.batches import result_schema
from turnwire.arrow.columns import RESULT
from turnwire.arrow.members import joined, parted
from turnwire.arrow.run import run_batch

if TYPE_CHECKING:
    from collections.abc import Sequence

    from datasets import Dataset

    from turnwire.arrow.run import Spec

BATCH: Final = 1024
"""The rows of a batch."""


def map_documents(dataset: Dataset, spec: Spec, *, batch_size: int = BATCH, num_proc: int | None = None) -> Dataset:
    """Run an operator over the rows of a Dataset.

    Args:
        dataset: the rows, with their documents as JSON texts or `Json()` in the column `spec.column`.
        spec: what is done with each document.
        batch_size: the rows of a batch.
        num_proc: how many processes work; None means this process alone.

    Returns:
        A Dataset with as many rows in the same order: the columns of `RESULT`, and then the others.

    Raises:
        ValueError: the Dataset has no such column, or another one with the name of a result.

    Example:
        `map_documents(load_dataset("parquet", data_files="logs/*.parquet", split="train"), DetectSpec(), num_proc=4)`
    """
    from datasets import Features  # noqa: PLC0415 - only where datasets are used

    names = result_schema(dataset.features.arrow_schema, spec.column).names[len(RESULT) :]
    features = Features(Features.from_arrow_schema(RESULT) | {name: dataset.features[name] for name in names})
    made = dataset.with_format("arrow").map(
        run_batch,
        batched=True,
        batch_size=batch_size,
        num_proc=num_proc,
        fn_kwargs={"spec": spec},
        features=features,
        remove_columns=dataset.column_names,
    )
    return made.with_format(dataset.format["type"])


def join_members(dataset: Dataset, members: Sequence[str], *, column: str = "document") -> Dataset:
    """Make one column of documents from columns that have their members.

    Args:
        dataset: the rows, such as conversations in a column `messages` of the type `List(Json())`.
        members: the columns, each of `Json()` or `List(Json())`; they are removed.  A null is no member.
        column: the name of the new column.

    Raises:
        TypeError: a column has another type.  Columns of structs fill the rows with nulls that no document had: load
            them as `List(Json())`.

    Example:
        `join_members(dataset, ["messages", "tools"])`
    """
    given = {"members": tuple(members), "column": column}
    made = dataset.with_format("arrow").map(joined, batched=True, fn_kwargs=given, remove_columns=list(members))
    return made.with_format(dataset.format["type"])


def part_members(dataset: Dataset, members: Sequence[str], *, column: str = "document") -> Dataset:
    """Make columns of `List(Json())` from members of the documents that are arrays.

    Args:
        dataset: the rows, with their documents as JSON texts.
        members: the names of the members, such as `messages`; a document without one has null.
        column: the name of the column that has the documents, which stays.

    Raises:
        ValueError: the Dataset has a column with the name of a member.

    Example:
        `part_members(map_documents(dataset, ConvertSpec(target="openai_chat")), ["messages"])`
    """
    from datasets import Features, Json, List  # noqa: PLC0415 - only where datasets are used

    given = {"members": tuple(members), "column": column}
    features = Features(dataset.features | {name: List(Json()) for name in members})
    made = dataset.with_format("arrow").map(parted, batched=True, fn_kwargs=given, features=features)
    return made.with_format(dataset.format["type"])
