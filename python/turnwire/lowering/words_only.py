"""Replace pictures, documents, sound, video and refusals by words, for servers whose messages hold text alone."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from turnwire.documents.residue import report_replaced
from turnwire.lowering.addresses import MEDIA, in_a_line
from turnwire.lowering.rewrite_blocks import mark_blocks, was_illegal_in_source, when_block
from turnwire.model import AudioBlock, RefusalBlock, TextBlock

if TYPE_CHECKING:
    from turnwire.losses import Losses
    from turnwire.model import ContentBlock

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
