"""Divide the files of a run into tasks, each small enough for memory and large enough to be worth a worker's time."""

from __future__ import annotations

import stat
from typing import TYPE_CHECKING, Final, NamedTuple

from turnwire.cli.archives.pieces import Broken, Lines, Piece, Range, Unreadable, pieces
from turnwire.cli.inputs import Entry, Source
from turnwire.codec.packed import CHUNK

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from turnwire.cli.archives.pieces import Cut, Meter

_SMALL: Final = CHUNK
"""A file up to this size is read by whoever does the task."""
_FILES: Final = 64
_ELEMENTS: Final = 256
_BYTES: Final = CHUNK // 2


class Task(NamedTuple):
    """A part of the work: pieces of one large file, or some small files.

    `consumed` is how many bytes of all files have been read when it is done, as they are stored.
    """

    parts: tuple[Piece | Range | Unreadable | Source, ...]
    consumed: int = 0

    def in_files(self) -> Task:
        """Return the task with the places of lines that another process can read itself, in place of their bytes."""
        return self._replace(parts=tuple(part.in_file() if isinstance(part, Lines) else part for part in self.parts))


def tasks(sources: Sequence[Source], cut: Cut, meter: Meter) -> Iterator[Task]:
    """Yield the tasks of a run, in the order of the documents.  The same files give the same tasks again."""
    small: list[Source] = []
    size = read = 0
    for source in sources:
        length = _size_of_small(source)
        if length is None or len(small) == _FILES or size > _BYTES:
            if small:
                yield Task(tuple(small), read + meter.consumed)
            small, size = [], 0
        if length is None:
            for parts in _groups(source, cut, meter):
                yield Task(parts, read + meter.consumed)
        else:
            small.append(source)
            size += length
            read += length
    if small:
        yield Task(tuple(small), read + meter.consumed)


def _size_of_small(source: Source) -> int | None:
    """Return the size of a small file; None for others.  A packed file may be large inside."""
    if source.path is None or source.packed is not None:
        return None
    try:
        found = source.path.stat()
    except OSError:
        return None
    return found.st_size if stat.S_ISREG(found.st_mode) and found.st_size <= _SMALL else None


def _groups(source: Source, cut: Cut, meter: Meter) -> Iterator[tuple[Piece | Unreadable, ...]]:
    """Yield the pieces of a file; the elements of an array come several at once."""
    group: list[Piece | Unreadable] = []
    size = 0
    for piece in pieces(source, cut, meter):
        group.append(piece)
        size += 0 if isinstance(piece, Broken | Unreadable) else len(piece.data)
        is_element = isinstance(piece, Entry) and piece.source.item is not None
        if not is_element or size > _BYTES or len(group) == _ELEMENTS:
            yield tuple(group)
            group, size = [], 0
    if group:
        yield tuple(group)


def bytes_of(sources: Sequence[Source]) -> int | None:
    """Return how many bytes the files have; None if that is not known, as of standard input."""
    total = 0
    for source in sources:
        try:
            found = source.path.stat() if source.path else None
        except OSError:
            continue
        if found is None or not stat.S_ISREG(found.st_mode):
            return None
        total += found.st_size
    return total
