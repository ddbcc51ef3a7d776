"""Positions of errors in a stream: line and column count from the first byte of the stream, not of the chunk."""

from __future__ import annotations

from msgspec import structs

from turnwire.codec.json import check
from turnwire.codec.limits import FAST
from turnwire.errors import InvalidDocument

Start = tuple[int, int]
"""A line and a column, both from 1."""
Starts = tuple[Start, ...]
"""Where the lines of a value begin."""


def in_stream(data: bytes, starts: Starts, fault: InvalidDocument) -> InvalidDocument:
    """Return the error of a chunk with its position in the stream, or without one if that is not known.

    Args:
        data: the chunk.
        starts: where in the stream each line of the chunk begins; empty if that is not known.
        fault: the error, with positions in the chunk.
    """
    try:
        check(data, FAST)
    except InvalidDocument as found:
        return moved(found, starts)  # an error inside a value has lines of that value, not of the chunk
    line, column = starts[0] if starts else (None, None)
    return InvalidDocument(*(structs.replace(each, line=line, column=column) for each in fault.diagnostics))


def moved(fault: InvalidDocument, starts: Starts) -> InvalidDocument:
    """A fault with lines and columns of a value, with those of the stream in which its lines begin at `starts`."""
    found = []
    for each in fault.diagnostics:
        line, column = each.line, each.column
        if line is None or column is None or line > len(starts):
            line = column = None
        else:
            line, column = starts[line - 1][0], starts[line - 1][1] + column - 1
        found.append(structs.replace(each, line=line, column=column))
    return InvalidDocument(*found)
