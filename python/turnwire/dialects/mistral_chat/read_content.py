"""Chunks of content, and tool calls -> blocks.

Ids of calls are nine letters or digits; those that a request had otherwise are marked, so that they come back.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import msgspec
from msgspec import UNSET, Raw

from turnwire.codec.json import check_raw
from turnwire.codec.wire import ENCODER, NOTHING, OpaquePart
from turnwire.dialects.mistral_chat import wire as w
from turnwire.dialects.mistral_chat.constraints import DETAILS, NAME_PATTERN, is_id
from turnwire.dialects.mistral_chat.wire import NAME
from turnwire.documents.json_text import type_word
from turnwire.documents.residue import residue
from turnwire.families.chat.media import audio_format, audio_type, is_text, read_url, text_of
from turnwire.families.chat.overlay import leftover, raw_of
from turnwire.families.chat.read_content import misshapen, read_arguments
from turnwire.model import (
    ABSENT,
    AudioBlock,
    DocumentBlock,
    ImageBlock,
    OpaqueBlock,
    Origin,
    Source,
    TextBlock,
    ThinkingBlock,
    ToolUseBlock,
)

if TYPE_CHECKING:
    from turnwire.dialects.mistral_chat.wire import CalledFunction, ToolCall
    from turnwire.model import ContentBlock


_WEB = ("http://", "https://")


def read_content(content: Any, model: str | None = None) -> list[ContentBlock]:
    """Read the blocks of a content in any of its spellings; empty text makes no block."""
    if type(content) is str:
        return [TextBlock(content)] if content else []
    if type(content) is not list:
        return []
    return [_CHUNKS[type(chunk)](chunk, model) for chunk in content]


def content_form(content: Any, blocks: list[ContentBlock]) -> str | None:
    """Return how a content is spelled, if that is not the default.

    A single text is a string, everything else a list; no blocks are an empty string.
    """
    if type(content) is list:
        return "parts" if not blocks or _is_only_text(blocks) else None
    if content:
        return None
    return "null" if content is None else "absent" if content is UNSET else None


def _is_only_text(blocks: list[ContentBlock]) -> bool:
    return len(blocks) == 1 and type(blocks[0]) is TextBlock and bool(blocks[0].text)


def _read_text(chunk: w.TextChunk, _: str | None) -> ContentBlock:
    block = TextBlock(chunk.text)
    if chunk.unknown is not NOTHING:
        block.provider_raw = residue(NAME, chunk.unknown)
    return block


def _read_image(chunk: w.ImageChunk, _: str | None) -> ContentBlock:
    image = chunk.image_url
    if type(image) is str:
        source, media_type = read_url(Raw(ENCODER.encode(image)))
        raw = residue(NAME, chunk.unknown, form={"image_url": "text"})
        return ImageBlock(source, media_type, provider_raw=raw)
    if not is_text(image.url):  # type: ignore[union-attr]
        return misshapen(chunk, NAME)
    source, media_type = read_url(image.url)  # type: ignore[union-attr]
    detail = image.detail if type(image.detail) is str else None  # type: ignore[union-attr]
    block = ImageBlock(source, media_type, detail)
    odd = detail is not None and detail not in DETAILS
    if odd or chunk.unknown is not NOTHING or image.unknown is not NOTHING:  # type: ignore[union-attr]
        rest = {"image_url": leftover(image, ("url", "detail"))}  # type: ignore[arg-type]
        form = {"detail": detail} if odd else None
        block.provider_raw = residue(NAME, {**leftover(chunk, ("image_url",)), **rest}, form=form)
    return block


def _read_document(chunk: w.DocumentChunk, _: str | None) -> ContentBlock:
    if not is_text(chunk.document_url):
        return misshapen(chunk, NAME)
    source, media_type = read_url(chunk.document_url)
    name = None if chunk.document_name is UNSET else chunk.document_name
    return DocumentBlock(source, media_type, filename=name, provider_raw=residue(NAME, chunk.unknown))


def _read_file(chunk: w.FileChunk, _: str | None) -> ContentBlock:
    # An id lives on one provider's server, and means nothing, or something else, on another's.
    source = Source("file_id", Raw(ENCODER.encode(chunk.file_id)))
    return DocumentBlock(source, provider_raw=residue(NAME, chunk.unknown, form={"file_id": "own"}))


def _read_audio(chunk: w.AudioChunk, _: str | None) -> ContentBlock:
    audio = chunk.input_audio
    if type(audio) is str:
        source, media_type = read_sound(audio)
        form = {"media_type": "in the URL"} if media_type is not None else None
        return AudioBlock(source, None, media_type, provider_raw=residue(NAME, chunk.unknown, form=form))
    return _read_sound_object(chunk, audio)  # type: ignore[arg-type]


def read_sound(text: str) -> tuple[Source, str | None]:
    """Return the source of audio given as one text: a URL, a data URL, or base64."""
    raw = Raw(ENCODER.encode(text))
    if text.startswith("data:"):
        return read_url(raw)
    return Source("url" if text.startswith(_WEB) else "base64", raw), None


def _read_sound_object(chunk: w.AudioChunk, audio: w.Sound) -> ContentBlock:
    if not is_text(audio.data):
        return misshapen(chunk, NAME)
    source, media_type = read_sound(text_of(audio.data))
    taken: tuple[str, ...] = ("data",)
    form: dict[str, Any] = {"input_audio": "object"}
    if type(audio.format) is str and media_type is None:
        media_type, taken = audio_type(audio.format), ("data", "format")
        if audio_format(media_type) != audio.format:
            form["format"] = audio.format
    rest = {**leftover(chunk, ("input_audio",)), "input_audio": leftover(audio, taken)}
    return AudioBlock(source, None, media_type, provider_raw=residue(NAME, rest, form=form))


def _read_thinking(chunk: w.ThinkingChunk, model: str | None) -> ContentBlock:
    overlay = leftover(chunk, ("thinking", "signature"))
    form: dict[str, Any] = {}
    text = _read_thought(chunk.thinking, overlay, form)
    signature = None if chunk.signature is UNSET else chunk.signature
    raw = residue(NAME, overlay, form=form)
    return ThinkingBlock(text, [], signature, origin=Origin(NAME, model), provider_raw=raw)


def _read_thought(thought: Any, overlay: dict[str, Any], form: dict[str, Any]) -> str:
    """The text of a thought; how it was cut into chunks, and its references, are remembered."""
    if type(thought) is str:
        form["thinking"] = "text"
        return thought
    texts = [chunk.text for chunk in thought if type(chunk) is w.TextChunk]
    if len(texts) != len(thought) or any(chunk.unknown is not NOTHING for chunk in thought):
        overlay["thinking"] = raw_of(thought)
    elif len(texts) != 1:
        form["thinking"] = [len(text) for text in texts]
    return "".join(texts)


def _read_opaque(chunk: OpaquePart, _: str | None) -> ContentBlock:
    value = chunk.value.raw
    check_raw(value)
    return OpaqueBlock(type_word(value), value, NAME)


_CHUNKS: dict[type, Any] = {
    w.TextChunk: _read_text,
    w.ImageChunk: _read_image,
    w.DocumentChunk: _read_document,
    w.FileChunk: _read_file,
    w.AudioChunk: _read_audio,
    w.ThinkingChunk: _read_thinking,
    OpaquePart: _read_opaque,
}


_TEXT = msgspec.json.Decoder(str)
_FUNCTION = ("name", "arguments")
_CALL = ("id", "type", "function", "index")


def read_calls(calls: list[ToolCall], blocks: list[ContentBlock], *, reply: bool) -> None:
    """Append the calls of an assistant.  In a reply each has its position, in a request this is optional."""
    for position, call in enumerate(calls):
        function = call.function
        if function is UNSET or function.arguments is ABSENT:
            blocks.append(_opaque_call(call))
            continue
        raw, text, form = _arguments(function.arguments)
        use_id = "" if call.id is UNSET else call.id
        block = ToolUseBlock(use_id, function.name, raw, text)
        if (
            form
            or call.unknown is not NOTHING
            or function.unknown is not NOTHING
            or call.index is not (position if reply and position < _SMALL else UNSET)
            or call.type != "function"
            or not is_id(use_id)
            or not NAME_PATTERN.fullmatch(function.name)
        ):
            _add_rest(block, call, function, form, position, reply=reply)
        blocks.append(block)


# CPython has one object for each of these, so that a place in a list is compared at once.
_SMALL = 256


def _arguments(raw: Raw) -> tuple[Raw, str | None, dict[str, Any]]:
    """The input as JSON or as text; arguments that are JSON themselves are marked."""
    if is_text(raw):
        value, text = read_arguments(_TEXT.decode(raw))
        return value, text, {}
    check_raw(raw)
    return raw, None, {"arguments": "json"}


def _add_rest(
    block: ToolUseBlock, call: ToolCall, function: CalledFunction, form: dict[str, Any], position: int, *, reply: bool
) -> None:
    overlay = leftover(call, _CALL)
    overlay["function"] = leftover(function, _FUNCTION)
    lacks = [name for name in ("id", "type") if getattr(call, name) is UNSET]
    also: dict[str, Any] = {}
    if call.type is not UNSET and call.type != "function":
        # The word is the writer's own, and residue too: other formats report it.
        form["type"] = overlay["type"] = call.type
    if call.index is UNSET:
        lacks += ["index"] if reply else []
    elif call.index != position:
        form["index"] = overlay["index"] = call.index
    elif not reply:
        # The position is redundant with the order of the list.
        also["index"] = call.index
    if lacks:
        form["lacks"] = lacks
    legal = {"id": is_id(block.id), "name": NAME_PATTERN.fullmatch(block.name)}
    if as_is := [name for name, fits in legal.items() if not fits]:
        form["as_is"] = as_is
    block.provider_raw = residue(NAME, overlay, also=also, form=form)


def _opaque_call(call: ToolCall) -> OpaqueBlock:
    """A call of nothing, or without arguments: kept whole."""
    value = raw_of(call)
    check_raw(value)
    return OpaqueBlock("", value, NAME, None, residue(NAME, form={"in": "tool_calls"}))
