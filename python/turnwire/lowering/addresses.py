"""Replace media that a format has no place for by a line of text with their name and their URL, or by their words.

The model then knows that something was attached, what it is called and where it is.
"""

from __future__ import annotations

import functools
from typing import TYPE_CHECKING, Any, Final

import msgspec

from turnwire.documents.residue import report_replaced
from turnwire.lowering.draft import ODD_MEDIA
from turnwire.lowering.rewrite_blocks import mark_blocks, was_illegal_in_source, when_block
from turnwire.model import AudioBlock, DocumentBlock, ImageBlock, RefusalBlock, TextBlock, VideoBlock

if TYPE_CHECKING:
    from turnwire.losses import Losses
    from turnwire.lowering.draft import Pass
    from turnwire.model import ContentBlock, Source


Medium = ImageBlock | DocumentBlock | AudioBlock | VideoBlock
MEDIA = frozenset((ImageBlock, DocumentBlock, AudioBlock, VideoBlock))
# The address of a file in a store is the same for everybody; the id of a file on a provider's server is not.
_STORES = (b'"gs://', b'"s3://')


def in_a_line(block: ContentBlock, place: str, losses: Losses) -> TextBlock | None:
    """Return the line of text for a block of media, such as `[document: Report, https://example.org/r.pdf]`.

    Returns None, and reports nothing, if the block has neither a name nor an address.
    """
    medium: Any = block
    words = [medium.title or medium.filename] if type(block) is DocumentBlock else []
    words.append(address_of(medium.source))
    said = ", ".join(word for word in words if word)
    if not said:
        return None
    tag = str(block.__struct_config__.tag)
    losses.degraded(place, tag, block)
    report_replaced(msgspec.structs.replace(medium, cache=None), losses, place)
    return TextBlock(f"[{tag}: {said}]", cache=medium.cache)


def address_of(source: Source | None) -> str | None:
    """Return the URL of a source, or its URI in a store; None if it has neither."""
    if source is None or not source.data:
        return None
    if source.kind == "url" or (source.kind == "file_id" and bytes(source.data).startswith(_STORES)):
        return msgspec.json.decode(source.data, type=str)
    return None


@functools.cache
def addresses_as_text(*taken: type) -> Pass:
    """Make a pass that turns media with a URL into lines of text, except media of the types `taken`.

    Media that the dialect itself has read are kept, and so is audio with a transcript.
    """

    @when_block(*MEDIA, if_any=lambda medium: address_of(medium.source) is not None, trigger=ODD_MEDIA)
    def rule(block: Medium, place: str, losses: Losses) -> ContentBlock | None:
        source = block.source
        if source is None or address_of(source) is None or (type(block) in taken and source.kind == "url"):
            return block
        if losses.dialect in {*(block.provider_raw or ()), *(source.provider_raw or ())}:
            return block
        if type(block) is AudioBlock and block.transcript:
            return block
        return in_a_line(block, place, losses)

    return rule


_KINDS: Final = frozenset((*MEDIA, RefusalBlock))
_MARK: Final = "medium"


mark_media = mark_blocks(_KINDS, _MARK)
"""Marks the media and refusals of a document, so that this dialect writes them back unchanged."""


@when_block(*_KINDS)
def media_in_words(block: ContentBlock, place: str, losses: Losses) -> ContentBlock | None:
    """Replace refusals and transcripts by their text, and media by their name and their address; drop other media."""
    if was_illegal_in_source(block.provider_raw, losses.dialect, _MARK):
        return block
    words = block.text if type(block) is RefusalBlock else block.transcript if type(block) is AudioBlock else None
    if words:
        losses.degraded(place, str(block.__struct_config__.tag), block)
        report_replaced(block, losses, place)
        return TextBlock(words)
    line = None if type(block) is RefusalBlock else in_a_line(block, place, losses)
    if line is None:
        losses.dropped(place, str(block.__struct_config__.tag), block)
    return line
