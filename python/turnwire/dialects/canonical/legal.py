"""Reduce messages to what the canonical message format can hold, with one pass per rule.

The opaque state of reasoning is stored for the provider that the message names, and for no other.
"""

from __future__ import annotations

import base64
import binascii
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Final

import msgspec
from msgspec import structs

from turnwire.dialects.canonical.origins import KEYS, dialect_of, provider_of
from turnwire.documents.residue import form_of, report_foreign, report_replaced
from turnwire.lowering.draft import Draft, when, with_turns
from turnwire.lowering.media import media_as_text
from turnwire.lowering.media_types import block_for, media_type_of
from turnwire.lowering.rewrite_blocks import Rule, rewritten
from turnwire.model import (
    AudioBlock,
    DocumentBlock,
    ImageBlock,
    MessageMetadata,
    OpaqueBlock,
    Origin,
    RedactedThinkingBlock,
    RefusalBlock,
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


_KINDS: Final = ("base64", "url", "file_ref")
# "media_type: str  # IANA media type" is required; for a picture at a URL the system's own gateway uses this one.
_PICTURE: Final = "image/png"
_TEXTS: Final = ("application/json",)


def _drop(block: ContentBlock, place: str, losses: Losses) -> ContentBlock | None:
    losses.dropped(place, str(block.__struct_config__.tag), block)
    return None


def _picture(block: Any, place: str, losses: Losses) -> ContentBlock | None:
    picture: ImageBlock = block
    if picture.source.kind not in _KINDS:
        return _drop(picture, place, losses)
    if picture.media_type is not None or "media_type" in form_of(block.provider_raw, losses.dialect).get("absent", ()):
        return picture
    found = media_type_of(picture.source.data) if picture.source.kind == "base64" else None
    losses.invented(f"{place}/media_type", "image.media_type", found or _PICTURE)
    return structs.replace(picture, media_type=found or _PICTURE)


def _document(block: Any, place: str, losses: Losses) -> ContentBlock | None:
    """Replace a document, for which there is no block, by a picture or a text if it is one."""
    document: DocumentBlock = block
    if block_for(document.media_type) is ImageBlock and document.source.kind in _KINDS:
        losses.degraded(place, "document", document)
        report_replaced(structs.replace(document, source=document.source), losses, place)
        return ImageBlock(structs.replace(document.source, provider_raw=None), document.media_type)
    text = _text_of(document)
    if text is None:
        return _drop(document, place, losses)
    losses.degraded(place, "document", document)
    report_replaced(document, losses, place)
    return TextBlock(text)


def _text_of(document: DocumentBlock) -> str | None:
    media_type = (document.media_type or "").lower()
    if document.source.kind != "base64" or not (media_type.startswith("text/") or media_type in _TEXTS):
        return None
    try:
        return base64.b64decode(msgspec.json.decode(document.source.data, type=str), validate=True).decode()
    except (binascii.Error, ValueError):
        return None


def _words(block: Any, place: str, losses: Losses) -> ContentBlock | None:
    if type(block) is AudioBlock and block.source is not None and not block.transcript:
        return _drop(block, place, losses)
    if type(block) is AudioBlock and block.source is not None:
        losses.degraded(place, "audio", block)
        report_replaced(block, losses, place)
        return TextBlock(block.transcript or "")
    return media_as_text(block, place, losses)


def _opaque(block: Any, place: str, losses: Losses) -> ContentBlock | None:
    opaque: OpaqueBlock = block
    return opaque if opaque.dialect == losses.dialect else _drop(opaque, place, losses)


_RULES: Mapping[type, Rule] = MappingProxyType(
    {
        ImageBlock: _picture,
        DocumentBlock: _document,
        AudioBlock: _words,
        RefusalBlock: _words,
        VideoBlock: _drop,
        OpaqueBlock: _opaque,
    }
)
_ODD: Final = frozenset(_RULES)


@when(*_RULES)
def legal_blocks(draft: Draft, losses: Losses) -> Draft:
    """Keep the "closed set, tagged union on `type`" (4.2): text, images, calls, results and reasoning.

    Transcripts and refusals become text; other blocks are dropped, which is "the default" (7.3).
    """
    return rewritten(draft, losses, _ODD, lambda block, place, told: _RULES[type(block)](block, place, told))


_NESTED: Final = frozenset((ThinkingBlock, RedactedThinkingBlock, ToolUseBlock, ToolResultBlock))


@when(ToolResultBlock)
def legal_results(draft: Draft, losses: Losses) -> Draft:
    """Drop reasoning and calls inside a result: "usually [TextBlock]; may include ImageBlock" (4.2)."""
    turns = [_legal_results(turn, losses) for turn in draft.turns]
    return structs.replace(draft, turns=turns)


def _legal_results(turn: Turn, losses: Losses) -> Turn:
    if not any(type(block) is ToolResultBlock and _is_nested(block) for block in turn.blocks):
        return turn
    blocks = list(turn.blocks)
    for n, block in enumerate(blocks):
        if type(block) is ToolResultBlock and _is_nested(block):
            blocks[n] = _without_nested(block, turn.place(n), losses)
    return structs.replace(turn, blocks=blocks)


def _is_nested(block: ToolResultBlock) -> bool:
    return any(type(inner) in _NESTED for inner in block.content)


def _without_nested(block: ToolResultBlock, place: str, losses: Losses) -> ToolResultBlock:
    kept: list[ContentBlock] = []
    left: list[str] = []
    for inner, at in zip(block.content, losses.places_inside(place, len(block.content)), strict=True):
        if type(inner) in _NESTED:
            _drop(inner, at, losses)
        else:
            kept.append(inner)
            left.append(at)
    losses.moved_inside(place, left)
    return structs.replace(block, content=kept)


@when(ThinkingBlock)
def report_summaries(draft: Draft, losses: Losses) -> Draft:
    """Write a summary as the text of a thought that has no text: reasoning is one text here."""
    turns = []
    for turn in draft.turns:
        blocks = [_summed_up(block, turn.place(n), losses) for n, block in enumerate(turn.blocks)]
        turns.append(structs.replace(turn, blocks=blocks))
    return with_turns(draft, turns)


def _summed_up(block: ContentBlock, place: str, losses: Losses) -> ContentBlock:
    if type(block) is not ThinkingBlock or block.text or not block.summary:
        return block
    losses.degraded(f"{place}/summary", "thinking.summary", block.summary)
    losses.degraded(f"{place}/text", "thinking.text", block.text)
    return structs.replace(block, text="\n\n".join(block.summary), summary=[])


@when(ThinkingBlock, RedactedThinkingBlock)
def state_of_the_provider(draft: Draft, losses: Losses) -> Draft:
    """Drop opaque state of other providers: "only the adapter that wrote it reads it" (6.5).

    A message without a provider gets the provider of the state in it.
    """
    return with_turns(draft, [_stored(turn, losses) for turn in draft.turns])


def _stored(turn: Turn, losses: Losses) -> Turn:
    state = [block for block in turn.blocks if type(block) in (ThinkingBlock, RedactedThinkingBlock)]
    if not state:
        return turn
    turn = _with_provider(turn, state, losses)
    dialect = dialect_of(provider_of(turn.message))
    blocks: list[ContentBlock] = []
    places: list[str] = []
    for block, place in zip(turn.blocks, turn.all_places(), strict=True):
        kept = _legal(block, dialect, place, losses)
        if kept is not None:
            blocks.append(kept)
            places.append(place)
    return structs.replace(turn, blocks=blocks, places=places)


def _with_provider(turn: Turn, state: list[ContentBlock], losses: Losses) -> Turn:
    if provider_of(turn.message) is not None:
        return turn
    wrote = {origin.dialect for block in state if (origin := _origin(block)) is not None and _has_state(block)}
    known = sorted(KEYS[dialect] for dialect in wrote & KEYS.keys())
    if not known:
        return turn
    losses.invented(f"{turn.path}/metadata/provider", "metadata.provider", known[0])
    metadata = structs.replace(turn.message.metadata or MessageMetadata(), provider=known[0])
    return structs.replace(turn, message=structs.replace(turn.message, metadata=metadata))


def _origin(block: ContentBlock) -> Origin | None:
    return block.origin if type(block) is ThinkingBlock or type(block) is RedactedThinkingBlock else None


def _has_state(block: ContentBlock) -> bool:
    return type(block) is RedactedThinkingBlock or (type(block) is ThinkingBlock and block.signature is not None)


def _legal(block: ContentBlock, dialect: str | None, place: str, losses: Losses) -> ContentBlock | None:
    if type(block) is not ThinkingBlock and type(block) is not RedactedThinkingBlock:
        return block
    origin = block.origin
    if origin is None:
        if dialect is not None:
            losses.invented(f"{place}/origin", f"{block.__struct_config__.tag}.origin", {"dialect": dialect})
        return block
    if origin.dialect == dialect:
        _report_origin(origin, place, losses)
        return block
    if type(block) is ThinkingBlock:
        return _without_state(block, origin, dialect, place, losses)
    losses.dropped(place, "redacted_thinking", block)
    return None


def _report_origin(origin: Origin, place: str, losses: Losses) -> None:
    losses.dropped_fields(origin, frozenset(("dialect",)), f"{place}/origin", "origin")
    report_foreign(origin.provider_raw, losses, f"{place}/origin")


def _without_state(
    block: ThinkingBlock, origin: Origin, dialect: str | None, place: str, losses: Losses
) -> ThinkingBlock:
    """Return a thought with its text alone; its foreign provider is not written."""
    if block.signature is not None:
        losses.dropped(f"{place}/signature", "thinking.signature", block.signature)
    if dialect is None:
        losses.dropped(f"{place}/origin", "thinking.origin", origin)
    else:
        losses.degraded(f"{place}/origin", "thinking.origin", origin)
    report_foreign(origin.provider_raw, losses, f"{place}/origin")
    return structs.replace(block, signature=None)
