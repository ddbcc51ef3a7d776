"""Passes of the Messages API about pictures and documents: what it takes in no form, or only in another one."""

from __future__ import annotations

import base64
import binascii
from typing import TYPE_CHECKING, Any, cast

import msgspec
from msgspec import Raw, structs

from turnwire.codec.wire import ENCODER
from turnwire.documents.residue import form_of, report_foreign
from turnwire.families.anthropic.constraints import FILE_ID_START, IMAGE_TYPES, PDF, PLAIN_TEXT
from turnwire.families.anthropic.legal_blocks import as_text
from turnwire.lowering.draft import ODD_MEDIA, Draft, Turn, when
from turnwire.lowering.media_types import media_type_of
from turnwire.lowering.rewrite_blocks import filtered, was_illegal_in_source, when_block
from turnwire.lowering.segments import is_result
from turnwire.model import (
    AudioBlock,
    ContentBlock,
    DocumentBlock,
    ImageBlock,
    RefusalBlock,
    Source,
    ToolResultBlock,
    VideoBlock,
)

if TYPE_CHECKING:
    from collections.abc import Mapping

    from turnwire.losses import Losses
    from turnwire.lowering.draft import Pass
    from turnwire.lowering.rewrite_blocks import Rule


@when(ImageBlock, DocumentBlock, ToolResultBlock)
def drop_request_blocks(draft: Draft, losses: Losses) -> Draft:
    """Replies are text, thinking, calls, and results of the provider's own runs.

    ContentBlock has no image, no document and no `tool_result` (2026); a reply has no message of its own for these.
    """
    turns = [_without_media(turn, losses) for turn in draft.turns]
    return structs.replace(draft, turns=turns)


def _without_media(turn: Turn, losses: Losses) -> Turn:
    def keeps(block: ContentBlock, place: str) -> bool:
        medium = type(block) is ImageBlock or type(block) is DocumentBlock
        if not (medium or is_result(block)) or form_of(block.provider_raw, losses.dialect).get("in") == "reply":
            return True
        losses.dropped(place, str(block.__struct_config__.tag), block)
        report_foreign(block.provider_raw, losses, place)
        return False

    return filtered(turn, keeps)


def _legal_image(block: ContentBlock, place: str, losses: Losses) -> ContentBlock | None:
    """Pictures are JPEG, PNG, GIF or WebP as base64, a URL, or a file of this provider."""
    block = cast("ImageBlock", block)
    source = block.source
    if source.kind == "base64":
        if block.media_type in IMAGE_TYPES or _as_read(source, losses):
            return block
        sniffed = media_type_of(source.data)
        if block.media_type in (None, "image/jpg") and sniffed is not None:
            _report_media_type(block, sniffed, place, losses)
            return structs.replace(block, media_type=sniffed)
    elif source.kind == "url" or (source.kind == "file_id" and _is_own_file(block, losses)):
        if block.media_type is not None:
            losses.dropped(f"{place}/media_type", "image.media_type", block.media_type)
        return block
    losses.dropped(place, "image", block)
    return None


legal_images = when_block(ImageBlock, trigger=ODD_MEDIA)(_legal_image)


def _report_media_type(block: ImageBlock, sniffed: str, place: str, losses: Losses) -> None:
    if block.media_type is None:
        losses.invented(f"{place}/media_type", "image.media_type", sniffed)
    else:
        losses.reshaped(f"{place}/media_type", "image.media_type", block.media_type)


def _as_read(source: Source, losses: Losses) -> bool:
    return was_illegal_in_source(source.provider_raw, losses.dialect, "media_type")


def _is_own_file(block: ImageBlock | DocumentBlock, losses: Losses) -> bool:
    """An id of this provider's shape, which no other dialect has read; or one that was read here all the same."""
    source = block.source
    if was_illegal_in_source(source.provider_raw, losses.dialect, "data"):
        return True
    readers = {*(block.provider_raw or ()), *(source.provider_raw or ())}
    is_ours = not readers or losses.dialect in readers
    return is_ours and bytes(memoryview(source.data)[:6]) == FILE_ID_START


