"""How much a document looks like OpenAI's chat format."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from turnwire.dialect import Members


def looks_like_request(members: Members) -> int:
    """By its roles, tools and keys; a plain conversation fits several formats."""
    messages = members.get("messages")
    if messages is None or bytes(messages)[:1] != b"[":
        return 0
    return 60


def looks_like_response(members: Members) -> int:
    """By its list of choices."""
    choices = members.get("choices")
    if choices is None:
        return 0
    return 90 if b'"message"' in bytes(choices) else 50


def looks_like_error(members: Members) -> int:
    """By its error object."""
    return 50 if "error" in members and "choices" not in members else 0
