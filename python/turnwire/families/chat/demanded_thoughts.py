"""An empty reasoning in the answers of a conversation with tools, for servers that demand one of each answer."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from msgspec import Raw, structs

from turnwire.lowering.draft import TOOLS, Draft, Turn, marks, when, with_turns
from turnwire.lowering.rewrite_blocks import mark_as_is, was_illegal_in_source
from turnwire.model import Origin, ThinkingBlock, ToolUseBlock

if TYPE_CHECKING:
    from turnwire.losses import Losses
    from turnwire.model import History

_THOUGHTS: Final = "reasoning_content"


@marks("assistant")
def mark_answers_without_thoughts(history: History, dialect: str) -> None:
    """Mark the assistant's messages without reasoning, so that they are written back unchanged."""
    if not _has_tools(history):
        return
    for message in history.history:
        if message.role == "assistant" and not any(type(block) is ThinkingBlock for block in message.content):
            message.provider_raw = mark_as_is(message.provider_raw, dialect, _THOUGHTS)


def _has_tools(history: History) -> bool:
    if history.settings is not None and history.settings.tools:
        return True
    return any(type(block) is ToolUseBlock for message in history.history for block in message.content)


@when(ToolUseBlock, TOOLS)
def answers_have_thoughts(draft: Draft, losses: Losses) -> Draft:
    """Write an empty `reasoning_content` in an assistant's message without reasoning, if the model may call tools.

    DeepSeek refuses a call of another model, or of its own without thinking, that has none: "The `reasoning_content`
    in the thinking mode must be passed back to the API."; Moonshot AI does so, too: "thinking is enabled but
    reasoning_content is missing in assistant tool call message at index 3".  Replies of both have an empty one in the
    middle of a loop of calls, which is taken back.  Thinking is on unless it is disabled.
    """
    reasoning = draft.settings.reasoning if draft.settings is not None else None
    if reasoning is not None and (reasoning.mode == "disabled" or reasoning.effort == "none"):
        return draft
    return with_turns(draft, [_with_thoughts(turn, losses) for turn in draft.turns])


def _with_thoughts(turn: Turn, losses: Losses) -> Turn:
    dialect = losses.dialect
    if turn.role != "assistant" or any(type(block) is ThinkingBlock for block in turn.blocks):
        return turn
    if was_illegal_in_source(turn.message.provider_raw, dialect, _THOUGHTS):
        return turn
    place = f"{turn.path}/content"
    losses.invented(place, "thinking", "")
    empty = ThinkingBlock("", origin=Origin(dialect), provider_raw={dialect: Raw(b"{}")})
    return structs.replace(turn, blocks=[empty, *turn.blocks], places=[place, *turn.all_places()])
