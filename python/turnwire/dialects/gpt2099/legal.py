"""Reduce messages to what gpt2099 can hold, with one pass per rule: files as base64, calls by their whole names."""

from __future__ import annotations

import base64
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Final

import msgspec
from msgspec import Raw, structs

from turnwire.codec.wire import ENCODER
from turnwire.documents.residue import form_of, report_foreign, report_replaced
from turnwire.lowering.draft import Draft, when, with_turns
from turnwire.lowering.hosted import foreign_runs
from turnwire.lowering.media_types import block_for, media_type_of
from turnwire.lowering.rewrite_blocks import Rule, filtered, has_odd_result, rewritten
from turnwire.model import (
    AudioBlock,
    DocumentBlock,
    ImageBlock,
    OpaqueBlock,
    RedactedThinkingBlock,
    RefusalBlock,
    Source,
    TextBlock,
    ThinkingBlock,
    ToolResultBlock,
    ToolUseBlock,
    VideoBlock,
)

if TYPE_CHECKING:
    from collections.abc import Mapping

    from turnwire.losses import Losses
    from turnwire.lowering.draft import Turn
    from turnwire.model import ContentBlock

_PLAIN_TEXT: Final = "text/plain"
_BYTES: Final = "application/octet-stream"


def _is_own_run(block: ContentBlock) -> bool:
    """Return whether a block is of Anthropic's web search, the only provider-run tool of gpt2099."""
    if type(block) is ToolUseBlock:
        return bool(block.id and block.call_type == "server_tool_use" and block.name == "web_search" and block.input)
    return type(block) is ToolResultBlock and bool(
        block.tool_use_id and block.result_type == "web_search_tool_result" and block.provider_result
    )


rewrite_foreign_runs = foreign_runs(_is_own_run)


@when(DocumentBlock)
def texts_are_files(draft: Draft, losses: Losses) -> Draft:
    """Turn texts of documents into base64: `source: {type: "base64", ...}` is the only kind of source.

    Tool results are records, "usually text blocks": there such documents become text.
    """
    turns = []
    for turn in draft.turns:
        blocks = [_as_file(block, turn, n, losses) for n, block in enumerate(turn.blocks)]
        turns.append(structs.replace(turn, blocks=blocks))
    return with_turns(draft, turns)


def _as_file(block: ContentBlock, turn: Turn, n: int, losses: Losses) -> ContentBlock:
    if type(block) is not DocumentBlock or block.source.kind != "text":
        return block
    source, place = block.source, turn.place(n)
    losses.degraded(f"{place}/source", "document.source", source)
    report_foreign(source.provider_raw, losses, f"{place}/source")
    if block.media_type is None:
        losses.invented(f"{place}/media_type", "document.media_type", _PLAIN_TEXT)
    text: str = msgspec.json.decode(source.data)
    data = Raw(ENCODER.encode(base64.b64encode(text.encode()).decode()))
    return structs.replace(block, source=Source("base64", data), media_type=block.media_type or _PLAIN_TEXT)


_MEDIA: Final = frozenset((ImageBlock, DocumentBlock, AudioBlock, VideoBlock, RefusalBlock))


@when(*_MEDIA)
def legal_media(draft: Draft, losses: Losses) -> Draft:
    """Keep media that are base64 with a media type, which the providers get; there is no audio and no video.

    Transcripts and refusals become text.
    """
    return with_turns(draft, [_legal_turn(turn, losses) for turn in draft.turns])


def _legal_turn(turn: Turn, losses: Losses) -> Turn:
    if not any(type(block) in _MEDIA for block in turn.blocks):
        return turn
    blocks, places = _all_legal(turn.blocks, turn.all_places(), _RULES, losses)
    return structs.replace(turn, blocks=blocks, places=places)


@when(ToolResultBlock)
def legal_results(draft: Draft, losses: Losses) -> Draft:
    """Keep in tool results what MCP has: text, pictures and audio as base64; and files, as everywhere here."""
    if not has_odd_result(draft, _has_more_than_text):
        return draft
    return rewritten(draft, losses, frozenset((ToolResultBlock,)), _legal_result)


def _has_more_than_text(block: ToolResultBlock) -> bool:
    return any(type(inner) is not TextBlock for inner in block.content)


def _legal_result(block: ContentBlock, place: str, losses: Losses) -> ContentBlock:
    if type(block) is not ToolResultBlock or not _has_more_than_text(block):
        return block
    places = losses.places_inside(place, len(block.content))
    kept, left = _all_legal(block.content, places, _RULES_INSIDE, losses)
    losses.moved_inside(place, left)
    return structs.replace(block, content=kept)


