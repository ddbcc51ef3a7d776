"""A key that a program puts by hand into the residue at one node after the other, and whether it is told."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

import msgspec
from msgspec import Raw, Struct

import turnwire
from turnwire.codec.scan import escape

if TYPE_CHECKING:
    from collections.abc import Iterator

    from turnwire.model import Document

KEY = "x_by_hand"
VALUE = {"a": 1}


class Node(NamedTuple):
    """A node of a document that can have residue, and its place."""

    node: Any
    place: str

    @property
    def kind(self) -> str:
        """The type of the node."""
        return type(self.node).__name__


def nodes(node: Any, place: str = "") -> Iterator[Node]:
    """Every node of a document that can have residue."""
    if isinstance(node, list):
        for position, item in enumerate(node):
            yield from nodes(item, f"{place}/{position}")
    elif isinstance(node, Struct):
        if "provider_raw" in node.__struct_fields__:
            yield Node(node, place)
        for name in node.__struct_fields__:
            yield from nodes(getattr(node, name), f"{place}/{name}")


def is_silent(document: Document, at: Node, dialect: str, whose: str) -> bool:
    """Whether a key in the residue of a dialect at a node is neither written nor told; the node is left as it was.

    It is put beside what the residue says already: a writer that looks for its own names must see the others too.
    """
    before = at.node.provider_raw
    own = msgspec.json.decode((before or {}).get(whose, b"{}"), type=dict[str, Raw])
    at.node.provider_raw = {**(before or {}), whose: Raw(msgspec.json.encode({**own, KEY: VALUE}))}
    try:
        written = turnwire.write(document, dialect)
    finally:
        at.node.provider_raw = before
    if KEY.encode() in written.data:
        return False
    place = f"{at.place}/provider_raw/{escape(whose)}/{KEY}/"
    return not any(loss.kind == "dropped" and place.startswith(f"{loss.path}/") for loss in written.losses)
