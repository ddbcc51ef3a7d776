"""Reduce messages to text, for formats whose messages have one text, and at most calls or a result besides."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, get_args

from msgspec import structs

from turnwire.documents.residue import report_foreign, report_replaced
from turnwire.losses import standing
from turnwire.lowering.draft import Draft, Pass, Turn, when, with_turns
from turnwire.lowering.rewrite_blocks import Placed, placed, placed_inside, with_placed, with_placed_inside
from turnwire.model import ContentBlock, DocumentBlock, RefusalBlock, TextBlock, ToolResultBlock, ToolUseBlock

if TYPE_CHECKING:
    from turnwire.losses import Losses

_OTHERS = tuple(kind for kind in get_args(ContentBlock) if kind is not TextBlock)
_SAID = frozenset((TextBlock, RefusalBlock))


def only_text(*callers: str) -> Pass:
    """Make a pass that keeps only text, calls in messages of the roles `callers`, and the text of results.

    Refusals become text when they are joined (`one_text`); all other blocks are dropped.
    """

    @when(*_OTHERS)
    def rule(draft: Draft, losses: Losses) -> Draft:
        turns = []
        for turn in draft.turns:
            what = "result" if turn.role == "tool" else "call" if turn.role in callers else ""
            turns.append(with_placed(turn, _texts(placed(turn), what, losses)))
        return with_turns(draft, turns)

    return rule


def _texts(blocks: list[Placed], beside: str, losses: Losses) -> list[Placed]:
    """Return the texts, and the blocks of the type `beside` that may accompany them: a result or calls."""
    found: list[Placed] = []
    for block, place in blocks:
        new: Any = block
        if type(block) is ToolResultBlock and beside == "result":
            new = with_placed_inside(block, place, _texts(placed_inside(block, place, losses), "", losses), losses)
            if block.name is not None:
                losses.dropped(f"{place}/name", "tool_result.name", block.name)
        elif type(block) not in _SAID and not (type(block) is ToolUseBlock and beside == "call"):
            losses.dropped(place, str(block.__struct_config__.tag), block)
            continue
        found.append((new, place))
    return found


def one_text(*, keep_empty: bool = False) -> Pass:
    """Make a pass that joins the texts of each message, those of an assistant without a separator; refusals are text.

    Calls follow the text.  If empty texts do not count, a message with nothing else has no text.
    """

    @when(TextBlock, RefusalBlock, DocumentBlock)
    def rule(draft: Draft, losses: Losses) -> Draft:
        joining = _Joining(draft.document, losses, keep_empty=keep_empty)
        return with_turns(draft, [joining.turn(turn) for turn in draft.turns])

    return rule


class _Joining:
    """One document while it is lowered for a format of single texts."""

    def __init__(self, document: Any, losses: Losses, *, keep_empty: bool) -> None:
        self.document, self.losses, self.keep_empty = document, losses, keep_empty

    def turn(self, turn: Turn) -> Turn:
        """Return the turn with at most one text, before everything else."""
        block: Any = turn.blocks[0] if turn.blocks else None
        if type(block) is ToolResultBlock:
            inside = self.losses.places_inside(turn.place(0), len(block.content))
            content = self._join(block.content, inside, "\n\n")
            return Turn(turn.role, [structs.replace(block, content=content)], turn.message, turn.at, turn.places)
        count = sum(type(each) in _SAID for each in turn.blocks)
        if not count:
            return turn
        places = turn.all_places()
        said = self._join(turn.blocks[:count], places[:count], "" if turn.role == "assistant" else "\n\n")
        blocks = [*said, *turn.blocks[count:]]
        return Turn(turn.role, blocks, turn.message, turn.at, [*places[: len(said)], *places[count:]])

    def _join(self, blocks: list[Any], places: list[str], between: str) -> list[ContentBlock]:
        for block, place in zip(blocks, places, strict=True):
            self._report(block, place, alone=len(blocks) == 1)
        said = between.join(block.text for block in blocks)
        return [TextBlock(said)] if said or (blocks and self.keep_empty) else []

    def _report(self, block: Any, place: str, *, alone: bool) -> None:
        losses = self.losses
        if type(block) is RefusalBlock:
            losses.degraded(place, "refusal", block)
            report_replaced(block, losses, place)
            return
        report_foreign(block.provider_raw, losses, place)
        if type(standing(self.document, place)) is TextBlock:  # a block that became text is reported already
            if not alone:
                losses.reshaped(place, "text", block)
            elif not block.text and not self.keep_empty:
                losses.dropped(place, "text", block)
                return
            losses.dropped_fields(block, frozenset(("text",)), place, "text")
