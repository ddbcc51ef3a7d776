"""The lines of a part of a file, each with the place of its first byte."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator


class Line(NamedTuple):
    """A line without its end; `text` is None if it is longer than the limit."""

    offset: int
    text: bytes | None


def lines(chunks: Iterable[bytes], offset: int, most: int) -> Iterator[Line]:
    """Yield the lines of a text; no line is held that is longer than the limit.

    Args:
        chunks: the text.
        offset: the place of its first byte.
        most: the bytes of the longest line.
    """
    held: list[bytes] = []
    size = 0
    is_long = False
    for chunk in chunks:
        *whole, rest = chunk.split(b"\n")
        for text in whole:
            length = size + len(text)
            yield Line(offset, None if is_long or length > most else b"".join((*held, text)) if held else text)
            offset += length + 1
            held, size, is_long = [], 0, False
        size += len(rest)
        is_long = is_long or size > most
        held.append(rest)
        if is_long:
            held.clear()
    if size:
        yield Line(offset, None if is_long else b"".join(held))
