"""A lowered History -> MCP content."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from turnwire.dialects.mcp_content.legal import is_result
from turnwire.dialects.mcp_content.wire import NAME
from turnwire.documents.residue import form_of, report_foreign, restore
from turnwire.lowering.writing import report_source
from turnwire.model import AudioBlock, DocumentBlock, ImageBlock, OpaqueBlock, TextBlock

if TYPE_CHECKING:
    from collections.abc import Callable

    from turnwire.losses import Losses
    from turnwire.lowering.draft import Draft, Turn
    from turnwire.model import ContentBlock

_HISTORY = frozenset(("history",))
_RESULT = frozenset(("content", "is_error", "structured"))


def write_body(draft: Draft, losses: Losses) -> Any:
    """A result where the draft is one, else a prompt."""
    history = draft.document
    losses.dropped_fields(history, _HISTORY, "", "history")
    if is_result(draft):
        wire: dict[str, Any] = _write_result(draft.turns[0], losses)
    else:
        wire = {"messages": [_write_message(turn, losses) for turn in draft.turns]}
    return restore(wire, history.provider_raw, losses, "") if history.provider_raw else wire


def _write_result(turn: Turn, losses: Losses) -> dict[str, Any]:
    result: Any = turn.blocks[0]
    place = turn.place(0)
    report_foreign(turn.message.provider_raw, losses, turn.path)
    report_foreign(result.provider_raw, losses, place)
    places = losses.places_inside(place, len(result.content))
    blocks = [write_block(block, where, losses) for block, where in zip(result.content, places, strict=True)]
    wire: dict[str, Any] = {"content": [block for block in blocks if block is not None]}
    if result.structured:
        wire["structuredContent"] = result.structured
    if result.is_error is not None:
        wire["isError"] = result.is_error
    if result.tool_use_id:
        # The JSON-RPC envelope of the protocol shows which call this answers.
        losses.dropped(f"{place}/tool_use_id", "tool_result.tool_use_id", result.tool_use_id)
    losses.dropped_fields(result, _RESULT | {"tool_use_id"}, place, "tool_result")
    return wire


def _write_message(turn: Turn, losses: Losses) -> Any:
    raw = turn.message.provider_raw
    form = form_of(raw, NAME)
    blocks = [write_block(block, place, losses) for block, place in zip(turn.blocks, turn.all_places(), strict=True)]
    role = form.get("role", turn.role) if turn.role == "user" else turn.role
    wire: dict[str, Any] = {} if role is None else {"role": role}
    wire["content"] = blocks if "content" in form else blocks[0]
    return restore(wire, raw, losses, turn.path) if raw else wire


def write_block(block: ContentBlock, place: str, losses: Losses) -> Any:
    """Write one content block; None, after reporting the loss, if there is none."""
    write = _BLOCKS.get(type(block))
    if write is None or getattr(block, "dialect", NAME) != NAME:
        losses.dropped(place, str(block.__struct_config__.tag), block)
        return None
    if type(block) is OpaqueBlock:
        losses.dropped_fields(block, frozenset(("block_type", "value", "dialect")), place, "opaque")
        report_foreign(block.provider_raw, losses, place)
        return block.value
    wire, held = write(block, place, losses)
    losses.dropped_fields(block, held, place, str(block.__struct_config__.tag))
    return restore(wire, block.provider_raw, losses, place) if block.provider_raw else wire


_Written = tuple[dict[str, Any], frozenset[str]]


def _write_text(block: TextBlock, _: str, __: Losses) -> _Written:
    return {"type": "text", "text": block.text}, frozenset(("text",))


def _write_data(block: ImageBlock | AudioBlock, place: str, losses: Losses) -> _Written:
    wire: dict[str, Any] = {"type": str(block.__struct_config__.tag)}
    if block.source is not None:
        wire["data"] = block.source.data
        report_source(block.source, place, losses)
    if block.media_type is not None:
        wire["mimeType"] = block.media_type
    return wire, frozenset(("source", "media_type"))


def _write_document(block: DocumentBlock, place: str, losses: Losses) -> _Written:
    report_source(block.source, place, losses)
    if block.source.kind == "url":
        told = {
            "name": block.filename,
            "title": block.title,
            "description": block.context,
            "mimeType": block.media_type,
        }
        link = {"type": "resource_link", "uri": block.source.data}
        held = frozenset(("source", "media_type", "filename", "title", "context"))
        return {**link, **{key: value for key, value in told.items() if value is not None}}, held
    resource: dict[str, Any] = {"text" if block.source.kind == "text" else "blob": block.source.data}
    if block.media_type is not None:
        resource["mimeType"] = block.media_type
    return {"type": "resource", "resource": resource}, frozenset(("source", "media_type"))


_BLOCKS: dict[type, Callable[[Any, str, Losses], _Written]] = {
    TextBlock: _write_text,
    ImageBlock: _write_data,
    AudioBlock: _write_data,
    DocumentBlock: _write_document,
    OpaqueBlock: _write_text,
}
