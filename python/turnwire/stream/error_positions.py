"""Where in a stream a fault is: its line and its column count from the stream's first byte, not from its chunk's."""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec import structs

from turnwire.codec.json import check
from turnwire.codec.limits import FAST
from turnwire.errors import InvalidDocument

if TYPE_CHECKING:
    from turnwire.stream.frames import Frame

Start = tuple[int, int]
"""A line and a column, both from 1."""
Starts = tuple[Start, ...]
"""Where the lines of a value begin."""


def in_stream(frame: Frame, fault: InvalidDocument) -> InvalidDocument:
    """A fault of a chunk, with its place in the stream; with none where that is not known."""
    try:
        check(frame.data, FAST)
    except InvalidDocument as found:
        return moved(found, frame.starts)  # a fault may be told of a value in the chunk, which has its own lines
    line, column = frame.starts[0] if frame.starts else (None, None)
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
