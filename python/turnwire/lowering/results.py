"""Tool results, for formats where they are part of the user's turn."""

from __future__ import annotations

from typing import TYPE_CHECKING, get_args

from turnwire.documents.residue import form_of, marked, report_foreign
from turnwire.lowering.draft import EMPTY_TEXT, EMPTY_TURN, Draft, Turn, marks, when, with_turns
from turnwire.lowering.rewrite_blocks import filtered, joined
from turnwire.lowering.segments import is_result
from turnwire.model import ContentBlock, TextBlock, ToolResultBlock

if TYPE_CHECKING:
    from collections.abc import Callable

    from turnwire.losses import Losses
    from turnwire.model import History


# Blocks that earlier passes may have dropped, which can leave a turn empty.
_LEAVING = tuple(kind for kind in get_args(ContentBlock) if kind is not TextBlock)


@when("tool", ToolResultBlock)
def results_as_user(draft: Draft, losses: Losses) -> Draft:
    """Join consecutive tool messages to one user turn.

    "tool_result blocks must come first in the user message that follows" the calls, so the user's own blocks are a
    separate turn, unless its dialect marked that they were in the same one (`$form` `{"turn": "same"}`).  Results that
    were in turns of their own are marked, too (`{"turn": "new"}`).
    """
    turns: list[Turn] = []
    open_results = False
    for turn in draft.turns:
        role, blocks = turn.role, turn.blocks
        is_tool = role == "tool"
        if is_tool and not blocks and not _is_kept(turn, set(), losses):
            continue
        plain = len(blocks) == 1 and (is_result(blocks[0]) if is_tool else type(blocks[0]) is TextBlock)
        if not plain and role != "assistant" and not _is_like_its_role(turn, losses):
            losses.reshaped(f"{turn.path}/role", "message.role", turn.role)
        raw = turn.message.provider_raw
        mark = None if raw is None else form_of(raw, losses.dialect).get("turn")
        joins = mark == "same" if not (is_tool and open_results) else mark != "new"
        if joins and turns and turns[-1].role == "user" and role in ("user", "tool"):
            report_foreign(raw, losses, turn.path)
            turns[-1] = joined(turns[-1], turn, "user")
        elif is_tool:
            turns.append(Turn("user", blocks, turn.message, turn.at, turn.places))
        else:
            turns.append(turn)
        open_results = is_tool
    return with_turns(draft, turns)


def _is_like_its_role(turn: Turn, losses: Losses) -> bool:
    """Return whether the blocks show the roles: a tool message is one result, a user message has none.

    A message whose role the dialect itself read differently (`$form` `{"role": word}`) is written unchanged.
    """
    if turn.role == "tool":
        return not turn.blocks or (len(turn.blocks) == 1 and is_result(turn.blocks[0]))
    if "role" in form_of(turn.message.provider_raw, losses.dialect):
        return True
    return turn.role != "user" or not any(is_result(block) for block in turn.blocks)


@when(EMPTY_TEXT)
def drop_empty_texts(draft: Draft, losses: Losses) -> Draft:
    """Drop empty texts (RequestTextBlock.text: "minLength": 1).

    Texts that the dialect itself read are kept (`$form` `{"empty": true}` at the message).
    """
    return _without_texts(draft, losses, _is_empty)


@when(EMPTY_TEXT)
def drop_blank_texts(draft: Draft, losses: Losses) -> Draft:
    """Drop texts of white space alone.

    "messages: text content blocks must contain non-whitespace text" (a refusal of Anthropic's)

    Texts that the dialect itself read are kept, as empty ones are.
    """
    return _without_texts(draft, losses, str.isspace)


def _is_empty(text: str) -> bool:
    return not text


@marks(EMPTY_TEXT)
def mark_blank_texts(history: History, dialect: str) -> None:
    """Mark the messages with a text of white space alone, so that this dialect writes them back unchanged."""
    for message in history.history:
        if any(type(block) is TextBlock and block.text.isspace() for block in message.content):
            message.provider_raw = marked(message.provider_raw, dialect, {"empty": True})


def _without_texts(draft: Draft, losses: Losses, is_odd: Callable[[str], bool]) -> Draft:
    return with_turns(draft, [_without_odd(turn, losses, is_odd) for turn in draft.turns])


def _without_odd(turn: Turn, losses: Losses, is_odd: Callable[[str], bool]) -> Turn:
    if not any(type(block) is TextBlock and is_odd(block.text) for block in turn.blocks):
        return turn
    if form_of(turn.message.provider_raw, losses.dialect).get("empty"):
        return turn

    def keeps(block: ContentBlock, place: str) -> bool:
        if type(block) is not TextBlock or not is_odd(block.text):
            return True
        losses.dropped(place, "text", block)
        report_foreign(block.provider_raw, losses, place)
        return False

    return filtered(turn, keeps)


@when(EMPTY_TEXT, EMPTY_TURN, *_LEAVING)
def drop_empty_turns(draft: Draft, losses: Losses) -> Draft:
    """Drop empty turns.

    "all messages must have non-empty content except for the optional final assistant message" (a refusal)
    """
    for turn in draft.turns:
        if not turn.blocks:
            # A message that a pass has split is gone when all of its parts are.
            left = {turn.path for turn in draft.turns if turn.blocks}
            turns = [turn for turn in draft.turns if turn.blocks or _is_kept(turn, left, losses)]
            return with_turns(draft, turns)
    return draft


def _is_kept(turn: Turn, left: set[str], losses: Losses) -> bool:
    if form_of(turn.message.provider_raw, losses.dialect).get("empty"):
        return True
    if turn.path in left:
        return False
    left.add(turn.path)
    losses.dropped(f"{turn.path}/role", "message", turn.message.role)
    report_foreign(turn.message.provider_raw, losses, turn.path)
    return False
