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
_OTHER_NAMES = {"cost_usd": "cost", "budget_tokens": "max_tokens"}


def _is_renamed(name: str) -> bool:
    return name in _OTHER_NAMES.values()


def _decimal(value: Any) -> str:
    return format(Decimal(str(value)), "f")


def members_of(document: Document) -> Members:
    """The members of a document and of all that is in it."""
    return frozenset(_members(json.loads(msgspec.json.encode(document))))


def _members(node: Any) -> Iterator[tuple[str, str]]:
    if isinstance(node, dict):
        for name, value in node.items():
            yield _OTHER_NAMES.get(name, name), _spelled(value)
            yield from _members(value)
    elif isinstance(node, list):
        for value in node:
            yield from _members(value)


def arrived_values(residues: Iterable[tuple[str, Any]], came: Members) -> Iterator[Any]:
    """The values of those residue members, each with its JSON Pointer, that arrived; numbers also as decimal text."""
    for pointer, value in residues:
        if has_arrived(pointer, value, came):
            yield value
            if isinstance(value, int | float) and not isinstance(value, bool):
                yield _decimal(value)


def has_arrived(pointer: str, value: Any, came: Members) -> bool:
    """Whether a member with the last name of a JSON Pointer and this value is among those that came."""
    name = pointer.rpartition("/")[2]
    return (name, _spelled(value)) in came or (_is_renamed(name) and (name, _spelled(_decimal(value))) in came)


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
