"""Pictures and documents, for formats whose tool results are text and whose documents are files."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from turnwire.documents.residue import form_of, report_foreign, report_replaced
from turnwire.lowering.draft import Draft, Turn, when
from turnwire.lowering.state import report_foreign_state
from turnwire.model import (
    AudioBlock,
    ContentBlock,
    DocumentBlock,
    ImageBlock,
    Message,
    RefusalBlock,
    TextBlock,
    ToolResultBlock,
    VideoBlock,
)

if TYPE_CHECKING:
    from turnwire.losses import Losses

_MEDIA = frozenset((ImageBlock, DocumentBlock, AudioBlock, VideoBlock))


@when(ImageBlock, DocumentBlock, AudioBlock, VideoBlock)
def results_hold_text(draft: Draft, losses: Losses) -> Draft:
    """Keep only text in tool results, and move other content to a user message after the results.

    ChatCompletionRequestToolMessage.content: "For tool messages, only type `text` is supported".

    Content that the dialect itself had in a result is kept there (`$form` `{"media": true}` at the message).
    """
    if not draft.has(ToolResultBlock):
        return draft
    turns: list[Turn] = []
    shown: list[Turn] = []
    for turn in draft.turns:
        if turn.role != "tool":
            turns += shown
            shown = []
            turns.append(turn)
            continue
        kept = form_of(turn.message.provider_raw, losses.dialect).get("media")
        text, media = (turn, None) if kept else _without_media(turn, losses)
        turns.append(text)
        if media is not None:
            shown.append(media)
    return msgspec.structs.replace(draft, turns=turns + shown)


def _is_shown(block: ContentBlock, dialect: str) -> bool:
    """Return whether a user message can hold the block; other blocks are dropped."""
    if type(block) not in _MEDIA or block.source is None:  # type: ignore[union-attr]
        return False
    kind = block.source.kind  # type: ignore[union-attr]
    if kind == "url":
        return type(block) is ImageBlock or type(block) is VideoBlock
    if kind == "file_id":
        return "file_id" in form_of(block.provider_raw, dialect)  # a file of the target's own server
    return kind == "base64" and block.media_type is not None  # type: ignore[union-attr]


def _without_media(turn: Turn, losses: Losses) -> tuple[Turn, Turn | None]:
    moved: list[ContentBlock] = []
    places: list[str] = []
    blocks: list[ContentBlock] = []
    for block, place in zip(turn.blocks, turn.all_places(), strict=True):
        if type(block) is not ToolResultBlock or not any(_is_shown(inner, losses.dialect) for inner in block.content):
            blocks.append(block)
            continue
        texts: list[ContentBlock] = []
        left: list[str] = []
        for inner, at in zip(block.content, losses.places_inside(place, len(block.content)), strict=True):
            if not _is_shown(inner, losses.dialect):
                texts.append(inner)
                left.append(at)
                continue
            moved.append(inner)
            places.append(at)
            losses.reshaped(at, "tool_result.content", inner)
        losses.moved_inside(place, left)
        blocks.append(msgspec.structs.replace(block, content=texts))
    if not moved:
        return turn, None
    shown = Turn("user", moved, Message("user"), turn.path, places)
    return msgspec.structs.replace(turn, blocks=blocks, places=turn.all_places()), shown


@when(AudioBlock)
def transcripts_beside_sound(draft: Draft, losses: Losses) -> Draft:
    """Write the transcript of sound as a text after it, for formats whose sound has no transcript."""
    turns = [
        _with_transcripts(turn, losses) if any(map(_is_transcribed, turn.blocks)) else turn for turn in draft.turns
    ]
    return msgspec.structs.replace(draft, turns=turns)


def _is_transcribed(block: ContentBlock) -> bool:
    return type(block) is AudioBlock and block.source is not None and bool(block.transcript)


def _with_transcripts(turn: Turn, losses: Losses) -> Turn:
    blocks: list[ContentBlock] = []
    places: list[str] = []
    for block, place in zip(turn.blocks, turn.all_places(), strict=True):
        if type(block) is not AudioBlock or not _is_transcribed(block):
            blocks.append(block)
            places.append(place)
            continue
        losses.reshaped(f"{place}/transcript", "audio.transcript", block.transcript)
        blocks += [msgspec.structs.replace(block, transcript=None), TextBlock(block.transcript or "")]
        places += [place, place]
    return msgspec.structs.replace(turn, blocks=blocks, places=places)


@when(DocumentBlock)
def documents_are_files(draft: Draft, losses: Losses) -> Draft:
    """A file is "the base64 encoded file data" or "the ID of an uploaded file": there is no other document.

    Documents that are text become text, those made of blocks become these blocks, after their title and context.
    """
    if not any(_has_text_document(turn.blocks) for turn in draft.turns):
        return draft
    return msgspec.structs.replace(draft, turns=[_opened(turn, losses) for turn in draft.turns])


def _has_text_document(blocks: list[ContentBlock]) -> bool:
    return any(
        _is_text_document(block) or (type(block) is ToolResultBlock and _has_text_document(block.content))
        for block in blocks
    )


def _is_text_document(block: ContentBlock) -> bool:
    return type(block) is DocumentBlock and block.source.kind in ("text", "content")


def _opened(turn: Turn, losses: Losses) -> Turn:
    if not _has_text_document(turn.blocks):
        return turn
    blocks, places = _open_all(turn.blocks, turn.all_places(), losses)
    return msgspec.structs.replace(turn, blocks=blocks, places=places)


def _open_all(blocks: list[ContentBlock], places: list[str], losses: Losses) -> tuple[list[ContentBlock], list[str]]:
    opened: list[tuple[ContentBlock, str]] = []
    for block, place in zip(blocks, places, strict=True):
        if type(block) is DocumentBlock and block.source.kind in ("text", "content"):
            opened += _text_of(block, place, losses)
        elif type(block) is ToolResultBlock and _has_text_document(block.content):
            content, inner = _open_all(block.content, losses.places_inside(place, len(block.content)), losses)
            losses.moved_inside(place, inner)
            opened.append((msgspec.structs.replace(block, content=content), place))
        else:
            opened.append((block, place))
    return [block for block, _ in opened], [place for _, place in opened]


def _text_of(block: DocumentBlock, place: str, losses: Losses) -> list[tuple[ContentBlock, str]]:
    source = block.source
    losses.reshaped(place, "document", block)
    losses.dropped_fields(block, frozenset(("source", "title", "context")), place, "document")
    heads = [head for head in (block.title, block.context) if head]
    report_foreign(block.provider_raw, losses, place)
    report_foreign(source.provider_raw, losses, f"{place}/source")
    if source.kind == "content":
        if source.data:
            losses.dropped(f"{place}/source/data", "source.data", source.data)
        parts = [(inner, f"{place}/source/content/{n}") for n, inner in enumerate(source.content)]
        said: list[tuple[ContentBlock, str]] = [(TextBlock(head), place) for head in heads]
        return said + [part for part in parts if not report_foreign_state(*part, losses)]
    if source.content:
        losses.dropped(f"{place}/source/content", "source.content", source.content)
    text = msgspec.json.decode(source.data, type=str) if source.data else ""
    return [(TextBlock("\n\n".join([*heads, text])), place)]


def media_as_text(block: ContentBlock, place: str, losses: Losses) -> ContentBlock | None:
    """Replace a block that the format does not have by its text; audio with data is kept."""
    if type(block) is AudioBlock and block.source is not None:
        return block
    tag = str(block.__struct_config__.tag)
    words = block.text if type(block) is RefusalBlock else block.transcript if type(block) is AudioBlock else None
    if words is None or (not words and type(block) is AudioBlock):
        losses.dropped(place, tag, block)
        return None
    losses.degraded(place, tag, block)
    report_replaced(block, losses, place)
    return TextBlock(words)
