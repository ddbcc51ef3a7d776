"""Turns -> messages: the passes left at most one text and one thought in each, and one result in a tool message."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from msgspec import Raw, Struct

from turnwire.dialects.ollama_chat.enums import NAME
from turnwire.documents.residue import form_of, report_others, restore
from turnwire.lowering.origins import report_own_origin
from turnwire.lowering.writing import report_source
from turnwire.model import ImageBlock, OpaqueBlock, TextBlock, ThinkingBlock, ToolResultBlock, ToolUseBlock

if TYPE_CHECKING:
    from collections.abc import Sequence

    from turnwire.losses import Losses
    from turnwire.lowering.draft import Turn
    from turnwire.model import ContentBlock


class Said(Struct, gc=False):
    """A message that is only text."""

    role: str
    content: str


class Called(Struct, gc=False):
    """The function of a call, and its arguments."""

    name: str
    arguments: Raw


class Call(Struct, gc=False, omit_defaults=True):
    """One call of a request."""

    function: Called
    id: str = ""


_TEXT = frozenset(("text",))
_THINKING = frozenset(("text", "origin"))
_IMAGE = frozenset(("source", "media_type"))
_CALL = frozenset(("id", "name", "input", "run_by"))
_RESULT = frozenset(("tool_use_id", "name", "content", "run_by"))


def write_turn(turn: Turn, losses: Losses, *, reply: bool = False, model: str | None = None) -> Any:
    """Write the message of a turn; in a reply each call has its position."""
    blocks, message = turn.blocks, turn.message
    if len(blocks) == 1 and message.provider_raw is None:
        block = blocks[0]
        if type(block) is TextBlock and block.provider_raw is None and block.cache is None and not block.citations:
            return Said(turn.role, block.text)
    form = form_of(message.provider_raw, NAME)
    wire: dict[str, Any] = {"role": _role(turn.role, form)}
    if wire["role"] is None:
        del wire["role"]
    if turn.role == "tool" and type(blocks[0]) is ToolResultBlock:
        _write_result(blocks[0], turn, wire, form, losses)
    else:
        _write_spoken(blocks, turn.all_places(), wire, form, losses, reply=reply, model=model)
    return restore(wire, message.provider_raw, losses, turn.path) if message.provider_raw else wire


def _role(role: str, form: dict[str, Any]) -> Any:
    """The role in its source's spelling, while it still means this role."""
    if "role" not in form:
        return role
    word = form["role"]
    meant = word.lower() if isinstance(word, str) else None
    if meant in ("user", "assistant", "system", "tool"):
        return word if role in (meant, "assistant") else role
    return word if role in ("user", "assistant") else role


def _write_spoken(
    blocks: Sequence[ContentBlock],
    places: Sequence[str],
    wire: dict[str, Any],
    form: dict[str, Any],
    losses: Losses,
    *,
    reply: bool,
    model: str | None,
) -> None:
    if form.get("content") != "none":
        wire["content"] = ""
    calls: list[Any] = []
    for block, place in zip(blocks, places, strict=True):
        if type(block) is TextBlock:
            wire["content"] = block.text
            _report(block, _TEXT, place, "text", losses)
        elif type(block) is ThinkingBlock:
            wire["thinking"] = block.text
            _report(block, _THINKING, place, "thinking", losses)
            report_own_origin(block, place, losses, model)
        elif type(block) is ToolUseBlock:
            calls.append(write_call(block, place, losses, len(calls) if reply else None))
        else:
            _write_image(block, place, wire, losses)
    if calls:
        wire["tool_calls"] = calls


def _report(block: Any, held: frozenset[str], place: str, feature: str, losses: Losses) -> None:
    losses.dropped_fields(block, held, place, feature)
    if block.provider_raw:
        report_others(block.provider_raw, losses, place)


def _write_image(block: ContentBlock, place: str, wire: dict[str, Any], losses: Losses) -> None:
    if type(block) is ImageBlock:
        source = block.source
        _report(block, _IMAGE, place, "image", losses)
        if block.media_type is not None:
            # The value has no bytes: a data URL, which has both in one text, is not in the document any more.
            losses.degraded(place, "image.media_type", block.media_type)
        report_source(source, place, losses)
        wire.setdefault("images", []).append(source.data)
    elif type(block) is OpaqueBlock and block.dialect == NAME:
        _report(block, frozenset(("block_type", "value", "dialect")), place, "opaque", losses)
        wire.setdefault("images", []).append(block.value)
    else:
        losses.dropped(place, str(block.__struct_config__.tag), block)


def write_call(block: ToolUseBlock, place: str, losses: Losses, position: int | None) -> Any:
    """Write one call; `position` is its position in the list, if it is written."""
    if block == ToolUseBlock(block.id, block.name, block.input) and position is None:
        return Call(Called(block.name, block.input), block.id)
    form = form_of(block.provider_raw, NAME)
    lacks = form.get("lacks", ())
    function: dict[str, Any] = {}
    if block.name or "name" not in lacks:
        function["name"] = block.name
    if block.input:
        function["arguments"] = block.input
    if position is not None and form.get("index", 0) is not None:
        function["index"] = form.get("index", position)
    wire: dict[str, Any] = {"id": block.id} if block.id else {}
    if function or "function" not in lacks:
        wire["function"] = function
    losses.dropped_fields(block, _CALL, place, "tool_use")
    if block.run_by == "provider":
        losses.dropped(f"{place}/run_by", "tool_use.run_by", block.run_by)
    return restore(wire, block.provider_raw, losses, place) if block.provider_raw else wire


def _write_result(
    block: ToolResultBlock, turn: Turn, wire: dict[str, Any], form: dict[str, Any], losses: Losses
) -> None:
    place = turn.place(0)
    places = losses.places_inside(place, len(block.content))
    _write_spoken(block.content, places, wire, form, losses, reply=False, model=None)
    if block.name is not None:
        wire["tool_name"] = block.name
    if block.tool_use_id:
        wire["tool_call_id"] = block.tool_use_id
    _report(block, _RESULT, place, "tool_result", losses)
