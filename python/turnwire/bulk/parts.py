"""Write the parts of the output, each atomically: it is whole, on the disk, and under its name, or not there."""

from __future__ import annotations

import contextlib
import hashlib
import io
from typing import TYPE_CHECKING, Final, NamedTuple, Self

import msgspec
import pyarrow as pa
import pyarrow.parquet as pq
from msgspec import Struct

from turnwire.bulk.columns import fitted
from turnwire.bulk.texts import texts
from turnwire.codec.json import one_line
from turnwire.sessions.replacing import replacing

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path
    from types import TracebackType
    from typing import BinaryIO

    from turnwire.bulk.rows import Rows
    from turnwire.bulk.units import Unit

REFUSED: Final = "_refused"
"""The folder of refused rows; engines skip names that begin so when they read the output."""
_GROUP: Final = 16 * 1024 * 1024
"""About how many bytes of rows are written as one row group."""


_UNIQUE: Final = frozenset({"document", "sha256"})
"""Columns of which each row has a value of its own."""


class Made(Struct, frozen=True):
    """A file that was written: its path in the output folder, its bytes, and their SHA-256."""

    name: str
    size: int
    sha256: str


class Written(NamedTuple):
    """Rows and their results, on the way into the output.

    Args:
        unit: where they are from.
        rows: what was read.
        result: what was made.
        column: the column of the documents that were read.
        is_refused: whether each row has no document to write.
    """

    unit: Unit
    rows: Rows
    result: pa.RecordBatch
    column: str
    is_refused: list[bool]

    def with_places(self) -> pa.RecordBatch:
        """Return the result; rows of JSON Lines, which have no other columns, with the place that they are from."""
        if self.unit.input.form == "parquet":
            return self.result
        size = self.result.num_rows
        name = pa.array([self.unit.input.path] * size, pa.string())
        return self.result.append_column("input", name).append_column("offset", pa.array(self.rows.places, pa.int64()))

    def documents(self) -> Iterator[bytes]:
        """Yield the documents of the rows that are not refused, each on one line."""
        for text, is_refused in zip(texts(self.result.column("document")), self.is_refused, strict=True):
            if text is not None and not is_refused:
                yield one_line(text) if b"\n" in text or b"\r" in text else text

    def reports(self) -> Iterator[bytes]:
        """Yield what was found in each row, as a line of JSON."""
        for index, place in enumerate(self.rows.places):
            yield msgspec.json.encode(self._report(index, place))

    def refusals(self) -> Iterator[bytes]:
        """Yield each refused row as a line of JSON, with its text as it was read."""
        if any(self.is_refused):
            documents = list(texts(self.rows.batch.column(self.column)))
            for index, place in enumerate(self.rows.places):
                if self.is_refused[index]:
                    text = (documents[index] or b"").decode("utf-8", "backslashreplace")
                    yield msgspec.json.encode(self._report(index, place) | {"document": text})

    def _report(self, index: int, place: int) -> dict[str, object]:
        row = self.result.slice(index, 1).select(["dialect", "kind", "error", "diagnostics", "losses"]).to_pylist()[0]
        where = "row" if self.unit.input.form == "parquet" else "offset"
        return {"input": self.unit.input.path, where: place, **row}


