"""How much a document looks like OpenRouter's."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from turnwire.chat.media import is_text

if TYPE_CHECKING:
    from turnwire.dialect import Members

# Keys of a request that no other format of the family has (ChatRequest, in OpenRouter's API description).
_OWN: Final = frozenset(("plugins", "transforms", "models", "route", "preset", "include_reasoning", "debug", "trace"))
_DETAILS: Final = b'"reasoning_details"'
_OBJECTS: Final = ("provider", "usage", "reasoning")
_SURE, _LISTED = 93, 1


def looks_like_request(members: Members) -> int:
    """By the keys that route a request, and by the details of reasoning."""
    messages = members.get("messages")
    if messages is None or bytes(memoryview(messages)[:1]) != b"[":
        return 0
    own = not _OWN.isdisjoint(members) or any(_is_object(members, name) for name in _OBJECTS)
    return _SURE if own or _DETAILS in bytes(messages) else _LISTED


def _is_object(members: Members, name: str) -> bool:
    raw = members.get(name)
    return raw is not None and bytes(memoryview(raw)[:1]) == b"{"


def looks_like_response(members: Members) -> int:
    """By who served it: `provider`, and ids that begin with `gen-`."""
    choices = members.get("choices")
    if choices is None:
        return 0
    reply = members.get("id")
    generated = reply is not None and bytes(memoryview(reply)[:5]) == b'"gen-'
    served = "provider" in members and is_text(members["provider"])
    return _SURE if served and (generated or b'"native_finish_reason"' in bytes(choices)) else _LISTED


def looks_like_error(members: Members) -> int:
    """By the user's id beside the error, or by who failed."""
    error = members.get("error")
    if error is None or "choices" in members or "messages" in members:
        return 0
    told = bytes(error)
    if told[:1] != b"{":
        return 0
    own = "user_id" in members or (b'"metadata"' in told and b'"provider_name"' in told)
    return _SURE if own else _LISTED
