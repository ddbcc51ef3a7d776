"""Compare two JSON trees, the left of which may be part of the right: what is missing, and what is added.

The left tree is a document from which reported losses were removed; the right one is what came back.
Objects are compared by key.  Lists keep their order; the right one may have further items, and an item of the left
one may be missing only if it is marked.  Of all alignments of two lists the one with the fewest
differences counts, so that one lost item is one difference and not a shift of all that follow.
"""

from __future__ import annotations

from typing import Any

from msgspec import Struct

from turnwire.testing.difference import difference_at, is_same, parse, token
from turnwire.testing.sameness import ExactText

_MOST_CELLS = 40_000
"""Lists beyond this product of lengths are compared position by position."""

_MISSING = 1000


class Hole(Struct, frozen=True):
    """The place of a reported value: one value of any shape may be there now, or none."""


class EmptiedNode(dict[str, Any]):
    """An object that is empty because reported values were removed from it; it may be missing."""


class Fit(Struct):
    """The result: differences in words, additions, and the values in holes."""

    missing: list[str] = []
    extra: list[tuple[str, Any]] = []
    free: list[Any] = []

    @property
    def cost(self) -> int:
        """The cost of an alignment: anything missing weighs more than any addition."""
        return _MISSING * len(self.missing) + sum(1 + _size(value) for _, value in self.extra)

    def add(self, other: Fit) -> None:
        """Takes another result into this one."""
        self.missing += other.missing
        self.extra += other.extra
        self.free += other.free


def _size(value: Any) -> int:
    if isinstance(value, dict | list):
        return sum(_size(item) for item in (value.values() if isinstance(value, dict) else value))
    return 1


def fit(left: Any, right: Any, place: str = "") -> Fit:
    """Compare `left` with `right`; places are pointers into the left tree."""
    if isinstance(left, Hole):
        return Fit(free=[right])
    if isinstance(left, dict | list) and isinstance(right, ExactText):
        right = parse(right.encode())
    if isinstance(left, dict) and isinstance(right, dict):
        return _fit_objects(left, right, place)
    if isinstance(left, list) and isinstance(right, list):
        return _fit_lists(left, right, place)
    if not isinstance(left, dict | list) and not isinstance(right, dict | list) and is_same(left, right):
        return Fit()
    return Fit(missing=[difference_at(place, left, right) or f"{place}: another shape came back"])


def _fit_objects(left: dict[str, Any], right: dict[str, Any], place: str) -> Fit:
    found = Fit()
    for name, value in left.items():
        inner = f"{place}/{token(name)}"
        if name in right:
            found.add(fit(value, right[name], inner))
        elif not may_be_missing(value):
            found.missing.append(f"{inner}: {value!r} did not come back")
    found.extra += [(f"{place}/{token(name)}", value) for name, value in right.items() if name not in left]
    return found


def may_be_missing(value: Any) -> bool:
    """Return whether everything in a value is reported: a hole, a husk, or a list of these."""
    if isinstance(value, list):
        return all(may_be_missing(item) for item in value)
    return isinstance(value, Hole | EmptiedNode) or value == {}


def _fit_lists(left: list[Any], right: list[Any], place: str) -> Fit:
    """Equal ends are put aside first: what lies between is short in all but the strangest documents."""
    found = Fit()
    start = 0
    while start < min(len(left), len(right)) and _is_exact(left[start], right[start], found, f"{place}/{start}"):
        start += 1
    end = 0
    while end < min(len(left), len(right)) - start and _is_exact(left[-1 - end], right[-1 - end], found, place):
        end += 1
    between = _between(left[start : len(left) - end], right[start : len(right) - end], place, start)
    found.add(between)
    return found


def _is_exact(left: Any, right: Any, found: Fit, place: str) -> bool:
    if isinstance(left, Hole):
        return False
    one = fit(left, right, place)
    if one.missing or one.extra:
        return False
    found.add(one)
    return True


def _between(left: list[Any], right: list[Any], place: str, start: int) -> Fit:
    if len(left) * len(right) > _MOST_CELLS:
        padded = [*right[: len(left)], *[None] * (len(left) - len(right))]
        found = Fit(extra=[(place, item) for item in right[len(left) :]])
        for position, (one, other) in enumerate(zip(left, padded, strict=True)):
            found.add(fit(one, other, f"{place}/{start + position}"))
        return found
    return _best(left, right, place, start)


def _best(left: list[Any], right: list[Any], place: str, start: int) -> Fit:
    """The cheapest alignment, row by row from the ends of both lists."""
    row = [Fit()]
    for item in reversed(right):
        row.append(_joined(Fit(extra=[(place, item)]), row[-1]))
    for position in range(len(left) - 1, -1, -1):
        item, inner = left[position], f"{place}/{start + position}"
        new = [_joined(_without(item, inner), row[0])]
        for column, other in enumerate(reversed(right)):
            choices = (
                _joined(fit(item, other, inner), row[column]),
                _joined(_without(item, inner), row[column + 1]),
                _joined(Fit(extra=[(place, other)]), new[column]),
            )
            new.append(min(choices, key=_cost))
        row = new
    return row[-1]


def _cost(found: Fit) -> int:
    return found.cost


def _joined(one: Fit, other: Fit) -> Fit:
    return Fit(one.missing + other.missing, one.extra + other.extra, one.free + other.free)


def _without(item: Any, place: str) -> Fit:
    return Fit() if may_be_missing(item) else Fit(missing=[f"{place}: {item!r} did not come back"])
