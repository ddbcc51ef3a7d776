"""Blocks -> parts of content, one function per kind of block, and tool calls."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from turnwire.dialects.cohere_chat.constraints import COHERE, NAME
from turnwire.dialects.cohere_chat.read_content import is_bare
from turnwire.documents.residue import form_of, report_foreign, report_others, restore
from turnwire.families.chat.read_content import read_arguments
from turnwire.families.chat.write_calls import Call, Called, arguments_of, is_plain_call
from turnwire.families.chat.write_content import TextPart, write_image
from turnwire.lowering.origins import report_own_origin
from turnwire.lowering.rewrite_blocks import was_illegal_in_source
from turnwire.lowering.writing import finished, write_opaque, written_parts
from turnwire.model import ImageBlock, OpaqueBlock, TextBlock, ThinkingBlock, ToolUseBlock

if TYPE_CHECKING:
    from collections.abc import Sequence

    from turnwire.losses import Losses
    from turnwire.model import ContentBlock

_TEXT = frozenset(("text",))
_THINKING = frozenset(("text", "origin"))
_OPAQUE = frozenset(("block_type", "value", "dialect"))
ABSENT_CONTENT: Any = object()
"""The key is left out."""
_SPELLINGS: dict[str, Any] = {"text": "", "null": None, "absent": ABSENT_CONTENT, "parts": []}


def write_content(
    blocks: Sequence[ContentBlock],
    places: Sequence[str],
    spelling: str | None,
    losses: Losses,
    *,
    nothing: str = "text",
    bare: str = "text",
) -> Any:
    """Write a content as its source spelled it, while that still fits.

    Args:
        blocks: the blocks in it.
        places: their places in the caller's document.
        spelling: how the source spelled it; None for the usual spelling.
        losses: what is lost.
        nothing: the usual spelling of a content without blocks.
        bare: the usual spelling of a single text.
    """
    parts = written_parts(blocks, places, _PARTS, losses)
    if not parts:
        return _SPELLINGS.get(spelling or nothing, [])
    if len(parts) == len(blocks) == 1 and is_bare(blocks) and (spelling or bare) == "text":
        return blocks[0].text  # type: ignore[union-attr]
    return parts


def _write_text(block: TextBlock, place: str, losses: Losses) -> Any:
    if block.provider_raw is None and block.cache is None and not block.citations:
        return TextPart(block.text)
    word = form_of(block.provider_raw, NAME).get("document")
    if word is None:
        return finished({"type": "text", "text": block.text}, block, _TEXT, place, losses)
    raw, _ = read_arguments(block.text)
    is_object = word == "object" and bytes(memoryview(raw)[:1]) == b"{"
    part = {"type": "document", "document": {"data": raw if is_object else block.text}}
    return finished(part, block, _TEXT, place, losses)


def _write_thinking(block: ThinkingBlock, place: str, losses: Losses) -> Any:
    report_own_origin(block, place, losses, None)
    return finished({"type": "thinking", "thinking": block.text}, block, _THINKING, place, losses)


def write_plan(block: ThinkingBlock, place: str, losses: Losses) -> str:
    """Write what the model said of its calls before it made them; it is one text."""
    report_own_origin(block, place, losses, None)
    losses.dropped_fields(block, _THINKING, place, "thinking")
    report_others(block.provider_raw, losses, place)
    return block.text


def _write_image(block: ImageBlock, place: str, losses: Losses) -> Any:
    return write_image(block, place, losses, COHERE)


_PARTS: dict[type, Any] = {
    TextBlock: _write_text,
    ThinkingBlock: _write_thinking,
    ImageBlock: _write_image,
    OpaqueBlock: write_opaque,
}


_CALL = frozenset(("id", "name", "input", "input_text", "run_by"))


def write_calls(calls: Sequence[tuple[ContentBlock, str]], losses: Losses) -> list[Any]:
    """Write the calls of an assistant."""
    written: list[Any] = []
    for block, place in calls:
        if type(block) is OpaqueBlock:
            losses.dropped_fields(block, _OPAQUE, place, "opaque")
            report_foreign(block.provider_raw, losses, place)
            written.append(block.value)
        elif type(block) is ToolUseBlock:
            plain = is_plain_call(block)
            call = Call(block.id, Called(block.name, arguments_of(block))) if plain else _rare(block, place, losses)
            written.append(call)
    return written


def _rare(block: ToolUseBlock, place: str, losses: Losses) -> Any:
    form = form_of(block.provider_raw, NAME)
    lacks = form.get("lacks", ())
    called = {"name": block.name}
    # ToolCallV2Function.arguments is optional.
    if block.input or block.input_text is not None or "arguments" not in lacks:
        called["arguments"] = arguments_of(block)
    call: dict[str, Any] = {"function": called}
    if block.id or "id" not in lacks:
        call["id"] = block.id
    if not block.id and not was_illegal_in_source(block.provider_raw, NAME, "id"):
        # ToolCallV2 requires `id`.
        losses.invented(f"{place}/id", "tool_use.id", "")
    if "type" not in lacks:
        call["type"] = form.get("type", "function")
    if block.input and block.input_text is not None:
        losses.dropped(f"{place}/input_text", "tool_use.input_text", block.input_text)
    elif block.input and bytes(memoryview(block.input)[:1]) not in (b"{", b"["):
        # Read again, it is text: arguments are an object.
        losses.reshaped(f"{place}/input", "tool_use.input", block.input)
    if block.run_by == "provider":
        losses.dropped(f"{place}/run_by", "tool_use.run_by", block.run_by)
    losses.dropped_fields(block, _CALL, place, "tool_use")
    return restore(call, block.provider_raw, losses, place) if block.provider_raw else call
