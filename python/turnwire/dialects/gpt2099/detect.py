"""Score how likely a document is one of gpt2099's."""

from __future__ import annotations

from typing import TYPE_CHECKING

from turnwire.codec.members import begins, object_of

if TYPE_CHECKING:
    from turnwire.codec.members import Members

_WINDOW = frozenset(("messages", "options"))
_OLDER = frozenset(("role", "mime_type", "message"))
# The members next to the message of a reply, any of which distinguishes it from other objects with a `message`.
_SIGNS = frozenset(("stop_reason", "usage"))
_OPTIONS = frozenset(("provider_ptr", "servers", "tool_mode", "search"))


def looks_like_window(members: Members) -> int:
    """`messages` and `options`: other formats with options name a model, and have other options."""
    turns = members.items_at("messages")
    if not members.keys() >= _WINDOW or turns is None or "model" in members or not turns.is_conversation:
        return 1 if "messages" in members else 0
    options = members.word("options")
    if options[:1] not in (b"{", b"n"):
        return 1
    inside = object_of(members["options"])
    if inside.keys() & _OPTIONS:
        return 95
    return 92 if not inside and members.keys() == _WINDOW else 1


def looks_like_reply(members: Members) -> int:
    """Score a reply by its single `message` with a content: alone, or next to a role and a media type."""
    message = object_of(members.get("message"))
    if "content" not in message:
        return 0
    if members.keys() >= _OLDER:
        return 95
    is_typed = message.keys() & _SIGNS or "cache_read_input_tokens" in members
    if len(members) == 1:
        return 90 if is_typed else 50 if begins(message["content"], b"[") else 1
    return 1
