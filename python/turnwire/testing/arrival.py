"""Residue that arrived: a target's writer may put a member of another dialect where its own format documents it.

Such a member is neither missing nor reported.  It is found again by its name and its value, once for once: what was
read back must hold such a member more often than the document did without the residue of other dialects.
"""

from __future__ import annotations

import json
from collections import Counter
from decimal import Decimal
from typing import TYPE_CHECKING, Any

import msgspec

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from turnwire.model import Document

Member = tuple[str, str]
"""The name of a member, and its value as JSON."""


# Fields of the model that hold a member of other formats under another name, costs as decimals in text.
_OTHER_NAMES = {"cost_usd": ("cost", "total_cost"), "budget_tokens": ("max_tokens",)}


def _is_renamed(name: str) -> bool:
    return any(name in names for names in _OTHER_NAMES.values())


def is_number(value: Any) -> bool:
    """Whether a JSON value is a number."""
    return isinstance(value, int | float | Decimal) and not isinstance(value, bool)


def decimal_text(value: Any) -> str:
    """A number as the model writes costs, without an exponent."""
    return format(Decimal(str(value)), "f")


class Arrivals:
    """The members that were read back and that the document did not have, each as often as it came."""

    def __init__(self, found: Counter[Member] | None = None) -> None:
        """`found` is how often each member came; without it, none did."""
        self._found: Counter[Member] = Counter() if found is None else found

    @classmethod
    def between(cls, document: Document, back: Document, dialect: str) -> Arrivals:
        """What came by writing a document in a dialect and reading it back."""
        before = Counter(_members(json.loads(msgspec.json.encode(document)), dialect))
        return cls(Counter(_members(json.loads(msgspec.json.encode(back)), dialect)) - before)

    def copy(self) -> Arrivals:
        """The same arrivals, of which none is used up."""
        return Arrivals(self._found.copy())

    def take(self, pointer: str, value: Any) -> bool:
        """Whether a member with the last name of a JSON Pointer and this value came; it is used up then."""
        name = pointer.rpartition("/")[2]
        ways = [_spelled(value), *([_spelled(decimal_text(value))] if _is_renamed(name) and is_number(value) else [])]
        for way in ways:
            if self._found[name, way] > 0:
                self._found[name, way] -= 1
                return True
        return False


def _members(node: Any, dialect: str) -> Iterator[Member]:
    """The members in a node, without those of the residue of other dialects."""
    if isinstance(node, dict):
        for name, value in node.items():
            if name == "provider_raw" and isinstance(value, dict):
                yield from _members(value.get(dialect), dialect)
                continue
            for each in _OTHER_NAMES.get(name, (name,)):
                yield each, _spelled(value)
            yield from _members(value, dialect)
    elif isinstance(node, list):
        for value in node:
            yield from _members(value, dialect)


def arrived_values(residues: Iterable[tuple[str, Any]], came: Arrivals) -> Iterator[Any]:
    """The values of those residue members, each with its JSON Pointer, that arrived; numbers also as decimal text."""
    left = came.copy()
    for pointer, value in residues:
        if left.take(pointer, value):
            yield value
            if is_number(value):
                yield decimal_text(value)


def without_arrived(thing: Any, reported: Any, came: Arrivals) -> Any:
    """A residue without the members that arrived and were, rightly, not reported, and without its marks."""
    if not isinstance(thing, dict) or not isinstance(reported, dict):
        return thing
    left = {}
    for name, value in thing.items():
        if name in reported:
            left[name] = without_arrived(value, reported[name], came)
        elif not name.startswith("$") and not _all_arrived(name, value, came):
            left[name] = value
    return left


def _all_arrived(name: str, value: Any, came: Arrivals) -> bool:
    """Whether a member arrived, or everything in it."""
    if came.take(name, value):
        return True
    return isinstance(value, dict) and bool(value) and all(_all_arrived(*each, came) for each in value.items())


def _spelled(value: Any) -> str:
    return json.dumps(value, sort_keys=True)
