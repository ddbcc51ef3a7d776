"""Opaque provider state goes back only to the dialect it came from."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from turnwire.draft import Draft, Pass, Turn, when
from turnwire.lowering.rewriting import sifted
from turnwire.model import ContentBlock, OpaqueBlock, RedactedThinkingBlock, ThinkingBlock

if TYPE_CHECKING:
    from turnwire.losses import Losses

_STATE = (ThinkingBlock, RedactedThinkingBlock, OpaqueBlock)
_FEATURES = {ThinkingBlock: "thinking", RedactedThinkingBlock: "redacted_thinking", OpaqueBlock: "opaque"}


def state_stays_home(kin: frozenset[str] = frozenset()) -> Pass:
    """Reasoning and unknown blocks of another dialect mean nothing to this one, and would be refused.

    Reasoning that a dialect of `kin` signed is valid here too: it goes along, and is from here on this dialect's.
    """

    @when(*_STATE)
    def rule(draft: Draft, losses: Losses) -> Draft:
        return msgspec.structs.replace(draft, turns=[own_state(turn, losses, kin) for turn in draft.turns])

    return rule


drop_foreign_state = state_stays_home()


def own_state(turn: Turn, losses: Losses, kin: frozenset[str] = frozenset()) -> Turn:
    """The turn without the state of others; also of a turn that stands for the parts of a document."""
    if not any(_is_foreign(block, losses.dialect) for block in turn.blocks):
        return turn

    def keeps(block: ContentBlock, place: str) -> bool:
        if not _is_foreign(block, losses.dialect):
            return True
        signer = _signer(block)
        if signer in kin:
            losses.dropped(f"{place}/origin/dialect", "origin.dialect", signer)
            return True
        return not tell_foreign_state(block, place, losses)

    return sifted(turn, keeps)


def tell_foreign_state(block: ContentBlock, place: str, losses: Losses) -> bool:
    """Whether a block is the state of another dialect, which is told then."""
    if not _is_foreign(block, losses.dialect):
        return False
    losses.dropped(place, _FEATURES[type(block)], block)
    return True


def _is_foreign(block: ContentBlock, dialect: str) -> bool:
    if type(block) is OpaqueBlock:
        return block.dialect != dialect
    if type(block) is ThinkingBlock or type(block) is RedactedThinkingBlock:
        return block.origin is not None and block.origin.dialect != dialect
    return False


def _signer(block: ContentBlock) -> str | None:
    """Who signed some reasoning."""
    if type(block) is ThinkingBlock and block.signature and block.origin is not None:
        return block.origin.dialect
    return None
