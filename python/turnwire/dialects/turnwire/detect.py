"""How much a document looks like native JSON."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from turnwire.model import Completion, ErrorReply

if TYPE_CHECKING:
    from turnwire.dialect import Members

_REPLY = frozenset(Completion.__struct_fields__)


def looks_like_history(members: Members) -> int:
    """How much it looks like a History, from 0 to 100."""
    return 90 if _is_list(members.get("history")) and "messages" not in members else 0


def looks_like_completion(members: Members) -> int:
    """How much it looks like a Completion, from 0 to 100."""
    # Gemini's replies have `candidates` too, with `content` objects; ours have a `role` in each.
    candidates = members.get("candidates")
    if candidates is None or not _is_list(candidates) or "usageMetadata" in members:
        return 0
    if b'"role"' in bytes(candidates):
        return 90
    # An empty list alone may be Gemini's; any member that we have beside it Gemini calls otherwise (`responseId`).
    is_empty = not bytes(candidates)[1:-1].strip()
    return (60 if len(members) > 1 else 10) if is_empty and members.keys() <= _REPLY else 0


def looks_like_error(members: Members) -> int:
    """How much it looks like an ErrorReply, from 0 to 100."""
    message = members.get("message")
    known = set(ErrorReply.__struct_fields__)
    return 60 if message is not None and bytes(message)[:1] == b'"' and members.keys() <= known else 0


def _is_list(raw: Any) -> bool:
    return raw is not None and bytes(raw)[:1] == b"["
