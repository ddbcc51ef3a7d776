"""The two shapes of a reply: one object, or the list of its chunks."""

from __future__ import annotations

from typing import Any, Final

import msgspec
from msgspec import Raw, Struct

from turnwire.codec.json import check
from turnwire.codec.limits import FAST, Limits
from turnwire.errors import invalid
from turnwire.families.gemini.chunks import Node, fold
from turnwire.families.gemini.spelling import ProtoForm
from turnwire.families.gemini.wire_response import Reply

_ITEMS: Final = msgspec.json.Decoder(list[Raw])
_OBJECT: Final = msgspec.json.Decoder(dict[str, Raw])


class Chunks(Struct):
    """A reply that came as a list, whether it had any chunk, and what the reply does not have of each chunk."""

    reply: Reply
    has_chunks: bool
    nodes: dict[str, Node]


class ReplyForm(ProtoForm[Any]):
    """A form that takes a reply or a list of chunks."""

    def __init__(self) -> None:
        super().__init__(Reply | list[Reply])  # type: ignore[arg-type]

    def fitting(self, data: bytes, limits: Limits = FAST) -> Reply | None:
        """Return a reply that fits the types; None for any other and for a list, which is folded first."""
        return super().fitting(data, limits) if data[:1] == b"{" or data.lstrip()[:1] != b"[" else None

    def decode(self, data: bytes, limits: Limits = FAST) -> Reply | Chunks:
        """Raises InvalidDocument, and nothing else, whatever the bytes."""
        if data[:1] == b"{" or data.lstrip()[:1] != b"[":
            found: Reply = super().decode(data, limits)
            return found
        check(data, limits)
        items = _items(data)
        reply, nodes = fold(items)
        return Chunks(super().decode(reply), bool(items), nodes)


def _items(data: bytes) -> list[dict[str, Raw]]:
    found = []
    for n, item in enumerate(_ITEMS.decode(data)):
        if bytes(item)[:1] != b"{":
            raise invalid(
                "gemini.chunks", "a list is a reply where each item is a chunk of it, an object", pointer=f"/{n}"
            )
        found.append(_OBJECT.decode(item))
    return found