def legal_documents(stays: Rule | None = None) -> Pass:
    """Documents are PDF as base64, plain text, content blocks, the URL of a PDF, or a file of this provider.

    `stays` leaves out of their content what a platform does not take.
    """
    rules = _IN_DOCUMENTS
    if stays is not None:
        rules = {**rules, ImageBlock: _both(stays, _legal_image), DocumentBlock: _both(stays, _legal_document)}

    def rule(block: ContentBlock, place: str, losses: Losses) -> ContentBlock | None:
        return _legal_document(block, place, losses, rules)

    return when_block(DocumentBlock)(rule)


def _both(first: Rule, second: Rule) -> Rule:
    def rule(block: ContentBlock, place: str, losses: Losses) -> ContentBlock | None:
        kept = first(block, place, losses)
        return second(kept, place, losses) if type(kept) is type(block) else kept

    return rule


def _legal_document(
    block: ContentBlock, place: str, losses: Losses, rules: Mapping[Any, Rule] | None = None
) -> ContentBlock | None:
    held = _held(cast("DocumentBlock", block), place, losses)
    if held is None:
        losses.dropped(place, "document", block)
        return None
    if held.source.content:
        held = rewritten_inside(held, place, losses, rules or _IN_DOCUMENTS)
    return _named(held, place, losses)


def _held(block: DocumentBlock, place: str, losses: Losses) -> DocumentBlock | None:
    """Return the document with a source that the provider takes; None if it has no such source."""
    source = block.source
    if _is_typed(block, losses):
        return block
    if source.kind in ("content", "url") or (source.kind == "file_id" and _is_own_file(block, losses)):
        if block.media_type is not None:
            losses.dropped(f"{place}/media_type", "document.media_type", block.media_type)
        return block
    text = _plain_text(source) if source.kind == "base64" else None
    if text is None or not (block.media_type or "").startswith("text/"):
        return None
    # A data URL has the media type and the bytes in one text; here they are two members, and the bytes are decoded.
    losses.reshaped(place, "document.source", source)
    if block.media_type != PLAIN_TEXT:
        losses.degraded(f"{place}/media_type", "document.media_type", block.media_type)
    return structs.replace(block, source=Source("text", Raw(ENCODER.encode(text))), media_type=PLAIN_TEXT)


def _is_typed(block: DocumentBlock, losses: Losses) -> bool:
    right = {"base64": PDF, "text": PLAIN_TEXT}.get(block.source.kind)
    return right is not None and (block.media_type == right or _as_read(block.source, losses))


def _named(block: DocumentBlock, place: str, losses: Losses) -> DocumentBlock:
    """There is no file name; the model sees the title."""
    if block.filename is None:
        return block
    if block.title is not None:
        losses.dropped(f"{place}/filename", "document.filename", block.filename)
        return structs.replace(block, filename=None)
    losses.reshaped(f"{place}/filename", "document.filename", block.filename)
    # RequestDocumentBlock.title: "minLength": 1, "maxLength": 500
    return structs.replace(block, filename=None, title=block.filename[:500] or None)


_IN_DOCUMENTS: dict[Any, Rule] = {
    ImageBlock: _legal_image,
    DocumentBlock: _legal_document,
    AudioBlock: as_text,
    VideoBlock: as_text,
    RefusalBlock: as_text,
}


def _plain_text(source: Source) -> str | None:
    try:
        return base64.b64decode(msgspec.json.decode(source.data), validate=True).decode()
    except (binascii.Error, ValueError, TypeError):
        return None


def rewritten_inside(block: DocumentBlock, place: str, losses: Losses, rules: Mapping[Any, Rule]) -> DocumentBlock:
    """The document after the rules about the kinds of blocks in its content."""
    source = block.source
    if not any(type(inner) in rules for inner in source.content):
        return block
    content: list[ContentBlock] = []
    for n, inner in enumerate(source.content):
        rule = rules.get(type(inner))
        new = inner if rule is None else rule(inner, f"{place}/source/content/{n}", losses)
        if new is not None:
            content.append(new)
    return structs.replace(block, source=structs.replace(source, content=content))
