"""Passes of generateContent about content: what the provider takes in no form, or only in another one."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import msgspec
from msgspec import Raw, structs

from turnwire.codec.wire import ENCODER
from turnwire.documents.residue import report_replaced
from turnwire.families.gemini.constraints import is_base64, is_media, is_own_file, kind_of
from turnwire.losses import standing
from turnwire.lowering.addresses import MEDIA, in_a_line
from turnwire.lowering.draft import Draft, when
from turnwire.lowering.media import media_as_text
from turnwire.lowering.rewrite_blocks import has_odd_result, rewritten, was_illegal_in_source, when_block
from turnwire.model import (
    AudioBlock,
    ContentBlock,
    DocumentBlock,
    ImageBlock,
    RedactedThinkingBlock,
    RefusalBlock,
    TextBlock,
    ThinkingBlock,
    ToolResultBlock,
    VideoBlock,
)

if TYPE_CHECKING:
    from turnwire.losses import Losses


@when_block(AudioBlock, RefusalBlock, RedactedThinkingBlock)
def unsupported_as_text(block: ContentBlock, place: str, losses: Losses) -> ContentBlock | None:
    """Write refusals as text, and drop hidden reasoning and stored audio: the format has no parts for them."""
    return media_as_text(block, place, losses)


@when(ThinkingBlock)
def report_origins(draft: Draft, losses: Losses) -> Draft:
    """Report the model of each thought: a thought has no model, and in a reply it is the model that answers."""
    model = getattr(draft.document, "model", None)
    for turn in draft.turns:
        for block, place in zip(turn.blocks, turn.all_places(), strict=True):
            if type(block) is ThinkingBlock and block.origin is not None and block.origin.model not in (None, model):
                losses.dropped(f"{place}/origin/model", "thinking.origin.model", block.origin.model)
    return draft


@when_block(ImageBlock, DocumentBlock, AudioBlock, VideoBlock)
def legal_media(block: Any, place: str, losses: Losses) -> ContentBlock | None:
    """Media are base64 (`inlineData`), or a URI (`fileData`), and have a media type.

    Part: "A `Part` must have a fixed IANA MIME type identifying the type and subtype of the media if the
    `inline_data` field is filled with raw bytes."
    """
    media, kind, tag = block, type(block), str(block.__struct_config__.tag)
    source = _cleaned(media.source, place, losses)
    if source is not media.source:
        media = structs.replace(media, source=source)
    if not _has_place(source, losses):
        losses.dropped(place, tag, block)
        return None
    if media.media_type is None and not was_illegal_in_source(source.provider_raw, losses.dialect, "media_type"):
        made = _guessed(kind, source.data)
        losses.invented(f"{place}/media_type", f"{tag}.media_type", made)
        media = structs.replace(media, media_type=made)
    if kind_of(media.media_type, source.data) is not kind:
        # The type of the block follows from the media type.
        losses.degraded(place, tag, block)
    done: ContentBlock = media
    return done


def _cleaned(source: Any, place: str, losses: Losses) -> Any:
    """Base64 in lines (RFC 2045: "no more than 76 characters"), which the pattern of `Blob.data` refuses, in one."""
    if source is None or source.kind != "base64" or is_base64(source.data) or _is_own(source, losses):
        return source
    line = Raw(ENCODER.encode("".join(msgspec.json.decode(source.data).split())))
    if not is_base64(line):
        return source
    losses.degraded(f"{place}/source/data", "source.data", source.data)
    return structs.replace(source, data=line)


def _is_own(source: Any, losses: Losses) -> bool:
    return was_illegal_in_source(source.provider_raw, losses.dialect, "data")


def _has_place(source: Any, losses: Losses) -> bool:
    if source is None:
        return False
    if source.kind == "base64":
        return is_base64(source.data) or _is_own(source, losses)
    if source.kind == "file_id":
        return is_own_file(source.data)
    return source.kind == "url" and (not is_own_file(source.data) or _is_own(source, losses))


# The first bytes of a file, in base64 after the quote; and the ends of names.
_MAGIC = (
    (b'"iVBORw0KGgo', "image/png"),
    (b'"/9j/', "image/jpeg"),
    (b'"R0lGOD', "image/gif"),
    (b'"UklGR', "image/webp"),
    (b'"JVBERi', "application/pdf"),
)
_ENDS = (
    (b".png", "image/png"),
    (b".jpg", "image/jpeg"),
    (b".jpeg", "image/jpeg"),
    (b".gif", "image/gif"),
    (b".webp", "image/webp"),
    (b".mp3", "audio/mp3"),
    (b".wav", "audio/wav"),
    (b".mp4", "video/mp4"),
    (b".webm", "video/webm"),
    (b".pdf", "application/pdf"),
)
_USUAL: dict[type, str] = {
    ImageBlock: "image/jpeg",
    AudioBlock: "audio/wav",
    VideoBlock: "video/mp4",
    DocumentBlock: "application/pdf",
}


def _guessed(kind: type, data: Raw) -> str:
    """The media type of a file by its first bytes or its name, else the usual one of its kind."""
    text = bytes(data)
    head, end = text[:16], text[-8:-1].lower()
    found = next((media_type for magic, media_type in _MAGIC if head.startswith(magic)), None)
    found = found or next((media_type for tail, media_type in _ENDS if end.endswith(tail)), None)
    return found if found is not None and kind_of(found) is kind else _USUAL[kind]


@when(ToolResultBlock)
def results_are_responses(draft: Draft, losses: Losses) -> Draft:
    """Make each response one object, with media next to it (FunctionResponse.response, FunctionResponse.parts).

    Several texts are joined with line breaks; media are base64 (FunctionResponsePart has no URI).
    """
    if not has_odd_result(draft, lambda block: not _is_response(block)):
        return draft

    def rule(block: ContentBlock, place: str, losses: Losses) -> ContentBlock:
        return _as_response(block, place, draft.document, losses)

    return rewritten(draft, losses, frozenset({ToolResultBlock}), rule)


def _as_response(block: ContentBlock, place: str, document: Any, losses: Losses) -> ContentBlock:
    if type(block) is not ToolResultBlock or block.run_by == "provider" or _is_response(block):
        return block
    texts: list[tuple[TextBlock, str]] = []
    media: list[ContentBlock] = []
    places: list[str] = []
    moved = False
    for inner, at in zip(block.content, losses.places_inside(place, len(block.content)), strict=True):
        if type(inner) is TextBlock:
            texts.append((inner, at))
            moved = moved or bool(media)
        elif is_media(inner) and _fits_response(inner, losses):
            media.append(inner)
            places.append(at)
        elif (line := in_a_line(inner, at, losses) if type(inner) in MEDIA else None) is not None:
            texts.append((line, at))
        else:
            losses.dropped(at, str(inner.__struct_config__.tag), inner)
    losses.moved_inside(place, [*(at for _, at in texts[:1]), *places])
    return structs.replace(block, content=[*_joined(texts, document, losses, moved=moved), *media])


def _is_response(block: ToolResultBlock) -> bool:
    content = block.content
    return not content or (len(content) == 1 and type(content[0]) is TextBlock)


def _fits_response(block: Any, losses: Losses) -> bool:
    return block.source.kind == "base64" or was_illegal_in_source(
        block.source.provider_raw, losses.dialect, "in_result"
    )


def _joined(texts: list[tuple[TextBlock, str]], document: Any, losses: Losses, *, moved: bool) -> list[ContentBlock]:
    if not texts:
        return []
    if len(texts) == 1 and not moved:
        return [texts[0][0]]
    for text, at in texts:
        if type(standing(document, at)) is TextBlock:  # a block that became text is reported already
            losses.degraded(at, "text", text)
        report_replaced(text, losses, at)
    return [TextBlock("\n".join(text.text for text, _ in texts))]
