"""Blocks -> content parts, one function per kind of block; other kinds have no part here."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import msgspec
from msgspec import Raw

from turnwire.codec.values import members_of
from turnwire.dialects.openai_responses.citations import write_citations
from turnwire.dialects.openai_responses.enums import DETAILS
from turnwire.dialects.openai_responses.overlay import own_residue, restore_under, write_word
from turnwire.dialects.openai_responses.wire import NAME
from turnwire.documents.residue import form_of, report_others
from turnwire.families.chat.media import audio_format, audio_type, data_url, is_media_type
from turnwire.lowering.writing import report_source
from turnwire.model import (
    AudioBlock,
    DocumentBlock,
    ImageBlock,
    OpaqueBlock,
    RefusalBlock,
    TextBlock,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from turnwire.losses import Losses
    from turnwire.model import ContentBlock, Source


class InputText(msgspec.Struct, gc=False, tag_field="type", tag="input_text"):
    """Text in an input."""

    text: str


_WORDS = frozenset(("input_text", "output_text", "text"))


def feature_of(block: Any) -> str:
    """The schema's name for a kind of block."""
    return str(block.__struct_config__.tag)


def is_bare(block: TextBlock) -> bool:
    """Return whether a text has no residue, cache mark or citations."""
    return block.provider_raw is None and block.cache is None and not block.citations


def only_bare_text(blocks: Sequence[ContentBlock]) -> str | None:
    """Return the text of a content that is one bare text; None for any other content, and for an empty text."""
    block = blocks[0] if len(blocks) == 1 else None
    return (block.text or None) if type(block) is TextBlock and is_bare(block) else None


def write_inputs(blocks: Sequence[ContentBlock], places: Sequence[str], losses: Losses) -> list[Any]:
    """Write the parts of an input."""
    parts = [_write_input(block, place, losses) for block, place in zip(blocks, places, strict=True)]
    return [part for part in parts if part is not None]


def _write_input(block: ContentBlock, place: str, losses: Losses) -> Any:
    if type(block) is TextBlock:
        return InputText(block.text) if is_bare(block) else _write_text(block, place, losses, "input_text")
    if type(block) is RefusalBlock and form_of(block.provider_raw, NAME).get("type") == "refusal":
        return _write_refusal(block, place, losses)
    return write_part(block, place, losses)


def write_assistant_part(block: ContentBlock, place: str, losses: Losses, *, full: bool) -> Any:
    """Write a part of the model's output; in an item with an id (`full`) two lists are there by default."""
    if type(block) is TextBlock:
        return _write_text(block, place, losses, "output_text", full=full)
    if type(block) is RefusalBlock:
        return _write_refusal(block, place, losses)
    return write_part(block, place, losses)


def _write_refusal(block: RefusalBlock, place: str, losses: Losses) -> Any:
    losses.dropped_fields(block, frozenset(("text",)), place, "refusal")
    part = {"type": "refusal", "refusal": block.text}
    return restore_under("part", part, block.provider_raw, losses, place, beside=("item",))


def write_part(block: ContentBlock, place: str, losses: Losses) -> Any:
    """Write the part of a block that is not text; None if there is no part for it, which is reported."""
    write = _PARTS.get(type(block))
    if write is None:
        losses.dropped(place, feature_of(block), block)
        return None
    return write(block, place, losses)


def _write_text(block: TextBlock, place: str, losses: Losses, word: str, *, full: bool = False) -> Any:
    said = form_of(block.provider_raw, NAME).get("type")
    word = said if said in _WORDS else word
    part: dict[str, Any] = {"type": word, "text": block.text}
    held = {"text"}
    if word == "output_text":
        held.add("citations")
        if full:
            told = members_of(own_residue(block.provider_raw).get("part"))
            part |= {name: [] for name in ("annotations", "logprobs") if name not in told}
        if block.citations:
            part["annotations"] = write_citations(block, place, losses)
    losses.dropped_fields(block, frozenset(held), place, "text")
    return restore_under("part", part, block.provider_raw, losses, place, beside=("item",))


