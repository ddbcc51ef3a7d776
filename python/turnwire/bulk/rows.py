"""Read the rows of a unit, as record batches of bounded size."""

from __future__ import annotations

import itertools
from hashlib import blake2b
from pathlib import Path
from typing import TYPE_CHECKING, Final, NamedTuple

import pyarrow as pa
import pyarrow.parquet as pq

from turnwire.bulk.batches import READ, gathered
from turnwire.bulk.lines import Line, lines
from turnwire.bulk.units import needed, sentence_of
from turnwire.codec.limits import STRICT
from turnwire.codec.packed import CHUNK, Feed, NoUnpacker
from turnwire.errors import InvalidDocument, invalid

if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import BinaryIO

    from turnwire.bulk.counts import Counts
    from turnwire.bulk.units import Unit
    from turnwire.model import Diagnostic

_BYTES: Final = CHUNK
_ROWS: Final = 512
"""How many bytes and rows a batch has, about."""


class CannotRead(Exception):
    """A file cannot be read; the message says why."""


class Rows(NamedTuple):
    """Some rows, and where each begins: the byte of a line, or the row of a Parquet file, from 0."""

    batch: pa.RecordBatch
    places: list[int]


class Broken(NamedTuple):
    """A row that cannot be read, and why; of a packed file that ends too early it is what would follow."""

    place: int
    finding: Diagnostic


class Reader:
    """Reads the rows of a unit.

    Args:
        unit: the unit.
        column: the column that has the documents; those of JSON Lines get this name.
        sample: the share of the rows that is taken, from 0 to 1; None takes all.  The same rows are taken again.
        counts: what is counted on the way: the lines, and the rows that are left out.
        is_whole: whether the rows of a Parquet file have all of its columns, and not only those that are needed.
    """

    def __init__(
        self, unit: Unit, column: str, sample: float | None, counts: Counts, *, is_whole: bool = False
    ) -> None:
        self._unit = unit
        self._column = column
        self._sample = sample
        self._counts = counts
        self._is_whole = is_whole
        self._left = unit.rows

    def rows(self) -> Iterator[Rows | Broken]:
        """Yield the rows in their order.  Raises CannotRead."""
        found = self._parquet() if self._unit.input.form == "parquet" else self._lines()
        try:
            yield from found
        except OSError as error:
            raise CannotRead(error.strerror or sentence_of(error)) from None
        except (pa.ArrowException, NoUnpacker) as fault:
            raise CannotRead(sentence_of(fault)) from None

    def _takes(self, place: int) -> bool:
        """Return whether a row is taken, and count it."""
        if self._left == 0:
            return False
        if self._sample is not None and not self._is_in_sample(place, self._sample):
            self._counts.left_out += 1
            return False
        if self._left is not None:
            self._left -= 1
        return True

    def _is_in_sample(self, place: int, sample: float) -> bool:
        digest = blake2b(f"{self._unit.input.path}:{place}".encode("utf-8", "surrogateescape"), digest_size=8).digest()
        return int.from_bytes(digest, "big") < sample * 2**64

    def _parquet(self) -> Iterator[Rows]:
        # Pages are read as they are needed, not whole columns: what a worker holds does not grow with the file.
        with pq.ParquetFile(self._unit.input.path, buffer_size=CHUNK, pre_buffer=False) as file:
            about = file.metadata
            names = None if self._is_whole else needed(file.schema_arrow.names, self._column)
            row = sum(about.row_group(index).num_rows for index in range(self._unit.begin))
            for group in range(self._unit.begin, self._unit.end):
                found = about.row_group(group)
                few = max(1, min(READ, _BYTES * found.num_rows // max(1, found.total_byte_size)))
                read = file.iter_batches(few, row_groups=[group], columns=names, use_threads=False)
                for batch in gathered(read, self._column, _ROWS, _BYTES):
                    if self._left == 0:
                        return
                    taken = [index for index in range(batch.num_rows) if self._takes(row + index)]
                    if taken:
                        kept = batch if len(taken) == batch.num_rows else batch.take(pa.array(taken))
                        yield Rows(kept, [row + index for index in taken])
                    row += batch.num_rows

    def _lines(self) -> Iterator[Rows | Broken]:
        with Path(self._unit.input.path).open("rb") as stream:
            texts: list[bytes] = []
            places: list[int] = []
            size = 0
            for place, found in self._found(stream):
                if isinstance(found, bytes):
                    texts.append(found)
                    places.append(place)
                    size += len(found)
                is_full = size >= _BYTES or len(texts) == _ROWS
                if texts and (is_full or not isinstance(found, bytes)):
                    yield self._batch(texts, places)
                    texts, places, size = [], [], 0
                if not isinstance(found, bytes):
                    yield Broken(place, found)
            if texts:
                yield self._batch(texts, places)

    def _batch(self, texts: list[bytes], places: list[int]) -> Rows:
        return Rows(pa.record_batch({self._column: pa.array(texts, pa.binary())}), places)

    def _found(self, stream: BinaryIO) -> Iterator[tuple[int, bytes | Diagnostic]]:
        """Yield the texts of the rows; and why one cannot be read, or the rest of a packed file."""
        end = 0
        for line in _begun(self._unit, stream):
            if isinstance(line, InvalidDocument):
                yield end, line.diagnostics[0]
                return
            place, text = line
            self._counts.lines += 1
            end = place + len(text or b"") + 1
            row = text and text.rstrip(b"\r")
            if row is None and self._takes(place):
                message = f"the line is longer than {STRICT.max_bytes:,} bytes, the most that is read here"
                yield place, invalid("json.size", message).diagnostics[0]
            elif row and row.strip(b" \t") and self._takes(place):
                yield place, row
            if self._left == 0:
                return


def _begun(unit: Unit, stream: BinaryIO) -> Iterator[Line | InvalidDocument]:
    """Yield the lines that begin in a unit, and why a packed file cannot be read further."""
    packed = unit.input.packed
    # What ends at the break before the first byte, or at the next break, belongs to the unit before.
    begin = max(unit.begin - 1, 0)
    stream.seek(begin)
    found = lines(Feed(stream, packed), begin, STRICT.max_bytes)
    try:
        for line in itertools.islice(found, 1 if unit.begin else 0, None):
            if not packed and line.offset >= unit.end:
                return
            yield line
    except InvalidDocument as refusal:
        yield refusal


def lines_before(unit: Unit, place: int) -> int:
    """Return how many lines of a unit of JSON Lines begin before a byte of its file.

    Raises:
        CannotRead: the file cannot be read.
    """
    number = 0
    try:
        with Path(unit.input.path).open("rb") as stream:
            for line in _begun(unit, stream):
                if isinstance(line, InvalidDocument) or line.offset >= place:
                    break
                number += 1
    except (OSError, NoUnpacker) as fault:
        raise CannotRead(str(fault)) from None
    return number
