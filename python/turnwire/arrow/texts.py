"""Columns of texts: read their rows as bytes, and give them the one type that results have."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import pyarrow as pa

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

_MOST_BYTES: Final = 2**31 - 1
_LEAST_BYTES: Final = 4096
"""Of a column that texts are added to, and whose size nobody knows."""

_CHECKS: Final[tuple[Callable[[pa.DataType], bool], ...]] = (
    pa.types.is_string,
    pa.types.is_large_string,
    pa.types.is_string_view,
    pa.types.is_binary,
    pa.types.is_large_binary,
    pa.types.is_binary_view,
    # Readers of JSON and CSV give it to a column in which each row is null.
    pa.types.is_null,
)


def is_text(kind: pa.DataType) -> bool:
    """Return whether a column of a type can have texts: texts or bytes, also those of a dictionary, and JSON."""
    if pa.types.is_dictionary(kind):
        kind = kind.value_type
    if isinstance(kind, pa.BaseExtensionType):
        kind = kind.storage_type
    return any(check(kind) for check in _CHECKS)


def texts_of(array: pa.Array) -> Iterator[bytes | None]:
    """Yield the texts of an array of texts or bytes, as bytes; None for a row without one.

    Raises:
        TypeError: the array holds neither.
    """
    if not is_text(array.type):
        raise TypeError(f"documents are JSON in a column of texts or of bytes, not of {array.type}")
    if pa.types.is_dictionary(array.type):
        yield from _looked_up(array)
        return
    found = _plain(array).cast(pa.large_binary())
    _, offsets, data = found.buffers()
    places = memoryview(offsets).cast("q")[found.offset : found.offset + len(found) + 1] if len(found) else ()
    view = memoryview(data) if data is not None else memoryview(b"")
    empty = found.is_null().to_pylist() if found.null_count else None
    for row in range(len(found)):
        yield None if empty and empty[row] else bytes(view[places[row] : places[row + 1]])


def _looked_up(array: pa.DictionaryArray) -> Iterator[bytes | None]:
    """Yield the texts of a dictionary; each that is used is read once."""
    known: dict[int, bytes | None] = {}
    for index in array.indices.to_pylist():
        if index is None:
            yield None
            continue
        if index not in known:
            (known[index],) = texts_of(array.dictionary.slice(index, 1))
        yield known[index]


def as_strings(array: pa.Array) -> pa.StringArray:
    """Return a column of texts or bytes as `string`, without a copy where its type allows that.

    Raises:
        ValueError: the texts have more than 2 GB together.
    """
    try:
        if not pa.types.is_dictionary(array.type):
            return _plain(array).cast(pa.string())
    except pa.ArrowInvalid:  # not UTF-8, or more than 2 GB
        pass
    column = Column(array.nbytes)
    for text in texts_of(array):
        column.add(text)
    return column.array()


class Column:
    """A column of `string` that texts are added to.

    A text is copied at once into memory of Arrow, which has it from the last batch and need not ask the system for it.
    To keep all texts and to join them in the end takes several times as long.

    Args:
        expected: the bytes of all texts, as far as they are known; more can be added.

    Example:
        `column = Column(2); column.add(b"{}"); column.array()`
    """

    def __init__(self, expected: int = 0) -> None:
        self._buffer = pa.allocate_buffer(min(max(expected, _LEAST_BYTES), _MOST_BYTES), resizable=True)
        self._view = memoryview(self._buffer).cast("B")
        self._ends = [0]
        self._missing: list[int] = []

    def add(self, text: bytes | None) -> None:
        """Add a row; None is a row without a text.

        Raises:
            ValueError: the texts have more than 2 GB together.
        """
        begin = self._ends[-1]
        if text is None:
            self._missing.append(len(self._ends) - 1)
            self._ends.append(begin)
            return
        end = begin + len(text)
        if end > len(self._view):
            self._grow(begin, end)
        self._view[begin:end] = text
        self._ends.append(end)

    def _grow(self, used: int, needed: int) -> None:
        _check_size(needed)
        larger = pa.allocate_buffer(min(2 * needed, _MOST_BYTES), resizable=True)
        view = memoryview(larger).cast("B")
        view[:used] = self._view[:used]
        self._buffer, self._view = larger, view

    def array(self) -> pa.StringArray:
        """Return the column; what is not UTF-8 has no place there, and its row is null.  Nothing can be added then."""
        self._view.release()
        self._buffer.resize(self._ends[-1], shrink_to_fit=True)
        rows = len(self._ends) - 1
        offsets = pa.array(self._ends, pa.int32()).buffers()[1]
        validity = self._validity(rows) if self._missing else None
        array = pa.BinaryArray.from_buffers(pa.binary(), rows, [validity, offsets, self._buffer])
        try:
            return array.cast(pa.string())
        except pa.ArrowInvalid:
            return pa.array([_decoded(each) for each in array.to_pylist()], pa.string())

    def _validity(self, rows: int) -> pa.Buffer:
        """Return a bit for each row."""
        has_text = [True] * rows
        for row in self._missing:
            has_text[row] = False
        return pa.array(has_text, pa.bool_()).buffers()[1]


def _check_size(size: int) -> None:
    """Raise ValueError if so many bytes are more than offsets of 32 bits reach."""
    if size > _MOST_BYTES:
        raise ValueError("a column of the result would have more than 2 GB: give smaller batches, or a table")


def whole(array: pa.Array) -> pa.Array:
    """Return an array that is in one piece.

    Raises:
        ValueError: it is not, since its texts have more than 2 GB together.
    """
    if isinstance(array, pa.ChunkedArray):
        _check_size(array.nbytes)
        array = array.combine_chunks()
    return array


def _plain(array: pa.Array) -> pa.Array:
    return array.storage if isinstance(array, pa.ExtensionArray) else array  # such as arrow.json


def _decoded(text: bytes | None) -> str | None:
    try:
        return None if text is None else text.decode()
    except UnicodeDecodeError:
        return None
