"""Detect LangChain messages."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from turnwire.codec.members import begins, word_of

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from msgspec import Raw

    from turnwire.codec.members import Members

_WORDS: Final = frozenset((b'"human"', b'"ai"', b'"system"', b'"tool"', b'"chat"', b'"function"'))
_REPLIES: Final = (b'"ai"', b'"AIMessageChunk"')


def looks_like_request(members: Members) -> int:
    """Score messages with LangChain's types, and either `data`, or `lc`, or a content next to the type."""
    turns = members.items_at("messages")
    return 0 if turns is None else looks_like_list(turns.each)


def looks_like_list(messages: Sequence[Mapping[str, Raw]]) -> int:
    """The same messages as a list."""
    found = sum(map(_is_message, messages))
    return 100 if found and found == len(messages) else 1 if found else 0


def _is_message(message: Mapping[str, Raw]) -> bool:
    if "lc" in message and "kwargs" in message:
        return True
    word = word_of(message.get("type"))
    if word not in _WORDS or ("role" in message and word != b'"chat"'):
        return False
    return "content" in message or begins(message.get("data"), b"{")


def looks_like_response(members: Members) -> int:
    """One message of the model."""
    is_said = members.word("type") in _REPLIES or "lc" in members
    return 100 if is_said and _is_message(members) else 0
