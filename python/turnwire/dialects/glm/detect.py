"""Score how likely a document is a GLM chat."""

from __future__ import annotations

from typing import TYPE_CHECKING

from turnwire.codec.members import begins

if TYPE_CHECKING:
    from collections.abc import Mapping

    from msgspec import Raw

    from turnwire.codec.members import Members

_KINDS = frozenset({"user", "assistant", "user_interaction"})
# Members of native JSON, which has `history` and `role` too, that an entry does not have.
_OWN = frozenset({"meta", "function_calls", "feedback", "sentiment", "code", "return_value", "index"})
_AROUND = frozenset({"system_message", "data", "user_info", "inversion_scheme"})


def looks_like_chat(members: Members) -> int:
    """Score a chat by its entries: `{"user": {...}}`, or a role with a plain text."""
    name = "history" if "history" in members else "tracker"
    entries = members.items_at(name)
    if entries is None or "messages" in members:
        return 1 if name in members else 0
    if name == "tracker":
        is_chat = members.keys() & _AROUND or (entries.each and _is_entry(entries.each[0]))
        return 95 if is_chat else 60 if len(members) == 1 and not entries.each else 1
    if not entries.each:
        return 40 if members.has_only(("history", *_AROUND)) else 1
    return 95 if _is_entry(entries.each[0]) else 1


def _is_entry(members: Mapping[str, Raw]) -> bool:
    if "role" not in members:
        return len(members) == 1 and bool(_KINDS & members.keys())
    return bool(_OWN & members.keys()) or begins(members.get("content"), b'"')
