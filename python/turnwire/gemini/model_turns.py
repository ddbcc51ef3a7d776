"""Turns of the model's in which the caller's tools answer, as they are read (read_contents.py) and written again."""

from __future__ import annotations

from typing import TYPE_CHECKING

from turnwire.draft import Draft, Turn, when, with_turns
from turnwire.gemini.read_contents import GOES_ON, MODELS
from turnwire.lowering.segments import is_result
from turnwire.model import ToolResultBlock
from turnwire.residue import form_of, tell_foreign

if TYPE_CHECKING:
    from turnwire.losses import Losses


@when(ToolResultBlock)
def join_models_turns(draft: Draft, losses: Losses) -> Draft:
    """Results that stood in a turn of the model's go back there, with what stood beside them.

    Content.role: "Must be either 'user' or 'model'."; a result is the user's wherever no source put it elsewhere.
    """
    turns: list[Turn] = []
    is_open = False
    for turn in draft.turns:
        raw = turn.message.provider_raw
        mark = None if raw is None or turn.role == "system" else form_of(raw, losses.dialect).get("turn")
        fits = _is_like_its_role(turn)
        if mark == GOES_ON and is_open and fits:
            tell_foreign(raw, losses, turn.path)
            turns[-1] = _joined(turns[-1], turn)
            continue
        if turn.role == "assistant" and any(is_result(each) for each in turn.blocks):
            # It is read as messages of its own.
            losses.reshaped(f"{turn.path}/role", "message.role", turn.role)
        is_open = mark == MODELS and fits
        turns.append(Turn("assistant", turn.blocks, turn.message, turn.at, turn.places) if is_open else turn)
    return with_turns(draft, turns)


def _is_like_its_role(turn: Turn) -> bool:
    """Whether the turn still is one that reading takes from the model's: its words, or one result."""
    return turn.role == "assistant" or (turn.role == "tool" and [is_result(each) for each in turn.blocks] == [True])


def _joined(first: Turn, second: Turn) -> Turn:
    places = first.all_places() + second.all_places()
    return Turn("assistant", first.blocks + second.blocks, first.message, first.at, places)
