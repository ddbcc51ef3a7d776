"""Divide the files of a job into units, each small enough to be done again if its worker is lost."""

from __future__ import annotations

import stat
from itertools import pairwise
from pathlib import Path
from typing import TYPE_CHECKING, Final, Literal, TypeAlias

import pyarrow as pa
import pyarrow.parquet as pq
from msgspec import Struct

from turnwire.arrow import result_schema
from turnwire.arrow.batches import HINTS
from turnwire.arrow.texts import is_text
from turnwire.codec.packed import PACKED, Packed

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

Form = Literal["jsonl", "parquet"]
FORMS: Final[dict[str, Form]] = {".jsonl": "jsonl", ".ndjson": "jsonl", ".parquet": "parquet"}
"""The suffixes of files that a job reads."""

Range: TypeAlias = tuple[int, int, int, int | None]
"""A part of a file: its begin, its end, its weight and its most rows, as in `Unit`."""

_LAST: Final = 2
_LAST_PARTS: Final = 4
"""How many units at the end of a file are divided, and into how many smaller ones each."""
UNIT: Final = 32 * 1024 * 1024
"""About how many bytes of a file are one unit; of a Parquet file, before they are compressed."""
_NAMED: Final = 10
"""How many columns of a file a message names."""


class CannotPlan(Exception):
    """A file cannot be divided into units; the message says why."""


class Input(Struct, frozen=True):
    """One file of the input.

    Args:
        path: its name, as it was given.
        form: what it is inside.
        packed: how it is compressed as a whole.
        size: its bytes.
        modified: when it was changed last, in nanoseconds.
    """

    path: str
    form: Form
    packed: Packed | None
    size: int
    modified: int


class Unit(Struct, frozen=True):
    """A part of a job that one worker does at once.

    Args:
        number: its place in the order of the output, from 0; it names its part.
        input: the file.
        begin: the first byte or row group.  A line belongs to the unit in which its first byte is.
        end: the byte or row group after the last.
        weight: the bytes of the file that it stands for, as they are stored.
        rows: how many rows are taken at most; None takes all.
    """

    number: int
    input: Input
    begin: int
    end: int
    weight: int
    rows: int | None = None

    def __str__(self) -> str:
        """Say what the unit is: `in.parquet, row groups 3 to 5`."""
        if self.input.packed:
            return self.input.path
        if self.input.form == "parquet":
            return f"{self.input.path}, row groups {self.begin} to {self.end - 1}"
        return f"{self.input.path}, bytes {self.begin} to {self.end}"


def form_of(name: str) -> tuple[Form, Packed | None] | None:
    """Return what a file with a name holds, and how it is packed; None for a file that no job reads."""
    path = Path(name.lower())
    packed = PACKED.get(path.suffix)
    form = FORMS.get(path.with_suffix("").suffix if packed else path.suffix)
    return None if form is None or (packed and form == "parquet") else (form, packed)


def input_of(path: str) -> Input:
    """Return the input of a path.

    Raises:
        CannotPlan: it is a pipe or a device, no job reads files with such a name, or the manifest cannot hold the name.
        OSError: it cannot be read.
    """
    about = Path(path).stat()
    try:
        path.encode()
    except UnicodeEncodeError:
        raise CannotPlan("its name is not UTF-8, so that the manifest cannot hold it: rename it") from None
    found = form_of(path)
    if found is None:
        raise CannotPlan("its suffix is none of .parquet, .jsonl, .ndjson, .jsonl.gz and .jsonl.zst")
    if not stat.S_ISREG(about.st_mode):
        raise CannotPlan("it is a pipe or a device, of which no part can be read again: write it to a file")
    return Input(path, *found, about.st_size, about.st_mtime_ns)


def ranges(given: Input, column: str, size: int = UNIT) -> list[Range]:
    """Return the ranges into which a file is divided; all of their rows are taken.

    Args:
        given: the file.
        column: the column of a Parquet file that has the documents.
        size: about how many bytes are one unit.

    Raises:
        CannotPlan: it is no Parquet file, or has no such column.
        OSError: it cannot be read.
    """
    if given.packed:
        return [(0, given.size, given.size, None)]
    if given.form == "parquet":
        return list(_groups(given, column, size))
    ends = list(_ends(given.size, size))
    return [(begin, end, end - begin, None) for begin, end in pairwise([0, *ends])]


def _ends(total: int, size: int) -> Iterator[int]:
    """Yield where the units of a file of lines end.

    The last ones are smaller: a worker that has nothing left to do waits for the units that others still do.
    """
    end = 0
    while total - end > _LAST * size:
        end += size
        yield end
    step = size if total <= size else max(size // _LAST_PARTS, 1)
    while total - end > step:
        end += step
        yield end
    yield total


def _groups(given: Input, column: str, size: int) -> Iterator[Range]:
    """Yield runs of row groups that have about so many bytes together, before they are compressed.

    Conversations repeat themselves: a file of 10 GB may take some megabytes on the disk, and has work for all workers.
    """
    try:
        with pq.ParquetFile(given.path) as file:
            _check_columns(file.schema_arrow, column)
            about = file.metadata
            groups = [about.row_group(index) for index in range(about.num_row_groups)]
            sizes = [
                sum(each.column(index).total_compressed_size for index in range(each.num_columns)) for each in groups
            ]
            unpacked = [each.total_byte_size for each in groups]
    except (pa.ArrowException, ValueError, TypeError) as fault:
        raise CannotPlan(sentence_of(fault)) from None
    if not sizes:
        yield 0, 0, 0, None
        return
    begin = weight = work = 0
    for index, (each, following) in enumerate(zip(sizes, [*unpacked[1:], 0], strict=True)):
        weight += each
        work += unpacked[index]
        # Groups are often a little smaller than a unit: two of them would be almost two units.
        if work + following / 2 >= size or index == len(sizes) - 1:
            yield begin, index + 1, weight, None
            begin, weight, work = index + 1, 0, 0


def needed(names: Sequence[str], column: str) -> list[str]:
    """Return the columns of a Parquet file that are read: its documents, and what they are.

    Args:
        names: its columns.
        column: that of the documents.
    """
    return [name for name in names if name == column or name in HINTS]


def sentence_of(fault: Exception) -> str:
    """Return what pyarrow says as one sentence: some of its messages have several lines, and an empty one at the end.

    Args:
        fault: what it raised.
    """
    return "; ".join(line.strip(" .") for line in str(fault).splitlines() if line.strip())


def _check_columns(schema: pa.Schema, column: str) -> None:
    """Raise CannotPlan or ValueError unless a file has a column of documents, and texts that say what they are."""
    number = schema.names.count(column)
    if number > 1:
        raise CannotPlan(f"it has the column {column!r} {number} times: rename all but one")
    if number == 0:
        found = ", ".join(map(repr, schema.names[:_NAMED])) + (", ..." if len(schema.names) > _NAMED else "")
        has = f"its columns are {found}: say --column NAME" if found else "it has no columns"
        raise CannotPlan(f"it has no column {column!r} with documents; {has}")
    kind = schema.field(column).type
    if not is_text(kind):
        raise CannotPlan(f"documents are JSON in a column of texts or of bytes: {column!r} has {kind}")
    result_schema(pa.schema([each for each in schema if each.name in needed(schema.names, column)]), column)
