"""Tool results, for formats where each is a message of its own and no other message has any."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from msgspec import structs

from turnwire.documents.residue import report_foreign
from turnwire.lowering.draft import Draft, Pass, Turn, when, with_turns
from turnwire.lowering.segments import is_result
from turnwire.model import ToolResultBlock

if TYPE_CHECKING:
    from turnwire.losses import Losses


@when("tool", ToolResultBlock)
def one_result_in_a_message(draft: Draft, losses: Losses) -> Draft:
    """A tool message is the result of one tool; no other message has results."""
    if all(_is_alone(turn) for turn in draft.turns):
        return draft
    turns: list[Turn] = []
    for turn in draft.turns:
        turns += [turn] if _is_alone(turn) else _apart(turn, losses)
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


def _apart(turn: Turn, losses: Losses) -> list[Turn]:
    """Return each result in a message of its own, and the other blocks in messages of the old role."""
    if turn.role == "tool" and not any(map(is_result, turn.blocks)):
        _lose(turn, losses)
        return []
    found: list[Turn] = []
    for block, place in zip(turn.blocks, turn.all_places(), strict=True):
        if is_result(block):
            found.append(Turn("tool", [block], turn.message, turn.at, [place]))
        elif turn.role == "tool":
            losses.dropped(place, str(block.__struct_config__.tag), block)
        elif found and found[-1].role != "tool":
            found[-1].blocks.append(block)
            (found[-1].places or []).append(place)
        else:
            found.append(Turn(turn.role, [block], turn.message, turn.at, [place]))
    if len(found) > 1 or found[0].role != turn.role:
        losses.reshaped(f"{turn.path}/role", "message.role", turn.role)
    plain = structs.replace(turn.message, provider_raw=None)
    for other in found[1:]:
        other.message = plain
    return found


def _lose(turn: Turn, losses: Losses) -> None:
    """Drop a turn whose fields are already reported."""
    losses.dropped(f"{turn.path}/role", "message", turn.role)
    for block, place in zip(turn.blocks, turn.all_places(), strict=True):
        losses.dropped(place, str(block.__struct_config__.tag), block)
    report_foreign(turn.message.provider_raw, losses, turn.path)
