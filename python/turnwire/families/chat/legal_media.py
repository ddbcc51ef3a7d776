"""Drop audio and video that a vendor does not take, before other passes."""

from __future__ import annotations

from typing import TYPE_CHECKING

from turnwire.documents.residue import form_of
from turnwire.families.chat.media import audio_format
from turnwire.lowering.draft import Draft, Pass, when
from turnwire.lowering.rewrite_blocks import rewritten, was_illegal_in_source
from turnwire.model import AudioBlock, VideoBlock

if TYPE_CHECKING:
    from turnwire.losses import Losses
    from turnwire.model import ContentBlock

_KINDS = frozenset((AudioBlock, VideoBlock))


def drop_unheard(sounds: frozenset[str] | None, *, films: bool) -> Pass:
    """Make a pass that keeps only these formats of audio (any if None), and video only if the vendor documents it.

    Audio and video that the dialect itself read are kept.
    """

    def rule(block: ContentBlock, place: str, losses: Losses) -> ContentBlock | None:
        if type(block) is VideoBlock:
            if films or was_illegal_in_source(block.provider_raw, losses.dialect, "video"):
                return block
            losses.dropped(place, "video", block)
            return None
        if type(block) is not AudioBlock or block.source is None or _is_heard(block, sounds, losses.dialect):
            return block
        losses.dropped(place, "audio", block)
        return None

    @when(AudioBlock, VideoBlock)
    def drop(draft: Draft, losses: Losses) -> Draft:
        return rewritten(draft, losses, _KINDS, rule)

    return drop


def _is_heard(block: AudioBlock, sounds: frozenset[str] | None, dialect: str) -> bool:
    word = audio_format(block.media_type)
    return (
        sounds is None
        or word in sounds
        or f"audio/{form_of(block.provider_raw, dialect).get('format')}" == block.media_type
    )
