"""Results of tools that do not stand right after their calls, for servers that refuse a conversation with such results.

"Tool result blocks must immediately follow their corresponding tool use blocks in the message history. You cannot
include any messages between the assistant's tool use message and the user's tool result message. In the user message
containing tool results, the tool_result blocks must come first in the content array." (Anthropic's page on tool use)
"An assistant message with 'tool_calls' must be followed by tool messages responding to each 'tool_call_id'." (OpenAI
Chat, a refusal)
"Please ensure that the number of function response parts is equal to the number of function call parts of the function
call turn." (Gemini, a refusal)
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from msgspec import structs

from turnwire.lowering.draft import ODD_CALLS, RICH_RESULT, Draft, Turn, marks, when, with_turns
from turnwire.lowering.rewrite_blocks import Placed, mark_as_is, placed, was_illegal_in_source, with_placed
from turnwire.lowering.segments import is_result
from turnwire.model import Message, ToolUseBlock

if TYPE_CHECKING:
    from collections.abc import Iterable

    from turnwire.losses import Losses
    from turnwire.model import ContentBlock, History

_MARK: Final = "place"


class _Places:
    """Finds the call that each result answers, and whether the result directly follows it."""

    def __init__(self) -> None:
        self.waiting: dict[str, list[int]] = {}
        """The positions of the messages that have calls of an id without a result so far."""
        self.open = -1
        """The position of the message whose results may come next; -1 where there is none."""
        self.moves: dict[int, int] = {}
        """The identity of each misplaced result -> the position of the message with its call."""

    def message(self, position: int, role: str, blocks: list[ContentBlock]) -> None:
        """Look at the next message."""
        if role == "assistant":
            self.open = position
        elif role != "tool" and not blocks:
            self.open = -1
        for block in blocks:
            if type(block) is ToolUseBlock and role == "assistant" and block.run_by != "provider":
                self.waiting.setdefault(block.id, []).append(position)
            elif is_result(block):
                self._result(block, role)
            elif role != "assistant":
                self.open = -1

    def _result(self, block: ContentBlock, role: str) -> None:
        calls = self.waiting.get(block.tool_use_id)  # type: ignore[union-attr]
        if not calls:
            return
        called = calls.pop()
        if role != "assistant" and called != self.open:
            self.moves[id(block)] = called


def _moves(messages: Iterable[tuple[str, list[ContentBlock]]]) -> dict[int, int]:
    places = _Places()
    for position, (role, blocks) in enumerate(messages):
        places.message(position, role, blocks)
    return places.moves


@marks(ODD_CALLS)
def mark_results_out_of_place(history: History, dialect: str) -> None:
    """Mark misplaced results in a document of this dialect, so that they are written back where they were read."""
    moves = _moves((message.role, message.content) for message in history.history)
    for message in history.history if moves else ():
        for block in message.content:
            if id(block) in moves:
                block.provider_raw = mark_as_is(block.provider_raw, dialect, _MARK)


@when(ODD_CALLS, RICH_RESULT)
def results_follow_calls(draft: Draft, losses: Losses) -> Draft:
    """Move each result to the turn right after its call."""
    moves = _moves((turn.role, turn.blocks) for turn in draft.turns)
    others = _not_as_read(draft, losses) if moves else set()
    moves = {each: to for each, to in moves.items() if each in others}
    if not moves:
        return draft
    rest: list[tuple[int, Turn]] = []
    moved: dict[int, list[Turn]] = {}
    for position, turn in enumerate(draft.turns):
        left, taken = _parted(turn, moves)
        for to, part in taken:
            moved.setdefault(to, []).append(part)
        if taken:
            losses.reshaped_once(f"{turn.path}/role", "message.role", turn.message.role)
        if left is not None:
            rest.append((position, left))
    return with_turns(draft, _in_place(rest, moved))


def _not_as_read(draft: Draft, losses: Losses) -> set[int]:
    """The identities of the misplaced results that the dialect itself has not read so."""
    results = (block for turn in draft.turns for block in turn.blocks if is_result(block))
    return {id(block) for block in results if not was_illegal_in_source(block.provider_raw, losses.dialect, _MARK)}


def _parted(turn: Turn, moves: dict[int, int]) -> tuple[Turn | None, list[tuple[int, Turn]]]:
    """Return a turn without its moved results (None if that empties it), and each result with its call's position."""
    if not any(id(block) in moves for block in turn.blocks):
        return turn, []
    stay: list[Placed] = []
    taken: list[tuple[int, Turn]] = []
    for block, place in placed(turn):
        if id(block) not in moves:
            stay.append((block, place))
        elif len(turn.blocks) == 1:
            taken.append((moves[id(block)], structs.replace(turn, role="tool")))
        else:
            alone = Turn("tool", [block], Message("tool", [block]), turn.at, [place])
            taken.append((moves[id(block)], alone))
    if not stay:
        return None, taken
    return with_placed(turn, stay), taken


def _in_place(rest: list[tuple[int, Turn]], moved: dict[int, list[Turn]]) -> list[Turn]:
    """The turns, with the moved results after the calls and after the results that follow them already."""
    turns: list[Turn] = []
    waiting: list[Turn] = []
    for position, turn in rest:
        if waiting and turn.role != "tool":
            turns += waiting
            waiting = []
        turns.append(turn)
        waiting += moved.get(position, [])
    return [*turns, *waiting]
