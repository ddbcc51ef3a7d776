"""How much a document looks like one of gpt2099's."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from turnwire.dialect import Members

_WINDOW = frozenset(("messages", "options"))
_OLDER = frozenset(("role", "mime_type", "message"))
# What the one message of a reply has beside its content, of which any tells it from other objects with a `message`.
_SIGNS = (b'"stop_reason"', b'"usage"', b'"cache_read_input_tokens"')
_OPTIONS = (b'"provider_ptr"', b'"servers"', b'"tool_mode"', b'"search"')


def looks_like_window(members: Members) -> int:
    """`messages` and `options`: other formats with options name a model, and have other options."""
    if not members.keys() >= _WINDOW or bytes(memoryview(members["messages"])[:1]) != b"[":
        return 0
    options = bytes(members["options"])
    if "model" in members or options[:1] not in (b"{", b"n"):
        return 0
    if any(word in options for word in _OPTIONS):
        return 95
    is_empty = not options.strip(b"{}nul \t\r\n")
    return 92 if is_empty and members.keys() == _WINDOW else 40


def looks_like_reply(members: Members) -> int:
    """One `message`, which has a content: alone, or with a role and a media type beside it."""
    message = members.get("message")
    if message is None or bytes(memoryview(message)[:1]) != b"{" or b'"content"' not in bytes(message):
        return 0
    if members.keys() >= _OLDER:
        return 95
    is_typed = any(word in bytes(message) for word in _SIGNS)
    if len(members) == 1:
        return 90 if is_typed else 50
    return 0 if members.keys() & {"done", "model", "choices"} else 30 if is_typed else 0
