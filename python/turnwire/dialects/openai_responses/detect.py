"""How much a document looks like the Responses API."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from msgspec import Raw

if TYPE_CHECKING:
    from turnwire.dialect import Members

_NONE: Final = Raw(b"null")
# Keys of a request that only this format has.
_OWN: Final = frozenset(
    (
        "instructions",
        "previous_response_id",
        "max_output_tokens",
        "max_tool_calls",
        "include",
        "truncation",
        "background",
        "text",
        "prompt_cache_key",
        "context_management",
        "conversation",
        "prompt",
        "store",
        "reasoning",
        "tools",
        "parallel_tool_calls",
    )
)


def looks_like_request(members: Members) -> int:
    """By its input; a reply has an output."""
    if "output" in members or "messages" in members or "contents" in members:
        return 0
    given = bytes(memoryview(members.get("input", _NONE))[:1])
    if given == b"[":
        return 95
    if given == b'"':
        return 92 if members.keys() & _OWN else 85
    if "model" not in members and "prompt" not in members and "previous_response_id" not in members:
        return 0
    if members.keys() & {"previous_response_id", "conversation"}:
        return 80
    return 75 if bytes(memoryview(members.get("prompt", _NONE))[:1]) == b"{" else 0


def looks_like_response(members: Members) -> int:
    """By the word that it says it is, or by its list of items."""
    if bytes(members.get("object", _NONE)) == b'"response"':
        return 98
    items = bytes(memoryview(members.get("output", _NONE))[:1]) == b"["
    return 75 if items and "choices" not in members else 0


def looks_like_error(members: Members) -> int:
    """By its error object, which other formats of this provider have too."""
    if members.keys() & {"choices", "messages", "output", "input"}:
        return 0
    if bytes(members.get("type", _NONE)) == b'"error"':
        return 15
    return 80 if "error" in members else 0
