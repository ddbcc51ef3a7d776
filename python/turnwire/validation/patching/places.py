"""Find the value at a JSON Pointer in a JSON text, and the members around it."""

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


class Item(NamedTuple):
    """An entry of a list, or a member of an object."""

    begin: int
    """The offset of the member's name; for an entry of a list that of its value."""
    start: int
    """The offset of the value."""
    end: int
    """The offset behind the value."""
    name: str = ""


class Place(NamedTuple):
    """A value in a text."""

    text: str
    start: int
    end: int

    @property
    def is_object(self) -> bool:
        """Whether the value is an object."""
        return self.text[self.start] == "{"

    @property
    def items(self) -> Sequence[Item]:
        """The members of an object, or the entries of a list, in their order.  Raises PlaceError for other values."""
        if self.text[self.start] not in "{[":
            raise PlaceError("the value has no members and no entries")
        return _items(self.text, self.start)

    @property
    def colon(self) -> str:
        """What is between the name of a member and its value here."""
        items = self.items
        return ": " if not items else ":" + _blanks_before(self.text, items[-1].start)

    @property
    def gap(self) -> str:
        """The blanks that a new item has after the comma: those of its neighbours."""
        items = self.items
        before = _blanks_before(self.text, items[-1].begin)
        return " " if not before and len(items) == 1 and (not self.is_object or self.colon != ":") else before

    def named(self, name: str) -> Item | None:
        """Return the member of this name; the last one, if there are several."""
        return next((item for item in reversed(self.items) if item.name == name), None)

    def item_at(self, step: str) -> int:
        """Return the position of an item.  Raises PlaceError if there is none."""
        if not self.is_object:
            return self.position(step)
        item = self.named(step)
        if item is None:
            raise PlaceError(f"there is no member {step!r}")
        return self.items.index(item)

    def position(self, step: str, *, may_append: bool = False) -> int:
        """Return the position in a list that a step of a pointer means.  Raises PlaceError."""
        count = len(self.items)
        if step == "-" and may_append:
            return count
        if not re.fullmatch(r"0|[1-9][0-9]*", step) or int(step) >= count + may_append:
            raise PlaceError(f"there is no entry {step}")
        return int(step)


def name_of(text: str, item: Item) -> tuple[int, int]:
    """Return where the name of a member starts and ends, with its quotation marks."""
    return item.begin, _end(text, item.begin)


def steps_of(pointer: str) -> tuple[str, ...]:
    """Return the steps of a JSON Pointer (RFC 6901).  Raises PlaceError."""
    if pointer and not pointer.startswith("/"):
        raise PlaceError(f"{pointer!r} is no JSON Pointer")
    return tuple(step.replace("~1", "/").replace("~0", "~") for step in pointer.split("/")[1:])


def place_of(text: str, steps: Sequence[str]) -> Place:
    """Return the place of the value that the steps of a pointer lead to.  Raises PlaceError."""
    found = _root(text)
    for step in steps:
        item = found.items[found.item_at(step)]
        found = Place(text, item.start, item.end)
    return found


@functools.lru_cache(maxsize=2)
def _root(text: str) -> Place:
    start = _after_blanks(text, 0)
    return Place(text, start, _end(text, start))


# Many patches of one text look at the same lists: with this, each is read once.
@functools.lru_cache(maxsize=16)
def _items(text: str, start: int) -> Sequence[Item]:
    closing = "}" if text[start] == "{" else "]"
    found = []
    at = _after_blanks(text, start + 1)
    while text[at] != closing:
        begin, name = at, ""
        if closing == "}":
            name, at = _decoded(text, at)
            at = _after_blanks(text, _after_blanks(text, at) + 1)
        end = _end(text, at)
        found.append(Item(begin, at, end, name))
        at = _after_blanks(text, end)
        at = _after_blanks(text, at + 1) if text[at] == "," else at
    return tuple(found)


def _end(text: str, start: int) -> int:
    return _decoded(text, start)[1]


def _decoded(text: str, start: int) -> tuple[Any, int]:
    try:
        return _DECODER.raw_decode(text, start)
    except (ValueError, RecursionError) as error:
        raise PlaceError(f"the text is not JSON: {error}") from None


def _after_blanks(text: str, start: int) -> int:
    found = _BLANK.match(text, start)
    return start if found is None else found.end()


def _blanks_before(text: str, end: int) -> str:
    start = end
    while text[start - 1] in " \t\r\n":
        start -= 1
    return text[start:end]
