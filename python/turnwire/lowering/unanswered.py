"""Calls without a result and results without a call, which some servers refuse."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from msgspec import structs

from turnwire.documents.residue import report_replaced
from turnwire.losses import standing
from turnwire.lowering.draft import ODD_CALLS, Draft, Pass, Turn, marks, when, with_turns
from turnwire.lowering.rewrite_blocks import (
    Placed,
    mark_as_is,
    placed,
    placed_inside,
    was_illegal_in_source,
    with_placed,
)
from turnwire.lowering.segments import is_result
from turnwire.model import Message, TextBlock, ToolResultBlock, ToolUseBlock

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from turnwire.losses import Losses
    from turnwire.model import ContentBlock, History, Role

NO_RESULT: Final = "No result was recorded for this call."
"""What the model is given in place of a result."""
_MARK: Final = "alone"


def _alone(messages: Iterable[tuple[str, list[ContentBlock]]]) -> set[int]:
    """Return the identities of calls without a later result, and of results without an earlier call.

    Each message is a role and its blocks.  Only calls of the assistant count.
    """
    waiting: dict[str, list[int]] = {}
    alone: set[int] = set()
    for role, blocks in messages:
        for block in blocks:
            if type(block) is ToolUseBlock and role == "assistant" and block.run_by != "provider":
                waiting.setdefault(block.id, []).append(id(block))
            elif type(block) is ToolResultBlock and block.run_by != "provider":
                if calls := waiting.get(block.tool_use_id):
                    calls.pop()  # with the same id again, the latest call is meant
                else:
                    alone.add(id(block))
    return alone.union(*waiting.values())


def unpaired(history: History) -> Iterator[tuple[str, ContentBlock]]:
    """Yield the place of each call without a result and of each result without a call, and the block."""
    alone = _alone((message.role, message.content) for message in history.history)
    for position, message in enumerate(history.history if alone else ()):
        for number, block in enumerate(message.content):
            if id(block) in alone:
                yield f"/history/{position}/content/{number}", block


@marks(ODD_CALLS)
def mark_alone(history: History, dialect: str) -> None:
    """Mark calls without a result and results without a call, so that this dialect writes them back unchanged."""
    for _, block in unpaired(history):
        block.provider_raw = mark_as_is(block.provider_raw, dialect, _MARK)


def answer_calls(role: Role, kinds: frozenset[str | None] | None = None) -> Pass:
    """Make a pass that answers each call without a result by NO_RESULT, in the turn after the call.

    Args:
        role: the role of the turn; one of the role `user` may hold several results, one of another role has one.
        kinds: the types of calls (`call_type`) whose result may be a text; None if each result may.

    "`tool_use` ids were found without `tool_result` blocks immediately after" (Anthropic, a refusal); "An assistant
    message with 'tool_calls' must be followed by tool messages responding to each 'tool_call_id'." (OpenAI Chat, a
    refusal); "No tool output found for function call" (OpenAI Responses, a refusal)
    """

    @when(ODD_CALLS)
    def rule(draft: Draft, losses: Losses) -> Draft:
        alone = _alone((turn.role, turn.blocks) for turn in draft.turns)
        if not alone:
            return draft
        turns: list[Turn] = []
        made: list[Turn] = []
        for turn in draft.turns:
            joins = bool(made) and role == turn.role == "user" and bool(turn.blocks) and is_result(turn.blocks[0])
            turns += [_before(made, turn)] if joins else [*made, turn]
            made = _answers(turn, alone, role, kinds, losses)
        return with_turns(draft, [*turns, *made])

    return rule


def _before(made: list[Turn], turn: Turn) -> Turn:
    """Return the turn with the new results in front of its own."""
    blocks = [*(block for each in made for block in each.blocks), *turn.blocks]
    places = [*(place for each in made for place in each.all_places()), *turn.all_places()]
    return structs.replace(turn, blocks=blocks, places=places)


def _answers(
    turn: Turn, alone: set[int], role: Role, kinds: frozenset[str | None] | None, losses: Losses
) -> list[Turn]:
    """Make results for the calls of a turn that have none: in one turn of the user, else each in its own turn."""
    turns: list[Turn] = []
    for n, block in enumerate(turn.blocks):
        if type(block) is not ToolUseBlock or id(block) not in alone:
            continue
        if kinds is not None and block.call_type not in kinds:
            continue
        if was_illegal_in_source(block.provider_raw, losses.dialect, _MARK):
            continue
        result, place = ToolResultBlock(block.id, content=[TextBlock(NO_RESULT)]), f"{turn.place(n)}/result"
        losses.invented(place, "tool_result", result)
        turns.append(Turn(role, [result], Message(role, [result]), place, [place]))
    return [_before(turns[:-1], turns[-1])] if turns and role == "user" else turns


@when(ODD_CALLS)
def orphan_results_as_text(draft: Draft, losses: Losses) -> Draft:
    """Turn a result without a call into text of the user.

    A document without any turn of the assistant is a part of a conversation: its results stay.

    "unexpected `tool_use_id` found in `tool_result` blocks [...]. Each `tool_result` block must have a corresponding
    `tool_use` block in the previous message." (Anthropic, a refusal); "messages with role 'tool' must be a response to
    a preceeding message with 'tool_calls'." (OpenAI Chat, a refusal); "No tool call found for function call output"
    (OpenAI Responses, a refusal)
    """
    alone = _alone((turn.role, turn.blocks) for turn in draft.turns)
    if not alone or all(turn.role != "assistant" for turn in draft.turns):
        return draft
    return with_turns(draft, [_said(turn, alone, draft.document, losses) for turn in draft.turns])


def _said(turn: Turn, alone: set[int], document: History, losses: Losses) -> Turn:
    """The turn with the content of these results after its other blocks.  A later pass drops empty blocks."""
    kept: list[Placed] = []
    said: list[Placed] = []
    changed = False
    for block, place in placed(turn):
        if (
            type(block) is not ToolResultBlock
            or id(block) not in alone
            or was_illegal_in_source(block.provider_raw, losses.dialect, _MARK)
        ):
            kept.append((block, place))
            continue
        changed = True
        # Earlier passes may have changed its id or moved its pictures.
        given = standing(document, place)
        says = block.content or (isinstance(given, ToolResultBlock) and given.content)
        tell = losses.degraded if says else losses.dropped
        tell(place, "tool_result", given or block)
        report_replaced(structs.replace(block, content=[]), losses, place)
        said += placed_inside(block, place, losses)
    if not changed:
        return turn
    if kept and turn.role != "tool":
        # The text now follows the results of other messages, so its message is reshaped.
        for message in sorted({place.partition("/content/")[0] for _, place in said}):
            _report_moved(message, document, losses)
    role = "user" if turn.role == "tool" and said else turn.role
    return structs.replace(with_placed(turn, [*kept, *said]), role=role)


def _report_moved(message: str, document: History, losses: Losses) -> None:
    node = standing(document, message)
    if isinstance(node, Message) and node.role == "tool":
        losses.reshaped_once(f"{message}/role", "message.role", node.role)
