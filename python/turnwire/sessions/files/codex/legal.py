"""What a rollout of Codex does not hold, though the Responses API does: rules of new rollouts."""

from __future__ import annotations

import base64
import binascii
from typing import TYPE_CHECKING, Final

import msgspec
from msgspec import Raw, structs

from turnwire.codec.wire import ENCODER
from turnwire.documents.residue import report_replaced
from turnwire.lowering.addresses import in_a_line
from turnwire.lowering.draft import when, with_turns
from turnwire.lowering.media import documents_are_files
from turnwire.lowering.rewrite_blocks import mapped, when_block
from turnwire.model import (
    AudioBlock,
    DocumentBlock,
    ImageBlock,
    RefusalBlock,
    Source,
    TextBlock,
    ToolResultBlock,
    VideoBlock,
)

if TYPE_CHECKING:
    from turnwire.losses import Losses
    from turnwire.lowering.draft import Draft, Pass
    from turnwire.model import ContentBlock


# "pub enum ContentItem { InputText, InputImage, OutputText }" and "pub enum FunctionCallOutputContentItem { InputText,
# InputImage }" (openai/codex, codex-rs/protocol/src/models.rs): a line with any other part cannot be read.
@when_block(ImageBlock, DocumentBlock, AudioBlock, VideoBlock, RefusalBlock)
def texts_and_pictures(block: ContentBlock, place: str, losses: Losses) -> ContentBlock | None:
    """Replace refusals and transcripts by their text, and files by a line with their name and address.

    So are pictures without data: "image content omitted because remote image URLs are not supported" is what Codex
    0.171 sends of one at an address.
    """
    if isinstance(block, ImageBlock) and block.source.kind == "base64":
        return block
    words = block.text if isinstance(block, RefusalBlock) else getattr(block, "transcript", None)
    if words:
        losses.degraded(place, str(block.__struct_config__.tag), block)
        report_replaced(block, losses, place)
        return TextBlock(words)
    line = None if isinstance(block, RefusalBlock) else in_a_line(block, place, losses)
    if line is None:
        losses.dropped(place, str(block.__struct_config__.tag), block)
    return line


@when_block(DocumentBlock)
def files_of_text(block: ContentBlock, place: str, losses: Losses) -> ContentBlock:
    """Decode a file that is text, and take its name as its title, which comes before the text."""
    if not isinstance(block, DocumentBlock):
        return block
    if block.source.kind == "base64" and (text := _decoded(block)) is not None:
        losses.dropped(f"{place}/media_type", "document.media_type", block.media_type)
        block = structs.replace(block, source=Source("text", Raw(ENCODER.encode(text))), media_type=None)
    if block.title or not block.filename or block.source.kind != "text":
        return block
    losses.reshaped(f"{place}/filename", "document.filename", block.filename)
    return structs.replace(block, title=block.filename, filename=None)


def _decoded(block: DocumentBlock) -> str | None:
    """Return the text of a file whose media type is one of text; None for other files, and for other than UTF-8."""
    if not (block.media_type or "").startswith("text/"):
        return None
    try:
        return base64.b64decode(msgspec.json.decode(block.source.data), validate=True).decode()
    except (binascii.Error, ValueError, TypeError):
        return None


@when(ToolResultBlock)
def empty_results(draft: Draft, _: Losses) -> Draft:
    """Write a result of an empty text as one, and not as a list: Codex 0.171 leaves the text out of the list."""

    def plain(block: ContentBlock, _: str) -> ContentBlock:
        is_empty = type(block) is ToolResultBlock and block.content == [TextBlock("")]
        return structs.replace(block, content=[]) if is_empty else block

    return with_turns(draft, [mapped(turn, plain) for turn in draft.turns])


# "OutputText { text: String }" (openai/codex, codex-rs/protocol/src/models.rs): Codex stores no `annotations`.
@when_block(TextBlock, if_any=lambda block: bool(block.citations))
def without_citations(block: ContentBlock, place: str, losses: Losses) -> ContentBlock:
    """Drop the citations of a text."""
    if type(block) is not TextBlock or not block.citations:
        return block
    losses.dropped(f"{place}/citations", "text.citations", block.citations)
    return structs.replace(block, citations=[])


FIRST: Final[tuple[Pass, ...]] = (
    files_of_text,
    documents_are_files,
    texts_and_pictures,
    empty_results,
    without_citations,
)
"""Rules that come before those of the Responses API."""
