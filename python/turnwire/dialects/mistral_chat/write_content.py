"""Blocks -> chunks of content, one function per kind of block; a kind that has none here has no place in a content."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

import msgspec
from msgspec import Raw

from turnwire.dialects.mistral_chat.constraints import MISTRAL
from turnwire.dialects.mistral_chat.wire import NAME
from turnwire.documents.residue import form_of
from turnwire.families.chat.media import audio_format, audio_type, data_url, is_media_type, text_of
from turnwire.families.chat.overlay import residue_of
from turnwire.families.chat.write_content import TextPart, feature_of, write_image, write_url
from turnwire.lowering.origins import report_own_origin
from turnwire.lowering.writing import finished, report_source, write_opaque
from turnwire.model import (
    AudioBlock,
    DocumentBlock,
    ImageBlock,
    OpaqueBlock,
    TextBlock,
    ThinkingBlock,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from turnwire.losses import Losses
    from turnwire.model import ContentBlock, Source

# "if re.match(r"^data:audio/\w+;base64,", audio_base64):  # Remove the prefix if it exists" (mistral-common, audio.py)
_SOUND_TYPE = re.compile(r"audio/\w+")


ABSENT_CONTENT: Any = object()
"""The key is left out."""
_SPELLINGS: dict[str | None, Any] = {"null": None, "absent": ABSENT_CONTENT, "parts": []}


def write_content(
    blocks: Sequence[ContentBlock],
    places: Sequence[str],
    form: dict[str, Any],
    losses: Losses,
    model: str | None = None,
) -> Any:
    """The content in the spelling its source used, while that still fits; by default text alone is a string."""
    spelling = form.get("content")
    if not blocks:
        return _SPELLINGS.get(spelling, "")
    block = blocks[0]
    if len(blocks) == 1 and type(block) is TextBlock and block.text and spelling != "parts" and not block.provider_raw:
        if block.cache is not None or block.citations:
            losses.dropped_fields(block, _TEXT, places[0], "text")
        return block.text
    found = [write_chunk(block, place, losses, model) for block, place in zip(blocks, places, strict=True)]
    chunks = [chunk for chunk in found if chunk is not None]
    return chunks or ""


def write_chunk(block: ContentBlock, place: str, losses: Losses, model: str | None = None) -> Any:
    """Write the chunk of a block; None, after reporting the loss, if there is none."""
    if type(block) is ThinkingBlock:
        return _write_thinking(block, place, losses, model)
    write = _CHUNKS.get(type(block))
    if write is None:
        losses.dropped(place, feature_of(block), block)
        return None
    return write(block, place, losses)


_TEXT = frozenset(("text",))
_DOCUMENT = frozenset(("source", "media_type", "filename"))
_AUDIO = frozenset(("source", "media_type"))
_THINKING = frozenset(("text", "signature", "origin"))


def _write_text(block: TextBlock, place: str, losses: Losses) -> Any:
    if block.provider_raw is None and block.cache is None and not block.citations:
        return TextPart(block.text)
    return finished({"type": "text", "text": block.text}, block, _TEXT, place, losses)


def _write_image(block: ImageBlock, place: str, losses: Losses) -> Any:
    return write_image(block, place, losses, MISTRAL)


def _write_document(block: DocumentBlock, place: str, losses: Losses) -> Any:
    source = block.source
    chunk: dict[str, Any]
    if source.kind == "file_id" and source.data and "file_id" in form_of(block.provider_raw, NAME):
        report_source(source, place, losses)
        chunk = {"type": "file", "file_id": text_of(source.data)}
        return finished(chunk, block, frozenset(("source",)), place, losses)
    url = write_url(block, place, losses)
    if url is None:
        return None
    chunk = {"type": "document_url", "document_url": url}
    if block.filename is not None:
        # DocumentURLChunk, document_name: "The filename of the document"
        chunk["document_name"] = block.filename
    return finished(chunk, block, _DOCUMENT, place, losses)


def _write_audio(block: AudioBlock, place: str, losses: Losses) -> Any:
    source, media_type = block.source, block.media_type
    if source is None or not source.data or not _is_told(source):
        losses.dropped(place, "audio", block)
        return None
    report_source(source, place, losses)
    form = form_of(block.provider_raw, NAME)
    sound: Any = source.data
    if form.get("input_audio") == "object":
        word = form.get("format") if media_type == f"audio/{form.get('format')}" else audio_format(media_type)
        sound = {"data": sound} if word is None else {"data": sound, "format": word}
        if word is not None and audio_type(word) != media_type:
            losses.degraded(f"{place}/media_type", "audio.media_type", media_type)
        media_type = None if word is not None else media_type
    elif source.kind == "base64" and _fits_url(media_type, form):
        if "media_type" not in form:
            losses.reshaped(f"{place}/media_type", "audio.media_type", media_type)
        sound, media_type = data_url(source.data, media_type or ""), None
    if media_type is not None:
        losses.dropped(f"{place}/media_type", "audio.media_type", media_type)
    return finished({"type": "input_audio", "input_audio": sound}, block, _AUDIO, place, losses)


def _is_told(source: Source) -> bool:
    """Return whether a text is recognisable as a URL, and not as base64."""
    head = bytes(memoryview(source.data)[:9])
    is_address = head.startswith((b'"http://', b'"https://'))
    return is_address if source.kind == "url" else source.kind == "base64" and not is_address


def _fits_url(media_type: str | None, form: dict[str, Any]) -> bool:
    """Whether the provider finds the sound behind a data URL of this type."""
    if media_type is None:
        return False
    return _SOUND_TYPE.fullmatch(media_type) is not None or ("media_type" in form and is_media_type(media_type))


def _write_thinking(block: ThinkingBlock, place: str, losses: Losses, model: str | None) -> Any:
    chunk: dict[str, Any] = {"type": "thinking"}
    own = residue_of(block.provider_raw, NAME, "thinking") if block.provider_raw and NAME in block.provider_raw else {}
    if not own or text_of_thought(own["thinking"]) != block.text:
        chunk["thinking"] = _thought(block.text, form_of(block.provider_raw, NAME).get("thinking"))
    if block.signature is not None:
        chunk["signature"] = block.signature
    report_own_origin(block, place, losses, model)
    return finished(chunk, block, _THINKING, place, losses)


def _thought(text: str, form: Any) -> Any:
    """The chunks of a thought, cut as its source was while they still make up the text."""
    if form == "text":
        return text
    cuts = form if isinstance(form, list) and sum(form) == len(text) else [len(text)]
    chunks, start = [], 0
    for length in cuts:
        chunks.append(TextPart(text[start : start + length]))
        start += length
    return chunks


class _Thought(msgspec.Struct):
    text: str = ""
    type: str = ""


_CHUNKS_OF_THOUGHT = msgspec.json.Decoder(list[Raw])
_CHUNK_OF_THOUGHT = msgspec.json.Decoder(_Thought)


def text_of_thought(raw: Raw) -> str | None:
    """Return the texts of the chunks of a thought, without unusual chunks; None if there is no list."""
    try:
        return "".join(map(_text_of_chunk, _CHUNKS_OF_THOUGHT.decode(raw)))
    except msgspec.DecodeError:
        return None


def _text_of_chunk(raw: Raw) -> str:
    try:
        chunk = _CHUNK_OF_THOUGHT.decode(raw)
    except msgspec.DecodeError:
        return ""
    return chunk.text if chunk.type == "text" else ""


_CHUNKS: dict[type, Callable[[Any, str, Losses], Any]] = {
    TextBlock: _write_text,
    ImageBlock: _write_image,
    DocumentBlock: _write_document,
    AudioBlock: _write_audio,
    OpaqueBlock: write_opaque,
}
