"""Results of tools, for formats in which each is a message of its own: turns are split at them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from msgspec import structs

from turnwire.documents.residue import form_of, report_foreign
from turnwire.lowering.draft import MESSAGE_RESIDUE, ODD_CALLS, Draft, Pass, Turn, when, with_turns
from turnwire.lowering.messages import drop_blocks
from turnwire.lowering.rewrite_blocks import joined, placed
from turnwire.lowering.segments import GOES_ON, MODELS, is_result, split_at_results
from turnwire.model import Message, ToolResultBlock

if TYPE_CHECKING:
    from turnwire.losses import Losses


@when("tool", ToolResultBlock)
def one_result_in_a_message(draft: Draft, losses: Losses) -> Draft:
    """A tool message is the result of one tool; no other message has results."""
    if all(_is_alone(turn) for turn in draft.turns):
        return draft
    turns: list[Turn] = []
    for turn in draft.turns:
        turns += [turn] if _is_alone(turn) else _one_result_each(turn, losses)
    return with_turns(draft, turns)


def report_fields_without_results(*fields: str) -> Pass:
    """Make a pass that reports these fields of a tool message without results; it runs before the pass above.

    For formats that hold these fields: fields that a format does not hold are already reported.
    """

    @when("tool")
    def rule(draft: Draft, losses: Losses) -> Draft:
        return with_turns(draft, [_without_fields(turn, fields, losses) for turn in draft.turns])

    return rule


def _without_fields(turn: Turn, fields: tuple[str, ...], losses: Losses) -> Turn:
    if turn.role != "tool" or any(map(is_result, turn.blocks)):
        return turn
    for name in fields:
        if (value := getattr(turn.message, name)) is not None:
            losses.dropped(f"{turn.path}/{name}", f"message.{name}", value)
    nothing: dict[str, Any] = dict.fromkeys(fields)
    return structs.replace(turn, message=structs.replace(turn.message, **nothing))


def _is_alone(turn: Turn) -> bool:
    blocks = turn.blocks
    if len(blocks) == 1:
        return is_result(blocks[0]) is (turn.role == "tool")
    return turn.role != "tool" and not any(map(is_result, blocks))


def _one_result_each(turn: Turn, losses: Losses) -> list[Turn]:
    """Return each result in a message of its own, and the other blocks in messages of the old role."""
    if turn.role == "tool" and not any(map(is_result, turn.blocks)):
        _lose(turn, losses)
        return []
    found: list[Turn] = []
    for part in _split(turn):
        if part.role == "tool" and not is_result(part.blocks[0]):
            drop_blocks(part, losses)
        else:
            found.append(part)
    if len(found) > 1 or found[0].role != turn.role:
        losses.reshaped(f"{turn.path}/role", "message.role", turn.role)
    plain = structs.replace(turn.message, provider_raw=None)
    for other in found[1:]:
        other.message = plain
    return found


def _lose(turn: Turn, losses: Losses) -> None:
    """Drop a turn whose fields are already reported."""
    losses.dropped(f"{turn.path}/role", "message", turn.role)
    drop_blocks(turn, losses)
    report_foreign(turn.message.provider_raw, losses, turn.path)


def _split(turn: Turn) -> list[Turn]:
    """Return each result of a turn as a turn of its own, and the runs of blocks between them."""
    rest = placed(turn)
    found: list[Turn] = []
    for blocks in split_at_results(turn.blocks):
        here, rest = rest[: len(blocks)], rest[len(blocks) :]
        role = "tool" if is_result(blocks[0]) else turn.role
        found.append(Turn(role, blocks, turn.message, turn.at, [place for _, place in here]))
    return found


def results_leave(*roles: str) -> Pass:
    """Make a pass that moves tool results into messages of their own, splitting messages of these roles.

    "Each `tool_use` block must have a corresponding `tool_result` block in the next message." (Anthropic, a refusal)
    "An assistant message with 'tool_calls' must be followed by tool messages responding to each 'tool_call_id'."
    (OpenAI, a refusal)

    It runs after the passes that drop blocks, so that none of the messages is empty.
    """

    # A result that no server refuses is in no message of the assistant.
    @when(ODD_CALLS if roles == ("assistant",) else ToolResultBlock)
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
    found, bare = _split(turn), Message(turn.message.role, turn.message.content)
    first = next((each for each in found if each.role == turn.role), found[0])
    for other in found:
        other.message = turn.message if other is first else bare
    return found


@when(MESSAGE_RESIDUE)
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
            turns[-1] = joined(turns[-1], turn, "assistant")
            continue
        is_open = mark == MODELS and fits
        turns.append(Turn("assistant", turn.blocks, turn.message, turn.at, turn.places) if is_open else turn)
    return with_turns(draft, turns)


def _is_like_its_role(turn: Turn) -> bool:
    """Return whether reading still makes such a turn from the model's: its other blocks, or one result."""
    return turn.role == "assistant" or (turn.role == "tool" and [is_result(each) for each in turn.blocks] == [True])
