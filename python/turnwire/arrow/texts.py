"""Columns of texts: read their rows as bytes, and give them the one type that results have."""

from __future__ import annotations

from itertools import accumulate
from typing import TYPE_CHECKING, Final

import pyarrow as pa

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

_MOST_BYTES: Final = 2**31 - 1

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


def as_strings(array: pa.Array, texts: Sequence[bytes | None]) -> pa.StringArray:
    """Return a column as `string`, without a copy where its type allows that.

    Args:
        array: a column of texts or bytes.
        texts: the same, as `texts_of` gives them.

    Raises:
        ValueError: the texts have more than 2 GB together.
    """
    try:
        if not pa.types.is_dictionary(array.type):
            return _plain(array).cast(pa.string())
    except pa.ArrowInvalid:  # not UTF-8, or more than 2 GB
        pass
    return strings(texts)


def strings(texts: Sequence[bytes | None]) -> pa.StringArray:
    """Return texts as an array of `string`; what is not UTF-8 has no place there, and its row is null.

    Raises:
        ValueError: the texts have more than 2 GB together.
    """
    ends = list(accumulate(len(text) if text else 0 for text in texts))
    _check_size(ends[-1] if ends else 0)
    # One copy into a buffer of the right size; a builder would grow, and copy several times.
    data = pa.py_buffer(b"".join(filter(None, texts)))
    offsets = pa.array([0, *ends], pa.int32()).buffers()[1]
    array = pa.BinaryArray.from_buffers(pa.binary(), len(texts), [_validity(texts), offsets, data])
    try:
        return array.cast(pa.string())
    except pa.ArrowInvalid:
        return pa.array([_decoded(each) for each in texts], pa.string())


def _validity(texts: Sequence[bytes | None]) -> pa.Buffer | None:
    """Return a bit for each text, and nothing where there are all."""
    if None not in texts:
        return None
    return pa.array([text is not None for text in texts], pa.bool_()).buffers()[1]


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
