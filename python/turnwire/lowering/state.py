"""Keep the opaque state of a provider for its own dialect; write the text of reasoning wherever it is taken."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from msgspec import structs

from turnwire.documents.options import DEFAULT
from turnwire.documents.residue import report_foreign, report_replaced
from turnwire.lowering.draft import Draft, Pass, Turn, when, with_turns
from turnwire.lowering.rewrite_blocks import changed, filtered, without_odd
from turnwire.model import (
    ContentBlock,
    OpaqueBlock,
    RedactedThinkingBlock,
    TextBlock,
    ThinkingBlock,
    ToolResultBlock,
)

if TYPE_CHECKING:
    from turnwire.documents.options import Keeping
    from turnwire.losses import Losses

_STATE = (ThinkingBlock, RedactedThinkingBlock, OpaqueBlock)
_FEATURES = {ThinkingBlock: "thinking", RedactedThinkingBlock: "redacted_thinking", OpaqueBlock: "opaque"}
# Parts of a summary are paragraphs.
_BETWEEN_PARTS = "\n\n"


def state_stays_home(
    kin: frozenset[str] = frozenset(),
    *,
    takes_reasoning: bool = False,
    takes_summaries: bool = False,
    in_blocks: bool = True,
) -> Pass:
    """Make a pass that drops the opaque state of other dialects, and decides about the text of their reasoning.

    Args:
        kin: dialects whose signatures are valid here, too.  Reasoning that one of them signed keeps its signature.
        takes_reasoning: whether a reader of this format takes reasoning that another provider's model wrote.
            If so, the text is written without its signature and its encrypted form; if not,
            `Keeping.reasoning` decides whether it becomes ordinary text or is dropped.
        takes_summaries: whether the format has separate places for the summary and the text.  If not, the summary is
            written as the text.
        in_blocks: whether the format has reasoning as a content block, and not as a member of the message.
    """

    @when(*_STATE)
    def rule(draft: Draft, losses: Losses) -> Draft:
        place = _Place(takes_reasoning, takes_summaries, in_blocks)
        unsealing = _Unsealing(losses, kin, draft.keeping, place)
        return with_turns(draft, [unsealing.turn(turn) for turn in draft.turns])

    return rule


drop_foreign_state = state_stays_home()
take_foreign_reasoning = state_stays_home(takes_reasoning=True)
take_foreign_reasoning_beside = state_stays_home(takes_reasoning=True, in_blocks=False)
take_foreign_summaries = state_stays_home(takes_reasoning=True, takes_summaries=True)


def thought_of_others(
    block: ThinkingBlock,
    losses: Losses,
    place: str,
    kin: frozenset[str] = frozenset(),
    *,
    takes_summaries: bool = False,
    in_blocks: bool = True,
) -> ThinkingBlock | None:
    """A thought of a reply as the pass of `state_stays_home` leaves it in a format that takes reasoning."""
    where = _Place(is_taken=True, has_summaries=takes_summaries, in_blocks=in_blocks)
    kept = _Unsealing(losses, kin, DEFAULT, where).kept(block, place, "assistant")
    return kept if type(kept) is ThinkingBlock else None


class _Place(NamedTuple):
    """The place of a format for reasoning that another provider's model wrote."""

    is_taken: bool
    has_summaries: bool
    in_blocks: bool


class _Unsealing:
    """Drops or converts the opaque state of other dialects in one turn."""

    def __init__(self, losses: Losses, kin: frozenset[str], keeping: Keeping, place: _Place) -> None:
        self._losses, self._kin, self._keeping, self._place = losses, kin, keeping, place

    def turn(self, turn: Turn) -> Turn:
        """Return the turn without the state of others; the same object if there is none."""
        if not any(self._concerns(block) for block in turn.blocks):
            return turn
        return changed(turn, lambda block, place: self.kept(block, place, turn.role))

    def _concerns(self, block: ContentBlock) -> bool:
        """Return whether a block is state of others, or reasoning of unknown origin that the format does not take."""
        if type(block) is ThinkingBlock and block.origin is None:
            return not self._place.is_taken
        if type(block) is ToolResultBlock:
            return any(_is_foreign(inner, self._losses.dialect) for inner in block.content)
        return _is_foreign(block, self._losses.dialect)

    def kept(self, block: ContentBlock, place: str, role: str) -> ContentBlock | None:
        """Return the block, or its replacement; None if it is dropped."""
        if not self._concerns(block):
            return block
        if type(block) is ToolResultBlock:
            return without_odd(block, place, self._losses, lambda inner, losses: _is_foreign(inner, losses.dialect))
        if type(block) is not ThinkingBlock:
            self._losses.dropped(place, _FEATURES[type(block)], block)
            return None
        signer = _signer(block)
        if signer in self._kin:
            self._losses.dropped(f"{place}/origin/dialect", "origin.dialect", signer)
            return block
        is_said = bool(block.text or any(block.summary)) and role == "assistant"
        if is_said and self._place.is_taken and self._keeping.reasoning != "drop":
            return self._unsealed(block, place)
        if is_said and self._keeping.reasoning == "text":
            return self._as_text(block, place)
        self._losses.dropped(place, "thinking", block)
        if block.origin is None:
            report_foreign(block.provider_raw, self._losses, place)
        return None

    def _unsealed(self, block: ThinkingBlock, place: str) -> ThinkingBlock:
        """The reasoning as text, without its signature and its encrypted form."""
        for field in ("signature", "encrypted"):
            if (value := getattr(block, field)) is not None:
                self._losses.dropped(f"{place}/{field}", f"thinking.{field}", value)
        has_summary = bool(block.summary) and not self._place.has_summaries
        if not self._place.in_blocks or (has_summary and not block.text):
            self._losses.reshaped(place, "thinking", block)
        if has_summary and block.text:
            self._losses.dropped(f"{place}/summary", "thinking.summary", block.summary)
        if has_summary:
            block = structs.replace(block, text=_words(block), summary=[])
        return structs.replace(block, signature=None, encrypted=None)

    def _as_text(self, block: ThinkingBlock, place: str) -> TextBlock:
        """Return the reasoning as ordinary text, between tags that models know."""
        self._losses.degraded(place, "thinking", block)
        report_replaced(structs.replace(block, cache=None), self._losses, place)
        return TextBlock(f"<thinking>\n{_words(block)}\n</thinking>", cache=block.cache)


def _words(block: ThinkingBlock) -> str:
    return block.text or _BETWEEN_PARTS.join(block.summary)


def own_state(turn: Turn, losses: Losses) -> Turn:
    """The parts of a document block without opaque state of other dialects."""
    if not any(_is_foreign(block, losses.dialect) for block in turn.blocks):
        return turn
    return filtered(turn, lambda block, place: not report_foreign_state(block, place, losses))


def report_foreign_state(block: ContentBlock, place: str, losses: Losses) -> bool:
    """Return whether a block is the state of another dialect, and report it if so."""
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


def _signer(block: ThinkingBlock) -> str | None:
    """Return the provider that signed the reasoning."""
    return block.origin.dialect if block.signature and block.origin is not None else None
