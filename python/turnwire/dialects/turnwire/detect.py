"""How much a document looks like native JSON."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from turnwire.model import ErrorReply

if TYPE_CHECKING:
    from turnwire.dialect import Members


def looks_like_history(members: Members) -> int:
    """How much it looks like a History, from 0 to 100."""
    return 90 if _is_list(members.get("history")) and "messages" not in members else 0


def looks_like_completion(members: Members) -> int:
    """How much it looks like a Completion, from 0 to 100."""
    # Gemini's replies have `candidates` too, with `content` objects; ours have a `role` in each.
    candidates = members.get("candidates")
    ours = candidates is not None and _is_list(candidates) and b'"role"' in bytes(candidates)
    return 90 if ours and "usageMetadata" not in members else 0


def looks_like_error(members: Members) -> int:
    """How much it looks like an ErrorReply, from 0 to 100."""
    message = members.get("message")
    known = set(ErrorReply.__struct_fields__)
    return 60 if message is not None and bytes(message)[:1] == b'"' and members.keys() <= known else 0


def _is_list(raw: Any) -> bool:
    return raw is not None and bytes(raw)[:1] == b"["
