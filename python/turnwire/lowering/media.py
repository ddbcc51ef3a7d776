"""Pictures and documents, for formats whose tool results are text and whose documents are files."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec
from msgspec import structs

from turnwire.documents.residue import form_of, report_foreign, report_replaced
from turnwire.lowering.addresses import MEDIA
from turnwire.lowering.draft import Draft, Turn, when, with_turns
from turnwire.lowering.rewrite_blocks import Placed, mapped, placed, placed_inside, with_placed, with_placed_inside
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


@when(*MEDIA)
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
    return with_turns(draft, turns + shown)


def _is_shown(block: ContentBlock, dialect: str) -> bool:
    """Return whether a user message can hold the block; other blocks are dropped."""
    if type(block) not in MEDIA or block.source is None:  # type: ignore[union-attr]
        return False
    kind = block.source.kind  # type: ignore[union-attr]
    if kind == "url":
        return type(block) is ImageBlock or type(block) is VideoBlock
    if kind == "file_id":
        return "file_id" in form_of(block.provider_raw, dialect)  # a file of the target's own server
    return kind == "base64" and block.media_type is not None  # type: ignore[union-attr]


def _without_media(turn: Turn, losses: Losses) -> tuple[Turn, Turn | None]:
    moved: list[Placed] = []

    def without(block: ContentBlock, place: str) -> ContentBlock:
        if type(block) is not ToolResultBlock or not any(_is_shown(inner, losses.dialect) for inner in block.content):
            return block
        texts: list[Placed] = []
        for inner, at in placed_inside(block, place, losses):
            if _is_shown(inner, losses.dialect):
                moved.append((inner, at))
                losses.reshaped(at, "tool_result.content", inner)
            else:
                texts.append((inner, at))
        return with_placed_inside(block, place, texts, losses)

    text = mapped(turn, without)
    return text, with_placed(Turn("user", [], Message("user"), turn.path), moved) if moved else None


@when(AudioBlock)
def transcripts_beside_sound(draft: Draft, losses: Losses) -> Draft:
    """Write the transcript of sound as a text after it, for formats whose sound has no transcript."""
    return with_turns(draft, [_with_transcripts(turn, losses) for turn in draft.turns])


def _is_transcribed(block: ContentBlock) -> bool:
    return type(block) is AudioBlock and block.source is not None and bool(block.transcript)


def _with_transcripts(turn: Turn, losses: Losses) -> Turn:
    if not any(map(_is_transcribed, turn.blocks)):
        return turn
    found: list[Placed] = []
    for block, place in placed(turn):
        if type(block) is not AudioBlock or not _is_transcribed(block):
            found.append((block, place))
        else:
            losses.reshaped(f"{place}/transcript", "audio.transcript", block.transcript)
            text = TextBlock(block.transcript or "")
            found += [(structs.replace(block, transcript=None), place), (text, place)]
    return with_placed(turn, found)


@when(DocumentBlock)
def documents_are_files(draft: Draft, losses: Losses) -> Draft:
    """A file is "the base64 encoded file data" or "the ID of an uploaded file": there is no other document.

    Documents that are text become text, those made of blocks become these blocks, after their title and context.
    """
    return with_turns(draft, [_opened(turn, losses) for turn in draft.turns])


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
    return with_placed(turn, _open_all(placed(turn), losses))


def _open_all(blocks: list[Placed], losses: Losses) -> list[Placed]:
    opened: list[Placed] = []
    for block, place in blocks:
        if type(block) is DocumentBlock and block.source.kind in ("text", "content"):
            opened += _text_of(block, place, losses)
        elif type(block) is ToolResultBlock and _has_text_document(block.content):
            inner = _open_all(placed_inside(block, place, losses), losses)
            opened.append((with_placed_inside(block, place, inner, losses), place))
        else:
            opened.append((block, place))
    return opened


def _text_of(block: DocumentBlock, place: str, losses: Losses) -> list[Placed]:
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
        said: list[Placed] = [(TextBlock(head), place) for head in heads]
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
