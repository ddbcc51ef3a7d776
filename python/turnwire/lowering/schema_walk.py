"""Change the schemas inside a schema."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from msgspec import Raw

from turnwire.codec.values import items_of, members_of, object_with
from turnwire.codec.wire import ENCODER
from turnwire.documents.residue import pointer_part

if TYPE_CHECKING:
    from collections.abc import Callable

    Change = Callable[[dict[str, Raw], str], dict[str, Raw]]

# The keywords in which a schema holds others: by name, in a list, or alone.
MAPS: Final = ("properties", "$defs", "definitions")
LISTS: Final = ("anyOf", "allOf", "oneOf", "prefixItems")
SINGLE: Final = ("items", "not", "if", "then", "else")


def rewritten(schema: Raw, place: str, change: Change) -> Raw:
    """Return a schema with a change made to it and to every schema in it; the same object if nothing changes.

    Args:
        schema: the schema.
        place: where it is in the document.
        change: returns the members of one schema after the change, given its members and its place; the same dictionary
            if nothing changes.
    """
    members = members_of(schema)
    inner: dict[str, Raw] = {}
    for name, raw in members.items():
        new = raw
        if name in MAPS:
            new = _map(raw, f"{place}/{pointer_part(name)}", change)
        elif name in LISTS:
            new = _list(raw, f"{place}/{name}", change)
        elif name in SINGLE:
            new = rewritten(raw, f"{place}/{name}", change)
        if new is not raw:
            inner[name] = new
    whole = members | inner if inner else members
    changed = change(whole, place)
    return schema if changed is members else object_with(changed)


def _map(raw: Raw, place: str, change: Change) -> Raw:
    members = members_of(raw)
    new = {name: rewritten(each, f"{place}/{pointer_part(name)}", change) for name, each in members.items()}
    return raw if all(new[name] is each for name, each in members.items()) else object_with(new)


def _list(raw: Raw, place: str, change: Change) -> Raw:
    items = items_of(raw)
    new = [rewritten(each, f"{place}/{n}", change) for n, each in enumerate(items)]
    same = all(one is other for one, other in zip(new, items, strict=True))
    return raw if same else Raw(ENCODER.encode(new))
