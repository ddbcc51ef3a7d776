"""Content blocks -> parts: structural, one function per kind of block, in the table at the end."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import msgspec
from msgspec import UNSET, Raw

from turnwire.codec.numbers import write_number
from turnwire.codec.wire import or_unset
from turnwire.documents.residue import form_of, report_foreign
from turnwire.families.gemini import wire as w
from turnwire.families.gemini.constraints import OFFSET
from turnwire.families.gemini.overlays import restore
from turnwire.families.gemini.partial_calls import without_pieces, write_pieces
from turnwire.families.gemini.payload import Payload, write_payload
from turnwire.families.gemini.read_parts import word_of
from turnwire.lowering.origins import report_signed_origin
from turnwire.lowering.rewrite_blocks import was_illegal_in_source
from turnwire.lowering.writing import report_source
from turnwire.model import (
    ABSENT,
    AudioBlock,
    ContentBlock,
    DocumentBlock,
    ImageBlock,
    OpaqueBlock,
    TextBlock,
    ThinkingBlock,
    ToolResultBlock,
    ToolUseBlock,
    VideoBlock,
)

if TYPE_CHECKING:
    from collections.abc import Callable

    from turnwire.losses import Losses
    from turnwire.lowering.draft import Turn

_MEMBERS = msgspec.json.Decoder(dict[str, Raw])


def write_parts(turn: Turn, losses: Losses) -> list[Any]:
    """The parts of a turn."""
    parts: list[Any] = []
    for n, block in enumerate(turn.blocks):
        pieces = (
            write_pieces(block, turn.place(n), losses) if type(block) is ToolUseBlock and block.provider_raw else []
        )
        parts += pieces or [_WRITERS[type(block)](block, turn.place(n), losses)]
    return parts


_TEXT = frozenset({"text"})


def _text(block: TextBlock, place: str, losses: Losses) -> Any:
    if block.provider_raw is None and block.cache is None and not block.citations:
        return w.Part(block.text)
    losses.dropped_fields(block, _TEXT, place, "text")
    if form_of(block.provider_raw, losses.dialect).get("part") == "text":
        report_foreign(block.provider_raw, losses, place)
        return block.text
    return restore(w.Part(block.text), block.provider_raw, losses, place)


_THINKING = frozenset({"text", "signature", "origin"})


def _thinking(block: ThinkingBlock, place: str, losses: Losses) -> Any:
    losses.dropped_fields(block, _THINKING, place, "thinking")
    report_signed_origin(block.origin, place, losses, signed=block.signature is not None)
    silent = not block.text and form_of(block.provider_raw, losses.dialect).get("text") is False
    part = w.Part(UNSET if silent else block.text, thought=True, thought_signature=or_unset(block.signature))
    return restore(part, block.provider_raw, losses, place)


_USE = frozenset({"id", "name", "input"})
_RUN = _USE | {"run_by", "call_type"}


def _tool_use(block: ToolUseBlock, place: str, losses: Losses) -> Any:
    said = block.id or UNSET
    form = form_of(block.provider_raw, losses.dialect)
    if block.run_by == "provider":
        losses.dropped_fields(block, _RUN, place, "tool_use")
        return restore(_run(block, said), block.provider_raw, losses, place)
    losses.dropped_fields(block, _USE | ({"run_by"} if block.run_by else set()), place, "tool_use")
    nameless = form.get("nameless") and not block.name
    part = w.Part(function_call=w.FunctionCall(said, UNSET if nameless else block.name, block.input))
    return restore(part, without_pieces(block, losses.dialect), losses, place)


def _run(block: ToolUseBlock, said: Any) -> w.Part:
    if block.call_type == "toolCall":
        return w.Part(tool_call=w.ToolCall(said, block.name, block.input))
    members = _members(block.input)
    return w.Part(executable_code=w.ExecutableCode(said, members.get("language", ABSENT), members.get("code", ABSENT)))


def _members(raw: Raw) -> dict[str, Raw]:
    try:
        return _MEMBERS.decode(raw) if raw else {}
    except msgspec.DecodeError:
        return {}


_RESULT = frozenset({"tool_use_id", "name", "content", "is_error", "run_by"})
_RAN = frozenset({"tool_use_id", "name", "run_by", "result_type", "provider_result"})


def _tool_result(block: ToolResultBlock, place: str, losses: Losses) -> Any:
    said = block.tool_use_id or UNSET
    if block.run_by == "provider":
        losses.dropped_fields(block, _RAN, place, "tool_result")
        return restore(_ran(block, said), block.provider_raw, losses, place)
    losses.dropped_fields(block, _RESULT, place, "tool_result")
    form = form_of(block.provider_raw, losses.dialect)
    if block.is_error and not was_illegal_in_source(block.provider_raw, losses.dialect, "is_error"):
        # "the response can have an "error" key" (FunctionResponse.response): the key says it
        losses.reshaped(f"{place}/is_error", "tool_result.is_error", block.is_error)
    content = block.content
    text = content[0].text if content and type(content[0]) is TextBlock else None
    places = losses.places_inside(place, len(content))
    if content and type(content[0]) is TextBlock:
        losses.dropped_fields(content[0], _TEXT, places[0], "text")
        report_foreign(content[0].provider_raw, losses, places[0])
    if text is None and form.get("payload") == "none" and not block.is_error:
        response = ABSENT
    else:
        response = write_payload(Payload(text, block.is_error, form))
    media = content if text is None else content[1:]
    parts = [_media(each, at, losses) for each, at in zip(media, places[len(content) - len(media) :], strict=True)]
    name = UNSET if block.name is None else block.name
    part = w.Part(function_response=w.FunctionResponse(said, name, response, parts or UNSET))
    return restore(part, block.provider_raw, losses, place)


def _ran(block: ToolResultBlock, said: Any) -> w.Part:
    if block.result_type == "toolResponse":
        return w.Part(tool_response=w.ToolResponse(said, or_unset(block.name), block.provider_result))
    members = _members(block.provider_result)
    return w.Part(
        code_execution_result=w.CodeExecutionResult(said, members.get("outcome", ABSENT), members.get("output", ABSENT))
    )


_MEDIA = frozenset({"source", "media_type"})
_VIDEO = _MEDIA | {"start_offset", "end_offset", "fps"}


def _media(block: Any, place: str, losses: Losses) -> Any:
    source = block.source
    tag = str(block.__struct_config__.tag)
    losses.dropped_fields(block, _VIDEO if type(block) is VideoBlock else _MEDIA, place, tag)
    report_source(source, place, losses)
    media_type = or_unset(block.media_type)
    if source.kind == "base64":
        part = w.Part(inline_data=w.Blob(media_type, source.data))
    else:
        part = w.Part(file_data=w.FileData(media_type, source.data))
    if type(block) is VideoBlock:
        part.video_metadata = _clip(block, place, losses)
    return restore(part, block.provider_raw, losses, place)


def _clip(block: VideoBlock, place: str, losses: Losses) -> Any:
    clip = w.VideoMetadata()
    for name in ("start_offset", "end_offset"):
        offset = getattr(block, name)
        if offset is not None and (
            OFFSET.fullmatch(offset) or was_illegal_in_source(block.provider_raw, losses.dialect, name)
        ):
            setattr(clip, name, offset)
        elif offset is not None:
            losses.dropped(f"{place}/{name}", f"video.{name}", offset)
    form = form_of(block.provider_raw, losses.dialect)
    if block.fps is not None:
        clip.fps = Raw(msgspec.json.encode(write_number(block.fps, "fps", form.get("exact"))))
    return UNSET if clip == w.VideoMetadata() and not form.get("clip") else clip


def _opaque(block: OpaqueBlock, place: str, losses: Losses) -> Any:
    losses.dropped_fields(block, frozenset({"block_type", "value", "dialect"}), place, "opaque")
    report_foreign(block.provider_raw, losses, place)
    if word_of(block.value) != block.block_type:
        losses.degraded(f"{place}/block_type", "opaque.block_type", block.block_type)
    return block.value


_WRITERS: dict[type[ContentBlock], Callable[[Any, str, Losses], Any]] = {
    TextBlock: _text,
    ThinkingBlock: _thinking,
    ToolUseBlock: _tool_use,
    ToolResultBlock: _tool_result,
    ImageBlock: _media,
    DocumentBlock: _media,
    AudioBlock: _media,
    VideoBlock: _media,
    OpaqueBlock: _opaque,
}
