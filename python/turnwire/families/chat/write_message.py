"""Turns -> messages of a request, one function per role."""

from __future__ import annotations

import operator
from typing import TYPE_CHECKING, Any

import msgspec

from turnwire.documents.residue import form_of, is_silent, report_others, restore
from turnwire.families.chat.enums import role_word
from turnwire.families.chat.images import write_images
from turnwire.families.chat.write_calls import Call, Called, arguments_of, is_plain_call, write_calls
from turnwire.families.chat.write_content import feature_of, write_cache, write_parts
from turnwire.lowering.messages import lose_turn
from turnwire.lowering.rewrite_blocks import was_illegal_in_source
from turnwire.model import (
    AudioBlock,
    DocumentBlock,
    ImageBlock,
    Message,
    OpaqueBlock,
    RefusalBlock,
    TextBlock,
    ThinkingBlock,
    ToolResultBlock,
    ToolUseBlock,
    VideoBlock,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from turnwire.families.chat.vendor import Vendor
    from turnwire.losses import Losses
    from turnwire.lowering.draft import Turn
    from turnwire.model import ContentBlock

_HELD = frozenset(("role", "content", "name"))
_PLAIN = frozenset(("role", "content", "provider_raw"))
_ABSENT: Any = object()


class Said(msgspec.Struct, gc=False):
    """A message that is only text, or a list of parts."""

    role: str
    content: Any


class Answered(msgspec.Struct, gc=False):
    """The result of a tool call."""

    role: str
    tool_call_id: str
    content: Any


def write_turn(turn: Turn, losses: Losses, messages: list[Any], vendor: Vendor) -> None:
    """Append the message of a turn."""
    _ROLES[turn.role](turn, losses, messages, vendor)


def spell_content(
    parts: list[Any], blocks: Sequence[ContentBlock], form: str | None, without: Any, dialect: str
) -> Any:
    """The content in the spelling its source used, while that still fits; by default text is a string."""
    if not parts:
        if form in _SPELLINGS:
            return _SPELLINGS[form]
        return without if not blocks or form != "parts" else parts
    block = blocks[0]
    if form == "parts" or len(parts) != 1 or type(block) is not TextBlock or not block.text:
        return parts
    return block.text if is_bare(block, dialect) else parts


_SPELLINGS: dict[str | None, Any] = {"text": "", "null": None, "absent": _ABSENT, "parts": []}


def is_bare(block: TextBlock, dialect: str) -> bool:
    """Whether a text can be spelled as a plain string in this dialect."""
    raw = block.provider_raw
    return block.cache is None and (raw is None or is_silent(raw, dialect))


def _write_spoken(turn: Turn, losses: Losses, messages: list[Any], vendor: Vendor) -> None:
    blocks, message = turn.blocks, turn.message
    if len(blocks) == 1 and type(blocks[0]) is TextBlock and is_plain(message, losses.dialect):
        block = blocks[0]
        if block.text and is_bare(block, losses.dialect) and not block.citations:
            messages.append(Said(turn.role, block.text))
            return
    form = form_of(message.provider_raw, losses.dialect)
    wire: dict[str, Any] = {"role": role_word(turn.role, form)}
    if wire["role"] is None:
        del wire["role"]
    _write_content(blocks, turn.all_places(), wire, form, "", losses, vendor)
    finish_message(wire, turn, form, losses, messages, vendor)


def _write_content(
    blocks: Sequence[ContentBlock],
    places: Sequence[str],
    wire: dict[str, Any],
    form: dict[str, Any],
    without: Any,
    losses: Losses,
    vendor: Vendor,
) -> None:
    bare = _write_marked(blocks, places, wire, losses, vendor)
    if bare is not None:
        wire["content"] = bare
        return
    parts = write_parts(blocks, places, losses, vendor)
    content = spell_content(parts, blocks, form.get("content"), without, losses.dialect)
    if content is not _ABSENT:
        wire["content"] = content


def _write_marked(
    blocks: Sequence[ContentBlock], places: Sequence[str], wire: dict[str, Any], losses: Losses, vendor: Vendor
) -> str | None:
    """Write the text whose cache mark was next to the content."""
    if len(blocks) != 1 or type(blocks[0]) is not TextBlock:
        return None
    block = blocks[0]
    if block.cache is None or block.citations or form_of(block.provider_raw, losses.dialect).get("cache") != "message":
        return None
    wire["cache_control"] = write_cache(block, places[0], losses, vendor, marked="message")
    report_others(block.provider_raw, losses, places[0])
    return block.text


_rest_of = operator.attrgetter(*(name for name in Message.__struct_fields__ if name not in _PLAIN))
_NO_REST = _rest_of(Message("user"))


def is_plain(message: Message, dialect: str) -> bool:
    """Return whether a message has only a role and content for this dialect."""
    raw = message.provider_raw
    return _rest_of(message) == _NO_REST and (raw is None or is_silent(raw, dialect))


def finish_message(
    wire: dict[str, Any], turn: Turn, form: dict[str, Any], losses: Losses, messages: list[Any], vendor: Vendor
) -> None:
    """Append a message with its name and residue, and report the fields that it does not hold."""
    message, path = turn.message, turn.path
    if message.name is not None:
        _write_name("message.name", message.name, path, wire, form, losses, vendor)
    losses.dropped_fields(message, _HELD, path, "message")
    messages.append(restore(wire, message.provider_raw, losses, path) if message.provider_raw else wire)


def _write_assistant(turn: Turn, losses: Losses, messages: list[Any], vendor: Vendor) -> None:
    blocks = turn.blocks
    if not is_plain(turn.message, losses.dialect) or not _is_simple(blocks, losses.dialect):
        _write_rare_assistant(turn, losses, messages, vendor)
        return
    if type(blocks[0]) is TextBlock:
        wire: dict[str, Any] = {"role": "assistant", "content": blocks[0].text}
        calls = blocks[1:]
    else:
        wire, calls = {"role": "assistant"}, blocks
    if calls:
        wire["tool_calls"] = [
            Call(block.id, Called(block.name, arguments_of(block))) for block in calls if type(block) is ToolUseBlock
        ]
    messages.append(wire)


def _is_simple(blocks: list[ContentBlock], dialect: str) -> bool:
    """At most one plain text, and then plain tool uses."""
    if not blocks:
        return False
    first = blocks[0]
    calls = blocks
    if type(first) is TextBlock:
        if first.citations or not first.text or not is_bare(first, dialect):
            return False
        calls = blocks[1:]
    return all(type(b) is ToolUseBlock and is_plain_call(b) for b in calls)


def _write_rare_assistant(turn: Turn, losses: Losses, messages: list[Any], vendor: Vendor) -> None:
    message = turn.message
    form = form_of(message.provider_raw, losses.dialect)
    wire: dict[str, Any] = {"role": "assistant"}
    sorted_blocks = sort_blocks(turn, losses, vendor)
    vendor.write_thoughts(sorted_blocks.thinking, wire, losses, vendor, None)
    said = [block for block, _ in sorted_blocks.said]
    _write_content(said, [place for _, place in sorted_blocks.said], wire, form, _ABSENT, losses, vendor)
    write_refusal(sorted_blocks.refusals, wire, losses)
    for block, place in sorted_blocks.audio:
        _write_audio_id(block, place, wire, losses)
    write_images(sorted_blocks.images, wire, losses)
    write_calls(sorted_blocks.calls, wire, losses, vendor)
    if "content" not in form and wire.keys().isdisjoint(_IN_PLACE_OF_CONTENT):
        wire["content"] = None if "refusal" in wire else ""
    finish_message(wire, turn, form, losses, messages, vendor)


# `content`: "Required unless `tool_calls` or `function_call` is specified" (OpenAI's API description, 2026-08-21)
_IN_PLACE_OF_CONTENT = frozenset(("content", "tool_calls", "function_call", "audio"))


class Sorted(msgspec.Struct):
    """The blocks of an assistant, each with its place, by where they go in its message."""

    thinking: list[tuple[ThinkingBlock, str]] = []
    said: list[tuple[Any, str]] = []
    refusals: list[tuple[RefusalBlock, str]] = []
    audio: list[tuple[AudioBlock, str]] = []
    images: list[tuple[ImageBlock, str]] = []
    calls: list[tuple[Any, str]] = []


def sort_blocks(turn: Turn, losses: Losses, vendor: Vendor) -> Sorted:
    """What goes where; a block that no place of an assistant message takes is lost."""
    found = Sorted()
    media = form_of(turn.message.provider_raw, losses.dialect).get("media")
    for block, place in zip(turn.blocks, turn.all_places(), strict=True):
        told = form_of(block.provider_raw, losses.dialect).get("in") if block.provider_raw else None
        kind = _TOLD.get((type(block), str(told))) or vendor.places.get(type(block))
        if media and type(block) in _MEDIA and (kind is None or (type(block) is AudioBlock and block.id is None)):
            kind = "said"
        if kind is None:
            losses.dropped(place, feature_of(block), block)
        else:
            getattr(found, kind).append((block, place))
    return found


# The places that a block itself notes (`$form`, `in`).
_TOLD: dict[tuple[type, str], str] = {
    (RefusalBlock, "content"): "said",
    (OpaqueBlock, "tool_calls"): "calls",
    (OpaqueBlock, "reasoning_details"): "thinking",
    (ImageBlock, "images"): "images",
}
_MEDIA = frozenset((ImageBlock, AudioBlock, DocumentBlock, VideoBlock))


def write_refusal(refusals: list[tuple[RefusalBlock, str]], wire: dict[str, Any], losses: Losses) -> None:
    """The refusal; several are put together."""
    for block, place in refusals:
        if len(refusals) > 1:
            losses.reshaped(place, "refusal", block)
        wire["refusal"] = wire.get("refusal", "") + block.text
        losses.dropped_fields(block, frozenset(("text",)), place, "refusal")
        if block.provider_raw:
            report_others(block.provider_raw, losses, place)


def _write_audio_id(block: AudioBlock, place: str, wire: dict[str, Any], losses: Losses) -> None:
    """Write `audio`: "Data about a previous audio response from the model".  It has only the id."""
    if block.id is None or "audio" in wire:
        losses.dropped(place, "audio", block)
        return
    losses.dropped_fields(block, frozenset(("id",)), place, "audio")
    wire["audio"] = (
        restore({"id": block.id}, block.provider_raw, losses, place) if block.provider_raw else {"id": block.id}
    )


def _write_results(turn: Turn, losses: Losses, messages: list[Any], vendor: Vendor) -> None:
    """One message for each result; what is no result has no place in a tool message."""
    if _first_result(turn.blocks) is None:
        lose_turn(turn, losses)
        return
    for position, block in enumerate(turn.blocks):
        if type(block) is ToolResultBlock:
            _write_result(turn, position, block, losses, messages, vendor)
        else:
            losses.dropped(turn.place(position), feature_of(block), block)


def _first_result(blocks: list[ContentBlock]) -> int | None:
    """Return the position of the first result, whose message gets the fields of the turn."""
    for position, block in enumerate(blocks):
        if type(block) is ToolResultBlock:
            return position
    return None


def _write_result(
    turn: Turn, position: int, block: ToolResultBlock, losses: Losses, messages: list[Any], vendor: Vendor
) -> None:
    content, message = block.content, turn.message
    if (
        len(content) == 1
        and type(content[0]) is TextBlock
        and block.tool_use_id
        and block == ToolResultBlock(block.tool_use_id, None, content)
        and is_plain(message, losses.dialect)
    ):
        text = content[0]
        if text.text and is_bare(text, losses.dialect) and not text.citations:
            messages.append(Answered("tool", block.tool_use_id, text.text))
            return
    _write_rare_result(turn, position, block, losses, messages, vendor)


_RESULT = frozenset(("tool_use_id", "name", "content"))


def _write_name(
    feature: str, name: str, place: str, wire: dict[str, Any], form: dict[str, Any], losses: Losses, vendor: Vendor
) -> None:
    """Write the name of a speaker, or of a tool next to its result, if the vendor has a key for it."""
    if feature in vendor.lacks and "name" not in form.get("vendor", ()):
        losses.dropped(f"{place}/name", feature, name)
    else:
        wire["name"] = name


def _write_rare_result(
    turn: Turn, position: int, block: ToolResultBlock, losses: Losses, messages: list[Any], vendor: Vendor
) -> None:
    message, place = turn.message, turn.place(position)
    form = form_of(message.provider_raw, losses.dialect)
    legacy = form.get("role") == "function" and not block.tool_use_id
    wire: dict[str, Any] = {"role": "function" if legacy else "tool"}
    if not legacy and (block.tool_use_id or "tool_call_id" not in form.get("lacks", ())):
        wire["tool_call_id"] = block.tool_use_id
        if not block.tool_use_id and not was_illegal_in_source(message.provider_raw, losses.dialect, "tool_use_id"):
            # ChatCompletionRequestToolMessage requires `tool_call_id`: "Tool call that this message is responding to."
            losses.invented(f"{place}/tool_use_id", "tool_result.tool_use_id", "")
    if block.name is not None and legacy:
        # ChatCompletionRequestFunctionMessage requires `name`.
        wire["name"] = block.name
    elif block.name is not None:
        _write_name("tool_result.name", block.name, place, wire, form, losses, vendor)
    places = losses.places_inside(place, len(block.content))
    _write_content(block.content, places, wire, form, "", losses, vendor)
    losses.dropped_fields(block, _RESULT, place, "tool_result")
    result = restore(wire, block.provider_raw, losses, place) if block.provider_raw else wire
    if position != _first_result(turn.blocks):
        messages.append(result)
        return
    losses.dropped_fields(message, frozenset(("role", "content")), turn.path, "message")
    if message.provider_raw:
        result = restore(result, message.provider_raw, losses, turn.path)
    messages.append(result)


_ROLES: dict[str, Callable[[Turn, Losses, list[Any], Vendor], None]] = {
    "user": _write_spoken,
    "system": _write_spoken,
    "assistant": _write_assistant,
    "tool": _write_results,
}
