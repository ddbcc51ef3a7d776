"""Score how likely a document is content of the Model Context Protocol."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from turnwire.codec.members import begins, object_of, objects_of, word_of

if TYPE_CHECKING:
    from collections.abc import Mapping

    from msgspec import Raw

    from turnwire.codec.members import Members

_TYPES: Final = frozenset((b'"text"', b'"image"', b'"audio"', b'"resource"', b'"resource_link"'))
_SIGNS: Final = frozenset(("isError", "structuredContent", "_meta"))
_REPLY: Final = frozenset(("role", "content", "model", "stopReason", "_meta"))


def looks_like_body(members: Members) -> int:
    """Score a result, which has `content` and no role, or a prompt, whose messages have one block each."""
    if "messages" in members:
        return _of_prompt(members)
    blocks = objects_of(members.get("content"))
    if blocks is None or "role" in members:
        return 1 if "content" in members else 0
    is_typed = all(_is_block(block) for block in blocks)
    if members.keys() & _SIGNS:
        return 85 if is_typed else 1
    return 70 if is_typed and blocks and len(members) == 1 else 1


def _of_prompt(members: Members) -> int:
    turns = members.items_at("messages")
    if turns is None or not members.has_only(("messages", "description", "_meta")):
        return 1
    return 80 if turns.each and all("role" in turn and _is_said(turn) for turn in turns.each) else 1


def _is_said(turn: Mapping[str, Raw]) -> bool:
    return _is_block(object_of(turn.get("content")))


def _is_block(block: Mapping[str, Raw]) -> bool:
    return word_of(block.get("type")) in _TYPES


def looks_like_reply(members: Members) -> int:
    """A message with the model that wrote it, whose reason to stop is spelled in this way."""
    if not {"role", "content", "model"} <= members.keys() or not members.has_only(_REPLY):
        return 1 if {"role", "content"} <= members.keys() else 0
    if begins(members["content"], b'"'):
        return 1
    return 85 if "stopReason" in members else 50
