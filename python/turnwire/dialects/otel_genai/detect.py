"""Detect attributes of the GenAI conventions."""

from __future__ import annotations

from typing import TYPE_CHECKING

from turnwire.dialects.otel_genai.wire import INPUT, INSTRUCTIONS, OUTPUT, TOOLS

if TYPE_CHECKING:
    from turnwire.codec.members import Members


def looks_like_asked(members: Members) -> int:
    """Score a request by its messages; a span that also has those of a reply is first of all a request."""
    if INPUT in members:
        return 96
    if INSTRUCTIONS in members or TOOLS in members:
        return 92
    return 60 if _has(members, "gen_ai.request.") else 0


def looks_like_answered(members: Members) -> int:
    """Score a reply by its messages, or by its other attributes."""
    if OUTPUT in members:
        return 94
    return 55 if _has(members, "gen_ai.response.") or _has(members, "gen_ai.usage.") else 0


def _has(members: Members, prefix: str) -> bool:
    return any(name.startswith(prefix) for name in members)
