"""How much a document looks like a row of ShareGPT."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from turnwire.dialect import Members


def looks_like_row(members: Members) -> int:
    """Only this form has `conversations`."""
    raw = members.get("conversations")
    return 0 if raw is None else 95 if b'"from"' in bytes(raw) else 40
