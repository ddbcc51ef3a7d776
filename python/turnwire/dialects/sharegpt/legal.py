"""The rules of this form: each turn is one text, or the calls of one step."""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec import structs

from turnwire.lowering.draft import Draft, Turn, when, with_turns
from turnwire.model import ToolUseBlock

if TYPE_CHECKING:
    from turnwire.losses import Losses


@when(ToolUseBlock)
def calls_in_turns_of_their_own(draft: Draft, losses: Losses) -> Draft:
    """Put calls into turns of their own, after the text: `function_call` is a turn like `gpt`."""
    turns: list[Turn] = []
    for turn in draft.turns:
        parts = _parts(turn)
        if len(parts) > 1:
            losses.reshaped_once(f"{turn.path}/role", "message.role", turn.role)
        turns += parts
    return with_turns(draft, turns)


def _parts(turn: Turn) -> list[Turn]:
    found: list[Turn] = []
    for block, place in zip(turn.blocks, turn.all_places(), strict=True):
        if found and (type(found[-1].blocks[0]) is ToolUseBlock) == (type(block) is ToolUseBlock):
            found[-1].blocks.append(block)
            (found[-1].places or []).append(place)
        else:
            message = structs.replace(turn.message, provider_raw=None) if found else turn.message
            found.append(Turn(turn.role, [block], message, turn.at, [place]))
    return found or [turn]
