"""Opaque provider state goes back only to the dialect it came from."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from turnwire.draft import Draft, Turn, when
from turnwire.lowering.rewriting import sifted
from turnwire.model import ContentBlock, OpaqueBlock, RedactedThinkingBlock, ThinkingBlock

if TYPE_CHECKING:
    from turnwire.losses import Losses

_FEATURES = {ThinkingBlock: "thinking", RedactedThinkingBlock: "redacted_thinking", OpaqueBlock: "opaque"}


@when(ThinkingBlock, RedactedThinkingBlock, OpaqueBlock)
def drop_foreign_state(draft: Draft, losses: Losses) -> Draft:
    """Reasoning and unknown blocks of another dialect mean nothing to this one, and would be refused."""
    return msgspec.structs.replace(draft, turns=[_own(turn, losses) for turn in draft.turns])


def _own(turn: Turn, losses: Losses) -> Turn:
    if not any(_is_foreign(block, losses.dialect) for block in turn.blocks):
        return turn

    def keeps(block: ContentBlock, place: str) -> bool:
        if not _is_foreign(block, losses.dialect):
            return True
        losses.dropped(place, _FEATURES[type(block)], block)
        return False

    return sifted(turn, keeps)


def _is_foreign(block: ContentBlock, dialect: str) -> bool:
    if type(block) is OpaqueBlock:
        return block.dialect != dialect
    if type(block) is ThinkingBlock or type(block) is RedactedThinkingBlock:
        return block.origin is not None and block.origin.dialect != dialect
    return False
