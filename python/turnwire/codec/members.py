"""The top-level members of a JSON document, by which its format is detected.

Every value stays raw JSON.  A list is decoded one level deep, when a dialect first asks for it, and once for all of
them; no text is searched.
"""

from __future__ import annotations

import functools
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Final

import msgspec
from msgspec import Raw, Struct

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterable

_OBJECT: Final = msgspec.json.Decoder(dict[str, Raw])
_LIST: Final = msgspec.json.Decoder(list[dict[str, Raw]])
_NONE: Final = Raw(b"")


def object_of(raw: Raw | None) -> Mapping[str, Raw]:
    """Return the members of an object; an empty dict for any other value."""
    if raw is None or bytes(memoryview(raw)[:1]) != b"{":
        return {}
    try:
        return _OBJECT.decode(raw)
    except (msgspec.DecodeError, RecursionError, UnicodeDecodeError):
        return {}


def objects_of(raw: Raw | None) -> list[dict[str, Raw]] | None:
    """Return the items of a list of objects; None for any other value."""
    if raw is None or bytes(memoryview(raw)[:1]) != b"[":
        return None
    try:
        return _LIST.decode(raw)
    except (msgspec.DecodeError, RecursionError, UnicodeDecodeError):
        return None


def word_of(raw: Raw | None) -> bytes:
    """Return the bytes of a value, such as `b'"user"'`; empty if there is none."""
    return b"" if raw is None else bytes(raw)


def begins(raw: Raw | None, mark: bytes) -> bool:
    """Return whether a value begins with this character: `{` for an object, `[` for a list, a quote for a text."""
    return raw is not None and bytes(memoryview(raw)[:1]) == mark


class Items(Struct, frozen=True, gc=False):
    """Summary of a list of objects, such as messages, items or turns: their member names and some values."""

    each: Sequence[Mapping[str, Raw]]
    names: frozenset[str]
    """The names of the members that any of them has."""
    roles: frozenset[bytes]
    """The words of `role`, with their quotes; empty bytes where one has no role."""
    parts: Sequence[Mapping[str, Raw]]
    """The objects in those `content` members that are lists."""
    kinds: frozenset[bytes]
    """The words of `type` of these parts; empty bytes where one has no type."""
    is_conversation: bool
    """Whether each may be a message: it has a role, and the parts of its content have a type."""

    @property
    def says_something(self) -> bool:
        """Whether a message has a content or a call; a list of accounts has roles and names alone."""
        return not self.names.isdisjoint(_SAYS)

    def has_part(self, name: str) -> bool:
        """Return whether a part has a member of this name."""
        return any(name in part for part in self.parts)


_SAYS: Final = frozenset(
    (
        "content",
        "parts",
        "type",
        "from",
        "value",
        "tool_calls",
        "function_call",
        "refusal",
        "reasoning",
        "reasoning_content",
        "thinking",
        "audio",
    )
)
"""Members of messages and items that say something."""

RECORDED: Final = frozenset(
    ("parts", "timestamp", "createdAt", "created_at", "uuid", "session_id", "sessionId", "sessionID", "versions")
)
"""Members of messages in the files that chat programs keep for themselves, and of no provider's."""


def items_of(each: list[dict[str, Raw]]) -> Items:
    """Summarise a list of objects."""
    names: set[str] = set()
    parts: list[dict[str, Raw]] = []
    kinds: set[bytes] = set()
    for item in each:
        names.update(item)
        content = item.get("content")
        if begins(content, b"["):
            parts += objects_of(content) or ()
    kinds.update(word_of(part.get("type")) for part in parts)
    roles = frozenset(word_of(item.get("role")) for item in each)
    is_conversation = b"" not in roles and b"" not in kinds and not names & RECORDED
    return Items(each, frozenset(names), roles, parts, frozenset(kinds), is_conversation)


class Members(dict[str, Raw]):
    """The members of a document's top object; its lists of objects are decoded once."""

    __slots__ = ("_items",)

    def __init__(self, members: Mapping[str, Raw] | Iterable[tuple[str, Raw]] = ()) -> None:
        """The members, as raw JSON."""
        super().__init__(members)
        self._items: dict[str, Items | None] = {}

    @classmethod
    def with_list(cls, name: str, items: Items) -> Members:
        """Make an object with one member, a list that is already summarised."""
        members = cls({name: _NONE})
        members._items[name] = items
        return members

    def items_at(self, name: str) -> Items | None:
        """Return the summary of a list of objects; None if the member is missing, or not a list of objects."""
        if name not in self._items:
            each = objects_of(self.get(name))
            self._items[name] = None if each is None else items_of(each)
        return self._items[name]

    def word(self, name: str) -> bytes:
        """Return the bytes of a member; empty if it is missing."""
        return word_of(self.get(name))

    def is_text(self, name: str) -> bool:
        """Return whether a member is a text."""
        return begins(self.get(name), b'"')

    def has_only(self, names: Collection[str]) -> bool:
        """Return whether the object has no members other than these."""
        return all(name in names for name in self)


class Documents(list[dict[str, Raw]]):
    """The objects of a document that is a list."""

    @functools.cached_property
    def items(self) -> Items:
        """The summary of these objects, computed once."""
        return items_of(self)


def in_list(name: str, look: Callable[[Members], int]) -> Callable[[Documents], int]:
    """Make a detector for a bare list: score it as if it were this member of an object."""

    def looks_like(documents: Documents) -> int:
        says_something = bool(documents) and documents.items.says_something
        return look(Members.with_list(name, documents.items)) if says_something else 0

    return looks_like
