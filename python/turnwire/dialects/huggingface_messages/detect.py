"""Detect rows of data sets of conversations."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from turnwire.codec.members import begins, objects_of, word_of

if TYPE_CHECKING:
    from turnwire.codec.members import Items, Members

# The values of these and of `messages` "are lists of messages" (trl/data_utils.py, maybe_apply_chat_template).
_LISTS: Final = ("prompt", "completion", "chosen", "rejected")
_COLUMNS: Final = frozenset(("messages", *_LISTS, "label", "tools", "images", "image", "chat_template_kwargs"))
_MESSAGE: Final = frozenset(
    ("role", "content", "name", "tool_calls", "tool_call_id", "thinking", "reasoning_content", "weight")
)
_MEDIA: Final = frozenset((b'"image"', b'"video"', b'"audio"'))
_MEDIA_KEYS: Final = frozenset(("type", "url", "path", "base64", "image", "video", "audio"))
# Arguments that are an object.
_ARGUMENTS: Final = re.compile(rb'"arguments"\s*:\s*\{')


def looks_like_row(members: Members) -> int:
    """Score a row by its columns; a plain conversation fits several formats."""
    if any(_is_conversation(members, name) for name in _LISTS):
        return 94
    turns = members.items_at("messages")
    if turns is None or not turns.is_conversation:
        return 1 if members.keys() & _COLUMNS else 0
    if begins(members.get("tools"), b'"'):
        return 94
    if not members.has_only(_COLUMNS):
        # An unknown column: the format is known only by the messages, which have no other sign.
        return 20 if "model" not in members and turns.each and turns.names <= _MESSAGE else 1
    if "chat_template_kwargs" in members or "images" in members or _has_marks(turns):
        return 93
    return 45 if turns.each else 1


def _is_conversation(members: Members, name: str) -> bool:
    if name not in members:
        return False
    turns = members.items_at(name)
    return turns is not None and bool(turns.each) and turns.is_conversation


def _has_marks(turns: Items) -> bool:
    """Arguments that are an object, and media by the keys of a part."""
    calls = (call for turn in turns.each for call in objects_of(turn.get("tool_calls")) or ())
    if any(_ARGUMENTS.search(word_of(call.get("function"))) for call in calls):
        return True
    return any(word_of(part.get("type")) in _MEDIA and part.keys() <= _MEDIA_KEYS for part in turns.parts)
