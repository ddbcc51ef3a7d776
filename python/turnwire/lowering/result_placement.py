"""Results of the caller's tools in messages of other roles, which formats do not have: above all in an assistant's."""

from __future__ import annotations

from typing import TYPE_CHECKING

from turnwire.documents.residue import form_of, report_foreign
from turnwire.lowering.draft import Draft, Pass, Turn, when, with_turns
from turnwire.lowering.segments import GOES_ON, MODELS, is_result, split_at_results
from turnwire.model import Message, ToolResultBlock

if TYPE_CHECKING:
    from turnwire.losses import Losses


def results_leave(*roles: str) -> Pass:
    """Make a pass that moves tool results into messages of their own, splitting messages of these roles.

    "Each `tool_use` block must have a corresponding `tool_result` block in the next message." (Anthropic, a refusal)
    "An assistant message with 'tool_calls' must be followed by tool messages responding to each 'tool_call_id'."
    (OpenAI, a refusal)

    It runs after the passes that drop blocks, so that none of the messages is empty.
    """

    @when(ToolResultBlock)
    def rule(draft: Draft, losses: Losses) -> Draft:
        odd = [turn.role in roles and any(map(is_result, turn.blocks)) for turn in draft.turns]
        if not any(odd):
            return draft
        turns: list[Turn] = []
        for turn, is_odd in zip(draft.turns, odd, strict=True):
            turns += _apart(turn, losses) if is_odd else [turn]
        return with_turns(draft, turns)

    return rule


def _apart(turn: Turn, losses: Losses) -> list[Turn]:
    """Return each result, and the blocks between them; the fields of the message stay with its first other part."""
    losses.reshaped(f"{turn.path}/role", "message.role", turn.role)
    bare = Message(turn.message.role, turn.message.content)
    places, found = turn.all_places(), list[Turn]()
    for segment in split_at_results(turn.blocks):
        role = "tool" if is_result(segment[0]) else turn.role
        here, places = places[: len(segment)], places[len(segment) :]
        found.append(Turn(role, segment, bare, turn.at, here))
    first = next((each for each in found if each.role == turn.role), found[0])
    first.message = turn.message
    return found


@when(ToolResultBlock)
def join_models_turns(draft: Draft, losses: Losses) -> Draft:
    """Move results that the dialect itself had in a turn of the model back there, with the blocks next to them.

    A provider may refuse such a turn; but what was read is written unchanged.
    """
    turns: list[Turn] = []
    is_open = False
    for turn in draft.turns:
        raw = turn.message.provider_raw
        mark = None if raw is None or turn.role == "system" else form_of(raw, losses.dialect).get("turn")
        fits = _is_like_its_role(turn)
        if mark == GOES_ON and is_open and fits:
            report_foreign(raw, losses, turn.path)
            turns[-1] = _joined(turns[-1], turn)
            continue
        is_open = mark == MODELS and fits
        turns.append(Turn("assistant", turn.blocks, turn.message, turn.at, turn.places) if is_open else turn)
    return with_turns(draft, turns)


def _is_like_its_role(turn: Turn) -> bool:
    """Return whether reading still makes such a turn from the model's: its other blocks, or one result."""
    return turn.role == "assistant" or (turn.role == "tool" and [is_result(each) for each in turn.blocks] == [True])


def _joined(first: Turn, second: Turn) -> Turn:
    places = first.all_places() + second.all_places()
    return Turn("assistant", first.blocks + second.blocks, first.message, first.at, places)
