"""Score how likely a document is native JSON."""

from __future__ import annotations

from typing import TYPE_CHECKING

from turnwire.codec.members import begins, word_of
from turnwire.model import Completion, ErrorReply, History

if TYPE_CHECKING:
    from collections.abc import Mapping

    from msgspec import Raw

    from turnwire.codec.members import Members

_CONVERSATION = frozenset(History.__struct_fields__)
_REPLY = frozenset(Completion.__struct_fields__)
_ERROR = frozenset(ErrorReply.__struct_fields__)
# The members of an error besides its message, which alone is too common.
_DETAILS = frozenset(("type", "status"))
_OWN_DETAILS = frozenset(("provider_raw", "schema_version", "retry_after"))


def looks_like_history(members: Members) -> int:
    """Score a History, from 0 to 100."""
    entries = members.items_at("history")
    if entries is None or "messages" in members:
        return 1 if "history" in members else 0
    if not entries.each:
        return 90 if members.has_only(_CONVERSATION) else 1
    return 90 if all(map(_is_entry, entries.each)) else 1


def _is_entry(entry: Mapping[str, Raw]) -> bool:
    """Return whether an object is a message with or without blocks, or an interaction.

    A plain text is not a content here.
    """
    return "role" in entry and "parts" not in entry and not begins(entry.get("content"), b'"')


def is_certain(history: History) -> bool:
    """Whether a decoded History has entries; without any it may be that of another format."""
    return bool(history.history)


def looks_like_completion(members: Members) -> int:
    """Score a Completion, from 0 to 100."""
    # Gemini's replies have `candidates` too, with `content` objects; ours have a `role` in each.
    candidates = members.items_at("candidates")
    if candidates is None or "usageMetadata" in members:
        return 1 if "candidates" in members else 0
    if candidates.each:
        return 90 if all(map(_is_candidate, candidates.each)) else 1
    # An empty list alone may be Gemini's; the other members of a Completion have other names there (`responseId`).
    return (60 if len(members) > 1 else 10) if members.has_only(_REPLY) else 1


def _is_candidate(candidate: Mapping[str, Raw]) -> bool:
    return word_of(candidate.get("role")) == b'"assistant"' and not begins(candidate.get("content"), b'"')


def looks_like_error(members: Members) -> int:
    """Score an ErrorReply, from 0 to 100."""
    if not members.is_text("message"):
        return 0
    is_own = members.keys() >= _DETAILS or members.keys() & _OWN_DETAILS
    return 60 if is_own and members.has_only(_ERROR) else 1
