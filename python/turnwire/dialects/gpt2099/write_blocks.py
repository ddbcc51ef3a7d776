"""Content blocks -> content blocks of gpt2099."""

from __future__ import annotations

from types import MappingProxyType
from typing import TYPE_CHECKING, Any

from turnwire.dialects.gpt2099.wire import NAME
from turnwire.documents.residue import form_of, report_foreign, restore
from turnwire.lowering.writing import finished, report_source, write_opaque
from turnwire.model import (
    AudioBlock,
    DocumentBlock,
    ImageBlock,
    OpaqueBlock,
    TextBlock,
    ToolResultBlock,
    ToolUseBlock,
)

if TYPE_CHECKING:
    from collections.abc import Mapping

    from turnwire.losses import Losses
    from turnwire.lowering.draft import Turn
    from turnwire.model import ContentBlock

_TEXT = frozenset(("text", "cache"))
_FILE = frozenset(("source", "media_type", "cache"))
_CALL = frozenset(("id", "name", "input", "run_by", "cache"))
_SEARCH = _CALL | {"call_type"}
_RESULT = frozenset(("tool_use_id", "name", "content", "is_error", "run_by", "cache"))
_FOUND = frozenset(("tool_use_id", "provider_result", "run_by", "result_type", "cache"))


def write_blocks(turn: Turn, losses: Losses) -> list[Any]:
    """Write the content of a message; the writer of the message reports cache marks."""
    parts: list[Any] = []
    for n, block in enumerate(turn.blocks):
        if type(block) is TextBlock and not block.citations and block.provider_raw is None:
            parts.append({"type": "text", "text": block.text})
        else:
            parts.append(_write_block(block, turn.place(n), losses))
    return parts


def _write_block(block: ContentBlock, place: str, losses: Losses) -> Any:
    """One block; the passes have left only blocks that there are."""
    return _WRITERS[type(block)](block, place, losses)


def _text(block: TextBlock, place: str, losses: Losses) -> Any:
    wire = {"type": "text", "text": block.text}
    if not block.citations and block.provider_raw is None:
        return wire
    return finished(wire, block, _TEXT, place, losses)


def _file(block: ImageBlock | DocumentBlock, place: str, losses: Losses) -> Any:
    source: Any = {"type": "base64", "media_type": block.media_type, "data": block.source.data}
    if block.source.content:
        losses.dropped(f"{place}/source/content", "source.content", block.source.content)
    if block.source.provider_raw:
        source = restore(source, block.source.provider_raw, losses, f"{place}/source")
    return finished({"type": "document", "source": source}, block, _FILE, place, losses)


def _given_file(block: Any, place: str, losses: Losses) -> Any:
    """Pictures and sounds that tools gave are spelled as MCP spells them."""
    if form_of(block.provider_raw, NAME).get("shape") == "document":
        return _file(block, place, losses)
    report_source(block.source, place, losses)
    wire = {"type": str(block.__struct_config__.tag), "data": block.source.data}
    if block.media_type is not None:
        wire["mimeType"] = block.media_type
    return finished(wire, block, _FILE, place, losses)


def _call(block: ToolUseBlock, place: str, losses: Losses) -> Any:
    is_run = block.run_by == "provider"
    wire: dict[str, Any] = {"type": "server_tool_use" if is_run else "tool_use"}
    if block.id or is_run or "id" in form_of(block.provider_raw, NAME):
        wire["id"] = block.id
    wire["name"] = block.name
    if block.input:
        wire["input"] = block.input
    return finished(wire, block, _SEARCH if is_run else _CALL, place, losses)


def _result(block: ToolResultBlock, place: str, losses: Losses) -> Any:
    if block.run_by == "provider":
        found = {"type": "web_search_tool_result", "tool_use_id": block.tool_use_id, "content": block.provider_result}
        return finished(found, block, _FOUND, place, losses)
    form = form_of(block.provider_raw, NAME)
    wire: dict[str, Any] = {"type": "tool_result"}
    if block.name is not None:
        wire["name"] = block.name
    if block.content or "content" not in form.get("lacks", ()):
        places = losses.places_inside(place, len(block.content))
        wire["content"] = [_given(inner, at, losses) for inner, at in zip(block.content, places, strict=True)]
    if block.tool_use_id or "id" in form:
        wire["tool_use_id"] = block.tool_use_id
    if block.is_error is not None:
        wire["is_error"] = block.is_error
    return finished(wire, block, _RESULT, place, losses)


def _given(block: ContentBlock, place: str, losses: Losses) -> Any:
    if (cache := block.cache) is not None:
        losses.dropped(f"{place}/cache", f"{block.__struct_config__.tag}.cache", cache)
    return _GIVEN[type(block)](block, place, losses)


def _opaque(block: OpaqueBlock, place: str, losses: Losses) -> Any:
    """Write an opaque block; the message has its cache mark."""
    if block.cache is None:
        return write_opaque(block, place, losses)
    report_foreign(block.provider_raw, losses, place)
    return block.value


_GIVEN: Mapping[type, Any] = MappingProxyType(
    {
        TextBlock: _text,
        ImageBlock: _given_file,
        AudioBlock: _given_file,
        DocumentBlock: _file,
        OpaqueBlock: _opaque,
    }
)

_WRITERS: Mapping[type, Any] = MappingProxyType(
    {
        TextBlock: _text,
        ImageBlock: _file,
        DocumentBlock: _file,
        ToolUseBlock: _call,
        ToolResultBlock: _result,
        OpaqueBlock: _opaque,
    }
)
