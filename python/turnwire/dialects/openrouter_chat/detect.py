"""Score how likely a document is OpenRouter's."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from turnwire.codec.members import begins, object_of
from turnwire.families.chat.detect import is_request
from turnwire.families.chat.detect import looks_like_error as looks_like_failure
from turnwire.families.chat.detect import looks_like_response as looks_like_chat

if TYPE_CHECKING:
    from turnwire.codec.members import Members

# Keys of a request that no other format of the family has (ChatRequest, in OpenRouter's API description).
_OWN: Final = frozenset(("plugins", "transforms", "models", "route", "preset", "include_reasoning", "debug", "trace"))
_OBJECTS: Final = ("provider", "usage", "reasoning")
_SURE, _LISTED = 93, 1


def looks_like_request(members: Members) -> int:
    """Score a request by the keys that route it, and by the details of reasoning."""
    turns = members.items_at("messages")
    if turns is None or not turns.is_conversation:
        return _LISTED if "messages" in members else 0
    own = not _OWN.isdisjoint(members) or any(begins(members.get(name), b"{") for name in _OBJECTS)
    if "model" not in members and not is_request(members, turns):
        return _SURE if "models" in members else _LISTED
    return _SURE if own or "reasoning_details" in turns.names else _LISTED


def looks_like_response(members: Members) -> int:
    """Score a reply by its `provider`, and by ids that begin with `gen-`."""
    if looks_like_chat(members) <= 1 or not members.is_text("provider"):
        return _LISTED if "choices" in members else 0
    choices = members.items_at("choices")
    named = choices is not None and "native_finish_reason" in choices.names
    return _SURE if named or members.word("id").startswith(b'"gen-') else _LISTED


def looks_like_error(members: Members) -> int:
    """Score an error by the user's id next to it, or by the provider in it."""
    if not looks_like_failure(members):
        return 0
    error = object_of(members.get("error"))
    own = "user_id" in members or "provider_name" in object_of(error.get("metadata"))
    return _SURE if "message" in error and own else _LISTED
