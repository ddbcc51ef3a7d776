"""What only LangChain messages have."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec
from msgspec import Raw

if TYPE_CHECKING:
    from turnwire.dialect import Members

_LIST = msgspec.json.Decoder(list[dict[str, Raw]])
_MARKS = (b'"human"', b'"ai"', b'"lc"', b'"data"')
_WORDS = frozenset(msgspec.json.encode(word) for word in ("human", "ai", "system", "tool", "chat", "function"))


def looks_like_request(members: Members) -> int:
    """Messages with LangChain's words for their type, and either `data`, or `lc`, or a content beside the type."""
    raw = members.get("messages")
    if raw is None:
        return 0
    text = bytes(raw)
    if not any(mark in text for mark in _MARKS):
        return 0
    try:
        messages = _LIST.decode(text)
    except (msgspec.DecodeError, RecursionError):
        return 0
    found = sum(map(_is_message, messages))
    return 100 if found and found == len(messages) else 40 if found else 0


def _is_message(message: dict[str, Raw]) -> bool:
    if "lc" in message and "kwargs" in message:
        return True
    return bytes(message.get("type", b"")) in _WORDS and ("data" in message or "content" in message)


def looks_like_response(members: Members) -> int:
    """One message of the model."""
    is_said = members.get("type") in (Raw(b'"ai"'), Raw(b'"AIMessageChunk"')) or "lc" in members
    return 100 if is_said and _is_message(dict(members)) else 0
