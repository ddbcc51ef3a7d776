"""Where the entries of a list and the members of an object are in a JSON text."""

from __future__ import annotations

import functools
import json
import re
from typing import TYPE_CHECKING, Any, Final, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Sequence

_BLANK: Final = re.compile(r"[ \t\r\n]*")
# The values themselves are not wanted, and numbers may have more digits than Python reads.
_DECODER: Final = json.JSONDecoder(parse_int=len, parse_float=len)


class PlaceError(Exception):
    """A pointer leads nowhere in a text, or the text is not JSON."""


class Span(NamedTuple):
    """A part of a text."""

    text: str
    start: int
    """The offset of the first character."""
    end: int
    """The offset behind the last one."""
    is_new: bool = False
    """Whether it is not of the document as it came."""

    def __str__(self) -> str:
        return self.text[self.start : self.end]


class Item(NamedTuple):
    """An entry of a list, or a member of an object."""

    begin: int
    """The offset of the member's name; for an entry of a list that of its value."""
    start: int
    """The offset of the value."""
    end: int
    """The offset behind the value."""
    name: str = ""


def steps_of(pointer: str) -> tuple[str, ...]:
    """Return the steps of a JSON Pointer (RFC 6901).  Raises PlaceError."""
    if pointer and not pointer.startswith("/"):
        raise PlaceError(f"{pointer!r} is no JSON Pointer")
    return tuple(step.replace("~1", "/").replace("~0", "~") for step in pointer.split("/")[1:])


@functools.lru_cache(maxsize=2)
def root_of(text: str) -> Span:
    """Return where the value of a text is, without the blanks around it.  Raises PlaceError."""
    start = _after_blanks(text, 0)
    return Span(text, start, end_of(text, start))


# Many patches of one text look at the same lists: with this, each is read once.
@functools.lru_cache(maxsize=16)
def items_of(text: str, start: int) -> Sequence[Item]:
    """Return the members of the object, or the entries of the list, that begins at an offset.  Raises PlaceError."""
    if text[start] not in "{[":
        raise PlaceError("the value has no members and no entries")
    closing = "}" if text[start] == "{" else "]"
    found = []
    at = _after_blanks(text, start + 1)
    while text[at] != closing:
        begin, name = at, ""
        if closing == "}":
            name, at = _decoded(text, at)
            at = _after_blanks(text, _after_blanks(text, at) + 1)
        end = end_of(text, at)
        found.append(Item(begin, at, end, name))
        at = _after_blanks(text, end)
        at = _after_blanks(text, at + 1) if text[at] == "," else at
    return tuple(found)


def end_of(text: str, start: int) -> int:
    """Return the offset behind the value that begins at an offset.  Raises PlaceError."""
    return _decoded(text, start)[1]


def blanks_before(text: str, end: int) -> str:
    """Return the blanks that end at an offset."""
    start = end
    while start and text[start - 1] in " \t\r\n":
        start -= 1
    return text[start:end]


def _decoded(text: str, start: int) -> tuple[Any, int]:
    try:
        return _DECODER.raw_decode(text, start)
    except (ValueError, RecursionError) as error:
        raise PlaceError(f"the text is not JSON: {error}") from None


def _after_blanks(text: str, start: int) -> int:
    found = _BLANK.match(text, start)
    return start if found is None else found.end()
