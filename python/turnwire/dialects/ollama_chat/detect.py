"""How much a document looks like Ollama's chat format."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from turnwire.dialect import Members

# ChatRequest (api/types.go): keys that no neighbour has.
_OWN: Final = frozenset(("options", "think", "format", "keep_alive"))
_MARKS: Final = (b'"tool_name"', b'"images":[', b'"images": [')
_REPLY: Final = frozenset(("done", "created_at"))


def looks_like_request(members: Members) -> int:
    """By its keys, and by names of tools in results; a plain conversation fits several formats."""
    raw = members.get("messages")
    if raw is None or memoryview(raw)[0] != ord("["):
        return 0
    if members.keys() & _OWN:
        return 92
    messages = bytes(raw)
    return 91 if any(mark in messages for mark in _MARKS) else 40


def looks_like_response(members: Members) -> int:
    """By `done`, and the one message that is no list."""
    if "message" not in members:
        return 0
    return 95 if members.keys() >= _REPLY else 50 if "done" in members else 0


def looks_like_error(members: Members) -> int:
    """`{"error": "text"}` and nothing else."""
    raw = members.get("error")
    if raw is None or memoryview(raw)[0] != ord('"'):
        return 0
    return 80 if len(members) == 1 else 40
