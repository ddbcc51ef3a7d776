"""Content blocks -> content blocks of the canonical message format, with their nulls and defaults."""

from __future__ import annotations

from types import MappingProxyType
from typing import TYPE_CHECKING, Any

from turnwire.dialects.canonical.wire import NAME
from turnwire.documents.residue import form_of, restore
from turnwire.lowering.writing import finished, write_opaque, written_parts
from turnwire.model import (
    ImageBlock,
    OpaqueBlock,
    RedactedThinkingBlock,
    TextBlock,
    ThinkingBlock,
    ToolResultBlock,
    ToolUseBlock,
)

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping

    from turnwire.documents.residue import ProviderRaw
    from turnwire.losses import Losses
    from turnwire.lowering.draft import Turn

_TEXT = frozenset(("text",))
_IMAGE = frozenset(("source", "media_type"))
_CALL = frozenset(("id", "name", "input", "run_by"))
_RESULT = frozenset(("tool_use_id", "content", "is_error", "run_by"))
_THINKING = frozenset(("text", "signature", "origin"))
_REDACTED = frozenset(("data", "origin"))


def write_content(turn: Turn, losses: Losses) -> list[Any]:
    """The content of a message; the passes have left only blocks that there are."""
    return written_parts(turn.blocks, turn.all_places(), _WRITERS, losses)


def absent_in(provider_raw: ProviderRaw | None) -> Collection[str]:
    """Return the fields that an object was read without: they are written if they are not the default."""
    absent = form_of(provider_raw, NAME).get("absent")
    return absent if isinstance(absent, list) else ()


def _text(block: TextBlock, place: str, losses: Losses) -> Any:
    return finished({"type": "text", "text": block.text}, block, _TEXT, place, losses)


def _image(block: ImageBlock, place: str, losses: Losses) -> Any:
    source: Any = {"kind": block.source.kind, "data": block.source.data}
    if block.source.content:
        losses.dropped(f"{place}/source/content", "source.content", block.source.content)
    if block.source.provider_raw:
        source = restore(source, block.source.provider_raw, losses, f"{place}/source")
    wire: dict[str, Any] = {"type": "image", "source": source}
    if block.media_type is not None:
        wire["media_type"] = block.media_type
    return finished(wire, block, _IMAGE, place, losses)


def _call(block: ToolUseBlock, place: str, losses: Losses) -> Any:
    wire: dict[str, Any] = {"type": "tool_use", "id": block.id, "name": block.name}
    if block.input:
        wire["input"] = block.input
    if block.input_text is not None:
        losses.dropped(f"{place}/input_text", "tool_use.input_text", block.input_text)
    return finished(wire, block, _CALL | {"input_text"}, place, losses)


def _result(block: ToolResultBlock, place: str, losses: Losses) -> Any:
    absent = absent_in(block.provider_raw)
    wire: dict[str, Any] = {"type": "tool_result", "tool_use_id": block.tool_use_id}
    if block.content or "content" not in absent:
        places = losses.places_inside(place, len(block.content))
        wire["content"] = written_parts(block.content, places, _WRITERS, losses)
    if block.is_error is not None or "is_error" not in absent:
        wire["is_error"] = bool(block.is_error)
    return finished(wire, block, _RESULT, place, losses)


def _thinking(block: ThinkingBlock, place: str, losses: Losses) -> Any:
    wire: dict[str, Any] = {"type": "thinking", "text": block.text}
    if block.signature is not None or "signature" not in absent_in(block.provider_raw):
        wire["signature"] = block.signature
    return finished(wire, block, _THINKING, place, losses)


def _redacted(block: RedactedThinkingBlock, place: str, losses: Losses) -> Any:
    return finished({"type": "redacted_thinking", "data": block.data}, block, _REDACTED, place, losses)


_WRITERS: Mapping[type, Any] = MappingProxyType(
    {
        TextBlock: _text,
        ImageBlock: _image,
        ToolUseBlock: _call,
        ToolResultBlock: _result,
        ThinkingBlock: _thinking,
        RedactedThinkingBlock: _redacted,
        OpaqueBlock: write_opaque,
    }
)
