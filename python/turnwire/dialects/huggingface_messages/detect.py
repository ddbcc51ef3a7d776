"""What only rows of data sets of conversations have."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from turnwire.dialect import Members

# The values of these and of `messages` "are lists of messages" (trl/data_utils.py, maybe_apply_chat_template).
_LISTS: Final = ("prompt", "completion", "chosen", "rejected")
_COLUMNS: Final = frozenset(("messages", *_LISTS, "label", "tools", "images", "image", "chat_template_kwargs"))
# Arguments that are an object, and media by the keys of a part.
_MARKS: Final = re.compile(
    rb'"function"\s*:\s*\{[^{}]*"arguments"\s*:\s*\{'
    rb'|"type"\s*:\s*"(?:image|video|audio)"\s*(?:\}|,\s*"(?:url|path|base64|image|video|audio)"\s*:)'
)


def looks_like_row(members: Members) -> int:
    """By its columns; a plain conversation fits several formats."""
    if any(_is_conversation(bytes(members[name])) for name in _LISTS if name in members):
        return 94
    messages = bytes(members.get("messages", b""))
    if messages[:1] != b"[":
        return 0
    if bytes(members.get("tools", b""))[:1] == b'"':
        return 94
    if not members.keys() <= _COLUMNS:
        return 20
    return 93 if _MARKS.search(messages) or "chat_template_kwargs" in members or "images" in members else 45


def _is_conversation(text: bytes) -> bool:
    return text[:1] == b"[" and b'"role"' in text
