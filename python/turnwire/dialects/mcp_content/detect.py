"""How much a document looks like content of the Model Context Protocol."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from turnwire.dialect import Members

_TYPES = (b'"text"', b'"image"', b'"audio"', b'"resource"', b'"resource_link"')


def looks_like_body(members: Members) -> int:
    """A result has `content` and no role; the messages of a prompt have one block each, and nothing beside them."""
    content = members.get("content")
    if content is not None and "role" not in members and bytes(memoryview(content)[:1]) == b"[":
        is_typed = any(word in bytes(content) for word in _TYPES) or bytes(content) == b"[]"
        return 85 if members.keys() & {"isError", "structuredContent", "_meta"} else 70 if is_typed else 0
    messages = members.get("messages")
    if messages is None or not members.keys() <= {"messages", "description", "_meta"}:
        return 0
    return 80 if b'"content":{' in bytes(messages) or b'"content": {' in bytes(messages) else 0


def looks_like_reply(members: Members) -> int:
    """A message with the model that wrote it, whose reason to stop is spelled in this way."""
    if not {"role", "content", "model"} <= members.keys() or "id" in members or "messages" in members:
        return 0
    return 85 if "stopReason" in members else 50
