"""Residue that arrived: a target's writer may put a member of another dialect where its own format documents it.

Such a member is neither missing nor reported.  It is found again by its name and its value, wherever it stands.
"""

from __future__ import annotations

import json
from decimal import Decimal
from typing import TYPE_CHECKING, Any

import msgspec

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from turnwire.model import Document

Members = frozenset[tuple[str, str]]
"""Names of members, each with its value as JSON."""


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


def members_of(document: Document) -> Members:
    """The members of a document and of all that is in it."""
    return frozenset(_members(json.loads(msgspec.json.encode(document))))


def _members(node: Any) -> Iterator[tuple[str, str]]:
    if isinstance(node, dict):
        for name, value in node.items():
            for each in _OTHER_NAMES.get(name, (name,)):
                yield each, _spelled(value)
            yield from _members(value)
    elif isinstance(node, list):
        for value in node:
            yield from _members(value)


def arrived_values(residues: Iterable[tuple[str, Any]], came: Members) -> Iterator[Any]:
    """The values of those residue members, each with its JSON Pointer, that arrived; numbers also as decimal text."""
    for pointer, value in residues:
        if has_arrived(pointer, value, came):
            yield value
            if is_number(value):
                yield decimal_text(value)


def has_arrived(pointer: str, value: Any, came: Members) -> bool:
    """Whether a member with the last name of a JSON Pointer and this value is among those that came."""
    name = pointer.rpartition("/")[2]
    return (name, _spelled(value)) in came or (_is_renamed(name) and (name, _spelled(decimal_text(value))) in came)


def without_arrived(thing: Any, reported: Any, came: Members) -> Any:
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


def _all_arrived(name: str, value: Any, came: Members) -> bool:
    """Whether a member arrived, or everything in it."""
    if has_arrived(name, value, came):
        return True
    return isinstance(value, dict) and bool(value) and all(_all_arrived(*each, came) for each in value.items())


def _spelled(value: Any) -> str:
    return json.dumps(value, sort_keys=True)