def _write_image(block: ImageBlock, place: str, losses: Losses) -> Any:
    source = block.source
    part: dict[str, Any] = {}
    form = form_of(block.provider_raw, NAME)
    if source.kind == "base64" and is_media_type(block.media_type):
        part["image_url"] = data_url(source.data, block.media_type or "")
    elif source.kind == "url":
        part["image_url"] = source.data
        _report_media_type(block, place, losses)
    elif source.kind == "file_id" and form.get("file_id") == "own":
        # An id lives on one provider's server, and means nothing, or something else, on another's.
        part["file_id"] = source.data
        _report_media_type(block, place, losses)
    else:
        losses.dropped(place, "image", block)
        return None
    write_word(block, "detail", DETAILS, part, losses, place=place, feature="image")
    return _finish("input_image", part, block, frozenset(("source", "media_type", "detail")), place, losses)


def _write_file(block: DocumentBlock, place: str, losses: Losses) -> Any:
    part = file_source(block)
    if part is None:
        losses.dropped(place, "document", block)
        return None
    if block.source.kind != "base64":
        _report_media_type(block, place, losses)
    if block.filename is not None:
        part["filename"] = block.filename
    return _finish("input_file", part, block, frozenset(("source", "media_type", "filename")), place, losses)


def file_source(block: DocumentBlock) -> dict[str, Any] | None:
    """Return the key and value that say where a file is; None if no key fits."""
    source, form = block.source, form_of(block.provider_raw, NAME)
    if source.kind == "base64" and is_media_type(block.media_type):
        return {"file_data": data_url(source.data, block.media_type or "")}
    if source.kind == "base64" and block.media_type is None and form.get("file_data") == "bare":
        return {"file_data": source.data}
    if source.kind == "url":
        return {"file_url": source.data}
    return {"file_id": source.data} if source.kind == "file_id" and form.get("file_id") == "own" else None


def _report_media_type(block: Any, place: str, losses: Losses) -> None:
    if block.media_type is not None:
        losses.dropped(f"{place}/media_type", f"{feature_of(block)}.media_type", block.media_type)


def _write_audio(block: AudioBlock, place: str, losses: Losses) -> Any:
    """Write audio, which the described API does not take, back to the servers of this format that it came from."""
    form = form_of(block.provider_raw, NAME)
    word = form.get("format") if block.media_type == f"audio/{form.get('format')}" else audio_format(block.media_type)
    if block.source is None or block.source.kind != "base64" or word is None or form.get("sound") != "own":
        losses.dropped(place, "audio", block)
        return None
    if audio_type(word) != block.media_type:
        losses.degraded(f"{place}/media_type", "audio.media_type", block.media_type)
    part = {"input_audio": {"data": block.source.data, "format": word}}
    return _finish("input_audio", part, block, frozenset(("source", "media_type")), place, losses)


def write_opaque(block: OpaqueBlock, place: str, losses: Losses) -> Raw | None:
    """Write an item or part of an unknown type unchanged."""
    if block.dialect != NAME:
        # Inside the result of a tool, where `drop_foreign_state` does not look.
        losses.dropped(place, "opaque", block)
        return None
    losses.dropped_fields(block, frozenset(("block_type", "value", "dialect")), place, "opaque")
    if block.provider_raw is not None:
        # Its own is what the message says around the part, and is written there.
        report_others(block.provider_raw, losses, place, looked_at=("item",))
    return block.value


def _finish(word: str, part: dict[str, Any], block: Any, held: frozenset[str], place: str, losses: Losses) -> Any:
    """Return the part with its residue, and report the fields that it does not hold."""
    source: Source = block.source
    report_source(source, place, losses)
    losses.dropped_fields(block, held, place, feature_of(block))
    return restore_under("part", {"type": word, **part}, block.provider_raw, losses, place, beside=("item",))


_PARTS: dict[type, Callable[[Any, str, Losses], Any]] = {
    ImageBlock: _write_image,
    DocumentBlock: _write_file,
    AudioBlock: _write_audio,
    OpaqueBlock: write_opaque,
}
