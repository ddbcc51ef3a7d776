"""datatrove: a step of a pipeline that runs an operator over its documents, and a reader of lines for it."""

from __future__ import annotations

from itertools import islice
from typing import TYPE_CHECKING, Any, Final

import pyarrow as pa

from turnwire.arrow.batches import HINTS
from turnwire.arrow.columns import RESULT
from turnwire.arrow.run import run_batch

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from datatrove.data import Document
    from datatrove.io import DataFolderLike
    from datatrove.pipeline.base import PipelineStep
    from datatrove.pipeline.readers.base import BaseDiskReader

    from turnwire.arrow.run import Spec

BATCH: Final = 1024
"""The documents of a batch."""

_FOUND: Final = tuple(name for name in RESULT.names if name != "document")


def document_step(spec: Spec, *, batch_size: int = BATCH) -> PipelineStep:
    """Return a step that runs an operator over the documents of a pipeline.

    Args:
        spec: what is done with the text of each document, which is JSON; `spec.column` is not used.
        batch_size: the documents of a batch.

    Returns:
        A step that gives as many documents in the same order.  The text is the result; the text of a document that
        is refused stays as it was.  The other columns of `RESULT` are in `metadata`, where `dialect` and `kind` may
        say before what a document is.  Its statistics count `done` and `refused`.

    Raises:
        TypeError: `spec` is not a specification.
        ValueError: while the pipeline runs: the metadata has a member with the name of another result.

    Example:
        `LocalPipelineExecutor([JsonlReader("logs"), document_step(DetectSpec()), JsonlWriter("made")], tasks=4)`
    """
    from datatrove.pipeline.base import PipelineStep as Step  # noqa: PLC0415 - only where datatrove is used

    class DocumentStep(Step):  # type: ignore[misc]
        """A step that runs an operator of turnwire."""

        name = "turnwire"
        type = "Operator"

        def run(self, data: Iterable[Document], rank: int = 0, world_size: int = 1) -> Iterator[Document]:  # noqa: ARG002
            documents = iter(data)
            while group := list(islice(documents, batch_size)):
                for document, row in zip(group, _rows(group, spec), strict=True):
                    self.stat_update("refused" if row["error"] else "done")
                    document.text = document.text if row["document"] is None else row["document"]
                    document.metadata |= {name: row[name] for name in _FOUND}
                    yield document

    return DocumentStep()


def line_reader(folder: DataFolderLike) -> BaseDiskReader:
    """Return a reader of JSON Lines whose lines are documents, as they are.

    datatrove's own `JsonlReader` leaves out lines that are not JSON; here they reach the step, which refuses them.

    Args:
        folder: a folder or the address of a bucket, with files in UTF-8, which may be packed with gzip or Zstandard.

    Returns:
        A reader that gives a document for each line but blank ones; its id is the path of the file and the line's
        number, from 0.

    Raises:
        UnicodeDecodeError: while the pipeline runs: a line is not UTF-8.

    Example:
        `LocalPipelineExecutor([line_reader("logs"), document_step(DetectSpec()), JsonlWriter("made")], tasks=4)`
    """
    from datatrove.pipeline.readers.base import BaseDiskReader as Reader  # noqa: PLC0415 - only where datatrove is used

    class LineReader(Reader):  # type: ignore[misc]
        """A reader of lines."""

        name = "turnwire lines"

        def read_file(self, filepath: str) -> Iterator[Document]:
            with self.data_folder.open(filepath, "rb", compression="infer") as lines:
                for number, line in enumerate(lines):
                    if text := line.decode().strip():
                        yield self.get_document_from_dict({"text": text}, filepath, number)

    return LineReader(folder)


def _rows(documents: Sequence[Document], spec: Spec) -> list[dict[str, Any]]:
    taken = {name for each in documents for name in each.metadata} & {*_FOUND} - {*HINTS}
    if taken:
        raise ValueError(f"the metadata has the names of results: rename or drop {', '.join(sorted(taken))}")
    texts = {spec.column: [each.text for each in documents]}
    hints = {name: [each.metadata.get(name) for each in documents] for name in HINTS}
    made = run_batch(pa.record_batch({**hints, **texts}), spec)
    rows: list[dict[str, Any]] = made.select(RESULT.names).to_pylist()
    return rows
