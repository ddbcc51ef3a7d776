"""Fixes for what stands in messages: empty texts, unsigned thinking, and the data of media."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from msgspec import Raw

from turnwire.lowering.media_types import media_type_of
from turnwire.validation.fixes.patches import remove, replace, safe, unsafe
from turnwire.validation.outline.records import pointer_of

if TYPE_CHECKING:
    from turnwire.model import Diagnostic, Fix
    from turnwire.validation.outline import Outline

_HEAD: Final = 24
_BLANKS: Final = str.maketrans("", "", " \t\r\n")


def emptied(found: Diagnostic, outline: Outline) -> tuple[Fix, ...]:
    """Offer to take out a text, or a message, that has nothing in it."""
    for turn in outline.turns:
        if turn.pointer == found.pointer and turn.at is not None and len(outline.turns) > 1:
            is_answer = turn.role == "tool" or any(part.kind in ("tool_use", "tool_result") for part in turn.parts)
            return () if is_answer else (safe("take the empty message out", remove(turn.path)),)
        for part in turn.parts:
            if part.pointer == found.pointer and part.path != turn.path and isinstance(part.path[-1], int):
                if len(turn.parts) > 1:
                    return (safe("take the empty text out", remove(part.path)),)
                if turn.at is not None and len(outline.turns) > 1:
                    return (safe("take the empty message out", remove(turn.path)),)
    return ()


def unsigned(found: Diagnostic, outline: Outline) -> tuple[Fix, ...]:
    """Offer to take out thinking that the server cannot check."""
    for turn in outline.turns:
        for part in turn.parts:
            if part.pointer == found.pointer and len(turn.parts) > 1:
                return (unsafe("take the thinking out", remove(part.path)),)
    return ()


def of_its_type(found: Diagnostic, outline: Outline) -> tuple[Fix, ...]:
    """Offer the media type that the first bytes have."""
    for _, part in outline.marked:
        for each in (part, *part.parts):
            source = each.node.get("source") if isinstance(each.node, dict) else None
            if each.pointer == found.pointer and isinstance(source, dict) and "media_type" in source:
                real = media_type_of(Raw(f'"{str(each.value)[:_HEAD]}"'.encode()))
                change = replace((*each.path, "source", "media_type"), real)
                return () if real is None else (safe(f"write `{real}`", change),)
    return ()


def without_blanks(found: Diagnostic, outline: Outline) -> tuple[Fix, ...]:
    """Offer data without the blanks and line breaks that some programs put into base64."""
    for _, part in outline.marked:
        if found.pointer and part.value_path and isinstance(part.value, str) and "," not in part.value[:256]:
            bare = part.value.translate(_BLANKS)
            if found.pointer == pointer_of(part.value_path) and bare != part.value:
                return (safe("take blanks and line breaks out of the data", replace(part.value_path, bare)),)
    return ()
