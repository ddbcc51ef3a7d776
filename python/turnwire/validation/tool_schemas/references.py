"""What a `$ref` within one schema refers to.  What lies elsewhere is never fetched."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any, Final, NamedTuple, TypeAlias

from turnwire.documents.residue import pointer_part
from turnwire.validation.tool_schemas.nodes import standing_at

if TYPE_CHECKING:
    from collections.abc import Iterator


class Base(NamedTuple):
    """The schema that fragments are looked up in: the whole, or a part with an `$id` of its own."""

    schema: dict[str, Any]
    place: str


def base_at(schema: dict[str, Any], place: str, around: Base) -> Base:
    """The base inside a schema: itself where it has an `$id` that is more than a fragment."""
    own = schema.get("$id")
    return Base(schema, place) if isinstance(own, str) and own.strip("#") and not own.startswith("#") else around


Names: TypeAlias = dict[str, tuple[Any, str]]
"""Schemas by the names that they give themselves, with their places."""


def referred(ref: Any, base: Base, known: dict[str, Names]) -> tuple[Any, str] | None:
    """The schema that a reference within `base` means, and its place; None where it is not there.

    `known` keeps the names of each base, by its place, from one call to the next.
    """
    if not isinstance(ref, str):
        return None
    own = base.schema.get("$id")
    address, _, fragment = ref.partition("#")
    if address and address != (own.partition("#")[0] if isinstance(own, str) else ""):
        return None
    fragment = _unquoted(fragment)
    if not fragment or fragment.startswith("/"):
        return _at_pointer(fragment, base)
    if base.place not in known:
        known[base.place] = {name: found for found in _objects(base) for name in _names(found[0])}
    return known[base.place].get(fragment)


_QUOTED: Final = re.compile(rb"%([0-9A-Fa-f]{2})")


def _unquoted(fragment: str) -> str:
    """RFC 6901, 6: "the fragment identifier is [...] percent-decoded"; what is no UTF-8 then names nothing."""
    data = fragment.encode(errors="surrogatepass")
    return _QUOTED.sub(lambda match: bytes([int(match[1], 16)]), data).decode(errors="replace")


def _at_pointer(pointer: str, base: Base) -> tuple[Any, str] | None:
    try:
        return standing_at(pointer, base.schema), base.place + pointer
    except LookupError:
        return None


def _names(node: dict[str, Any]) -> list[str]:
    own = node.get("$id")
    found = [node.get("$anchor"), node.get("$dynamicAnchor"), own[1:] if isinstance(own, str) and own[:1] == "#" else 0]
    return [name for name in found if isinstance(name, str)]


def _objects(base: Base) -> Iterator[tuple[dict[str, Any], str]]:
    row: list[tuple[Any, str]] = [(base.schema, base.place)]
    while row:
        node, place = row.pop()
        if isinstance(node, dict):
            yield node, place
            row.extend((inner, f"{place}/{pointer_part(name)}") for name, inner in node.items())
        elif isinstance(node, list):
            row.extend((inner, f"{place}/{position}") for position, inner in enumerate(node))
