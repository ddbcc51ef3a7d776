"""How much a document looks like a GLM chat."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec
from msgspec import Raw

if TYPE_CHECKING:
    from turnwire.dialect import Members

_ITEMS = msgspec.json.Decoder(list[Raw])
_MEMBERS = msgspec.json.Decoder(dict[str, Raw])

_KINDS = frozenset({"user", "assistant", "user_interaction"})
# What an entry of native JSON, which has `history` and `role` too, has not.
_OWN = frozenset({"meta", "function_calls", "feedback", "sentiment", "code", "return_value", "index"})
_AROUND = frozenset({"system_message", "data", "user_info", "inversion_scheme"})


def looks_like_chat(members: Members) -> int:
    """The entries say it: `{"user": {...}}`, or a role with a plain text."""
    raw = members.get("history", members.get("tracker"))
    if raw is None or "messages" in members or memoryview(raw)[0] != ord("["):
        return 0
    if "history" not in members:
        return 95 if members.keys() & _AROUND else 60
    items = _ITEMS.decode(raw)
    if not items:
        return 40
    return 95 if _is_entry(bytes(items[0])) else 0


def _is_entry(item: bytes) -> bool:
    if item[:1] != b"{":
        return False
    members = _MEMBERS.decode(item)
    if "role" not in members:
        return len(members) == 1 and bool(_KINDS & members.keys())
    content = members.get("content")
    return bool(_OWN & members.keys()) or (content is not None and bytes(content)[:1] == b'"')