class Parts:
    """The files of one unit: its rows, and in `_refused` those that a JSON Lines file has no place for.

    Args:
        folder: the folder of the output.
        number: the number of the unit.
        form: what the parts are; None writes nothing.
        schema: the columns of a part in Parquet, which is written then also without rows; None for those of its rows.
    """

    def __init__(self, folder: Path, number: int, form: str | None, schema: pa.Schema | None = None) -> None:
        self._folder = folder
        self._name = f"part-{number:06d}.{form}"
        self._form = form
        self._schema = schema
        self._stack = contextlib.ExitStack()
        self._streams: dict[str, _Hashed] = {}
        self._writer: pq.ParquetWriter | None = None
        self._held: list[pa.RecordBatch] = []
        self.made: list[Made] = []
        """The files, after the block."""

    def __enter__(self) -> Self:
        if self._form == "parquet" and self._schema is not None:
            self._begin(self._schema)
        return self

    def __exit__(
        self, kind: type[BaseException] | None, fault: BaseException | None, trace: TracebackType | None
    ) -> None:
        for each in self._streams.values():
            each.is_given_up = kind is not None
        # The blocks of `replacing` see an exception, also one of the last rows, and remove the temporary files.
        self._stack.__exit__(kind, fault, trace)
        if kind is None:
            self.made = [Made(name, each.size, each.digest.hexdigest()) for name, each in self._streams.items()]

    def put(self, written: Written, *, is_report: bool) -> None:
        """Write some rows.  Raises OSError."""
        if self._form == "parquet":
            self._put_batch(written.with_places())
        elif is_report:
            self._put_lines(self._name, written.reports())
        else:
            self._put_lines(self._name, written.documents())
            self._put_lines(f"{REFUSED}/{self._name}", written.refusals())

    def _put_batch(self, batch: pa.RecordBatch) -> None:
        if self._writer is None:
            self._begin(batch.schema)
        self._held.append(batch if self._schema is None else fitted(batch, self._schema))
        if sum(each.nbytes for each in self._held) >= _GROUP:
            self._write_group()

    def _begin(self, schema: pa.Schema) -> None:
        # zstd at its lowest level is smaller than Snappy, and costs hardly more.
        stream, repeating = self._stream(self._name), _repeating(schema)
        self._writer = pq.ParquetWriter(
            stream,
            schema,
            compression="zstd",
            compression_level=1,
            use_dictionary=repeating,
            write_statistics=repeating,
        )
        self._stack.push(self._end_writer)

    def _end_writer(self, kind: type[BaseException] | None, *_: object) -> None:
        if self._writer is not None:
            if kind is None:
                self._write_group()
            self._writer.close()

    def _write_group(self) -> None:
        if self._held and self._writer:
            self._writer.write_table(pa.Table.from_batches(self._held))
            self._held = []

    def _put_lines(self, name: str, texts: Iterator[bytes]) -> None:
        for text in texts:
            self._stream(name).write(text + b"\n")

    def _stream(self, name: str) -> _Hashed:
        if name not in self._streams:
            path = self._folder / name
            path.parent.mkdir(parents=True, exist_ok=True)
            self._streams[name] = _Hashed(self._stack.enter_context(replacing(path)))
        return self._streams[name]


def _repeating(schema: pa.Schema) -> list[str]:
    """Return the paths of the columns that may have a value more than once, as Parquet names them.

    A dictionary of documents, or their least and greatest one, helps no reader, and costs half of the writing.
    """
    empty = io.BytesIO()
    pq.write_table(schema.empty_table(), empty)
    columns = pq.ParquetFile(empty).schema
    paths = [columns.column(index).path for index in range(len(columns))]
    return [path for path in paths if path not in _UNIQUE]


class _Hashed(io.RawIOBase):
    """A file that is written once, from its begin to its end; its bytes are counted and hashed on the way."""

    def __init__(self, stream: BinaryIO) -> None:
        self._stream = stream
        self.size = 0
        self.digest = hashlib.sha256()
        self.is_given_up = False
        """Whether the file is not wanted any more: pyarrow ends a file in any case."""

    def writable(self) -> bool:
        """Return True."""
        return True

    def write(self, data: bytes) -> int:  # type: ignore[override]
        """Write bytes."""
        if self.is_given_up:
            return len(data)
        try:
            self._stream.write(data)
        except OSError:
            self.is_given_up = True
            raise
        self.digest.update(data)
        self.size += len(data)
        return len(data)

    def tell(self) -> int:
        """Return how much is written."""
        return self.size
