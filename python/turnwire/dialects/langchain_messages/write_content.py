"""Blocks -> content."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from turnwire.dialects.langchain_messages.wire import NAME
from turnwire.documents.residue import form_of, report_others
from turnwire.lowering.origins import report_any_origin
from turnwire.lowering.writing import Writer, finished, report_source, write_opaque, written_parts
from turnwire.model import (
    AudioBlock,
    DocumentBlock,
    ImageBlock,
    OpaqueBlock,
    TextBlock,
    ThinkingBlock,
    ToolUseBlock,
    VideoBlock,
)

if TYPE_CHECKING:
    from collections.abc import Sequence

    from turnwire.losses import Losses
    from turnwire.model import ContentBlock, Source


def write_content(blocks: Sequence[ContentBlock], places: Sequence[str], form: dict[str, Any], losses: Losses) -> Any:
    """The content: one plain text is a string, nothing is the empty string, everything else a list."""
    written = written_parts(blocks, places, _PARTS, losses)
    spelled = form.get("content")
    if not written:
        return [] if spelled == "list" else None if spelled == "absent" else ""
    block = blocks[0]
    if len(blocks) > 1 or type(block) is not TextBlock or not block.text or spelled == "list":
        return written
    return block.text if block.provider_raw is None else written


def _write_text(block: TextBlock, place: str, losses: Losses) -> Any:
    if form_of(block.provider_raw, NAME).get("bare"):
        losses.dropped_fields(block, frozenset(("text",)), place, "text")
        report_others(block.provider_raw, losses, place)
        return block.text
    return finished({"type": "text", "text": block.text}, block, frozenset(("text",)), place, losses)


def _write_thinking(block: ThinkingBlock, place: str, losses: Losses) -> Any:
    """The text stays readable; the opaque state goes nowhere."""
    report_any_origin(block, place, losses)
    part = {"type": "reasoning", "reasoning": block.text}
    return finished(part, block, frozenset(("text", "origin")), place, losses)


_KEYS = {"base64": "base64", "url": "url", "text": "text"}


def _write_media(block: Any, place: str, losses: Losses) -> Any:
    source: Source | None = block.source
    form = form_of(block.provider_raw, NAME)
    key = None if source is None or not source.data else _key(source, form)
    if source is None or key is None or (key == "text" and type(block) is not DocumentBlock):
        losses.dropped(place, str(block.__struct_config__.tag), block)
        return None
    report_source(source, place, losses)
    part: dict[str, Any] = {"type": _WORDS[type(block)], key: source.data}
    held = _HELD
    if type(block) is DocumentBlock and (key == "text" or form.get("part") == "text-plain"):
        part["type"] = "text-plain"
        held = _HELD | {"title", "context"}
        part |= {name: text for name in ("title", "context") if (text := getattr(block, name)) is not None}
    if block.media_type is not None:
        part["mime_type"] = block.media_type
    return finished(part, block, held, place, losses)


_HELD = frozenset(("source", "media_type"))
_WORDS: dict[type, str] = {ImageBlock: "image", AudioBlock: "audio", VideoBlock: "video", DocumentBlock: "file"}


def _key(source: Source, form: dict[str, Any]) -> str | None:
    # An id lives on one server, and means nothing on another.
    if source.kind == "file_id":
        return "file_id" if form.get("file_id") == "own" else None
    return _KEYS.get(source.kind)


_PARTS: dict[type, Writer] = {
    TextBlock: _write_text,
    ThinkingBlock: _write_thinking,
    OpaqueBlock: write_opaque,
    ImageBlock: _write_media,
    AudioBlock: _write_media,
    VideoBlock: _write_media,
    DocumentBlock: _write_media,
}


def is_invalid(block: ToolUseBlock) -> bool:
    """Whether a call has no arguments that are an object: "args: dict[str, Any]" (ToolCall)."""
    if not block.input:
        return block.input_text is not None
    return bytes(memoryview(block.input)[:1]) != b"{" and form_of(block.provider_raw, NAME).get("args") != "as_is"


def write_call(block: ToolUseBlock, place: str, losses: Losses) -> Any:
    """One call."""
    form = form_of(block.provider_raw, NAME)
    wire: dict[str, Any] = {"name": block.name}
    if is_invalid(block):
        word = "invalid_tool_call"
        wire["args"] = bytes(block.input).decode() if block.input else block.input_text
        if block.input:
            losses.reshaped(f"{place}/input", "tool_use.input", block.input)
    else:
        word = "tool_call"
        wire["args"] = block.input or {}
        if not block.input:
            losses.invented(f"{place}/input", "tool_use.input", {})
    if block.input and block.input_text is not None:
        losses.dropped(f"{place}/input_text", "tool_use.input_text", block.input_text)
    if block.id or form.get("id") != "absent":
        wire["id"] = block.id or ("" if form.get("id") == "" else None)
    if "type" not in form:
        wire["type"] = word
    elif form["type"] is not None:
        wire["type"] = form["type"]
    return finished(wire, block, _CALL, place, losses)


_CALL = frozenset(("id", "name", "input", "input_text", "run_by"))