def _all_legal(
    blocks: list[ContentBlock], places: list[str], rules: Mapping[type, Rule], losses: Losses
) -> tuple[list[ContentBlock], list[str]]:
    ruled = [
        (rules[type(block)](block, place, losses) if type(block) in rules else block, place)
        for block, place in zip(blocks, places, strict=True)
    ]
    kept = [(block, place) for block, place in ruled if block is not None]
    return [block for block, _ in kept], [place for _, place in kept]


def _drop(block: ContentBlock, place: str, losses: Losses) -> ContentBlock | None:
    losses.dropped(place, str(block.__struct_config__.tag), block)
    return None


def _picture(block: Any, place: str, losses: Losses) -> ContentBlock | None:
    picture: ImageBlock = _typed(block, place, losses)
    if picture.source.kind == "base64" and block_for(picture.media_type) is ImageBlock:
        return picture
    return _drop(block, place, losses)


def _typed(picture: ImageBlock, place: str, losses: Losses) -> ImageBlock:
    """Return the picture with the media type of its first bytes, if it has none."""
    if picture.media_type is not None or picture.source.kind != "base64":
        return picture
    found = media_type_of(picture.source.data)
    if found is None:
        return picture
    losses.invented(f"{place}/media_type", "image.media_type", found)
    return structs.replace(picture, media_type=found)


def _given_picture(block: Any, place: str, losses: Losses) -> ContentBlock | None:
    """Keep a picture that was read without its media type."""
    lacks = form_of(block.provider_raw, losses.dialect).get("lacks", ())
    picture: ImageBlock = block if "mimeType" in lacks else _typed(block, place, losses)
    if picture.source.kind == "base64" and (picture.media_type is not None or "mimeType" in lacks):
        return picture
    return _drop(block, place, losses)


def _document(block: Any, place: str, losses: Losses) -> ContentBlock | None:
    document: DocumentBlock = block
    if document.source.kind != "base64":
        return _drop(document, place, losses)
    if document.media_type is None:
        losses.invented(f"{place}/media_type", "document.media_type", _BYTES)
        return structs.replace(document, media_type=_BYTES)
    if block_for(document.media_type) is not ImageBlock:
        return document
    losses.degraded(place, "document", document)
    report_foreign(document.provider_raw, losses, place)
    report_foreign(document.source.provider_raw, losses, f"{place}/source")
    return ImageBlock(structs.replace(document.source, provider_raw=None), document.media_type, cache=document.cache)


def _refusal(block: Any, place: str, losses: Losses) -> ContentBlock:
    losses.degraded(place, "refusal", block)
    report_foreign(block.provider_raw, losses, place)
    return TextBlock(block.text, cache=block.cache)


def _sound(block: Any, place: str, losses: Losses) -> ContentBlock | None:
    if not block.transcript:
        return _drop(block, place, losses)
    losses.degraded(place, "audio", block)
    report_replaced(structs.replace(block, cache=None), losses, place)
    return TextBlock(block.transcript, cache=block.cache)


def _given_sound(block: Any, place: str, losses: Losses) -> ContentBlock | None:
    sound: AudioBlock = block
    if sound.source is not None and sound.source.kind == "base64":
        return sound
    return _sound(sound, place, losses)


def _opaque(block: Any, place: str, losses: Losses) -> ContentBlock | None:
    opaque: OpaqueBlock = block
    return opaque if opaque.dialect == losses.dialect else _drop(opaque, place, losses)


_RULES: Mapping[type, Rule] = MappingProxyType(
    {ImageBlock: _picture, DocumentBlock: _document, RefusalBlock: _refusal, AudioBlock: _sound, VideoBlock: _drop}
)
_RULES_INSIDE: Mapping[type, Rule] = MappingProxyType(
    {
        ImageBlock: _given_picture,
        DocumentBlock: _document,
        RefusalBlock: _refusal,
        AudioBlock: _given_sound,
        OpaqueBlock: _opaque,
        **dict.fromkeys((VideoBlock, ThinkingBlock, RedactedThinkingBlock, ToolUseBlock, ToolResultBlock), _drop),
    }
)


@when(ThinkingBlock, RedactedThinkingBlock)
def drop_thoughts(draft: Draft, losses: Losses) -> Draft:
    """Drop reasoning, for which there is no block: "thinking_delta" ends the reading of a stream in an error."""
    kinds = (ThinkingBlock, RedactedThinkingBlock)

    def keeps(block: ContentBlock, place: str) -> bool:
        if type(block) not in kinds:
            return True
        losses.dropped(place, str(block.__struct_config__.tag), block)
        return False

    return with_turns(draft, [filtered(turn, keeps) if _has(turn, kinds) else turn for turn in draft.turns])


def _has(turn: Turn, kinds: tuple[type, ...]) -> bool:
    return any(type(block) in kinds for block in turn.blocks)
