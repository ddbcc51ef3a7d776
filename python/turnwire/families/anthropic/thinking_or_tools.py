"""Change forced tool choices, and disable thinking where the server refuses it: with these, and in tool loops."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from turnwire.families.anthropic.constraints import PLATFORMS
from turnwire.lowering.as_read import was_read_so, was_read_so_anywhere
from turnwire.lowering.draft import TOOL_CHOICE, Draft, when
from turnwire.lowering.model_rules import rules_for
from turnwire.lowering.segments import is_result
from turnwire.lowering.settings import degraded, invented, when_set, with_settings, without
from turnwire.model import History, RedactedThinkingBlock, ThinkingBlock, ToolUseBlock

if TYPE_CHECKING:
    from collections.abc import Sequence

    from turnwire.losses import Losses
    from turnwire.model import ContentBlock, Message, Reasoning

_MAKER: Final = "anthropic"
_FORCED: Final = frozenset({"required", "tool"})
_THINKS: Final = frozenset({"enabled", "adaptive"})
_THOUGHTS: Final = (ThinkingBlock, RedactedThinkingBlock)


@when(TOOL_CHOICE)
def force_tools_or_think(draft: Draft, losses: Losses) -> Draft:
    """Change a forced tool choice that the model refuses, or switch thinking off if it refuses only both together.

    The caller's program relies on the choice, and a model of the second kind can answer without thinking.

    "Thinking may not be enabled when tool_choice forces tool use." (a refusal of claude-sonnet-4-6)
    """
    settings = draft.settings
    choice = settings.tool_choice if settings is not None else None
    if settings is None or choice is None or choice.mode not in _FORCED:
        return draft
    takes, reasoning = rules_for(draft, _MAKER), settings.reasoning
    if not takes.forced_tools:
        if was_read_so(draft, choice.provider_raw, losses.dialect, "mode"):
            return draft
        free = without(degraded(choice, "mode", "auto", losses), "name", losses=losses)
        return with_settings(draft, {"tool_choice": free})
    if takes.forced_while_thinking or reasoning is None or was_read_so_anywhere(reasoning.provider_raw, "mode"):
        return draft
    return with_settings(draft, {"reasoning": _without_thinking(reasoning, losses)})


def _thinks(reasoning: Reasoning) -> bool:
    """Whether a later pass would ask for thinking: by its mode, or by an effort or a budget alone."""
    if reasoning.mode is not None:
        return reasoning.mode in _THINKS
    return reasoning.effort not in (None, "none") or reasoning.budget_tokens is not None


def _without_thinking(reasoning: Reasoning, losses: Losses) -> Reasoning:
    """Disable thinking, where it would be on."""
    if not _thinks(reasoning):
        return reasoning
    change = invented if reasoning.mode is None else degraded
    return without(change(reasoning, "mode", "disabled", losses), "budget_tokens", "summary", losses=losses)


@when_set("reasoning")
def begin_calls_with_thinking(reasoning: Reasoning, draft: Draft, losses: Losses) -> Reasoning:
    """Disable thinking for a request that continues a turn which does not begin with thinking of the provider's own.

    Such a turn ends the conversation, as the beginning of the reply, or has the calls whose results end it.

    "messages.1.content.0.type: Expected `thinking` or `redacted_thinking`, but found `tool_use`. When `thinking` is
    enabled, a final `assistant` message must start with a thinking block (preceeding the lastmost set of `tool_use`
    and `tool_result` blocks). [...] To avoid this requirement, disable `thinking`." (a refusal of claude-sonnet-4 and
    claude-opus-4-5); "when you return a tool result, the thinking blocks from the assistant message must come back with
    it." (platform.claude.com/docs/en/build-with-claude/thinking-tool-workflows, read 2026-11-22)
    """
    document = draft.document
    if type(document) is not History or not _is_enabled(draft, reasoning):
        return reasoning
    if was_read_so(draft, reasoning.provider_raw, losses.dialect, "mode"):
        return reasoning
    said = _open_turn(document.history)
    if not said or _begins_with_thinking(said, losses.dialect):
        return reasoning
    return _without_thinking(reasoning, losses)


def _is_enabled(draft: Draft, reasoning: Reasoning) -> bool:
    """Whether thinking will be `enabled`, and not `adaptive`, of which no such refusal is known."""
    modes = rules_for(draft, _MAKER).modes
    if modes is None:
        return reasoning.mode == "enabled"
    return "enabled" in modes and _thinks(reasoning) and (reasoning.mode == "enabled" or "adaptive" not in modes)


def _open_turn(messages: Sequence[Message]) -> list[ContentBlock]:
    """Return the last turn of the model, if the conversation ends with it or with the results of its calls."""
    last = len(messages)
    while last and messages[last - 1].role != "assistant":
        last -= 1
    is_answered = last < len(messages) and any(map(is_result, messages[-1].content))
    if last < len(messages) and not is_answered:
        return []
    first = last
    while first and messages[first - 1].role == "assistant":
        first -= 1
    said = [block for message in messages[first:last] for block in message.content]
    return said if not is_answered or any(map(_is_call, said)) else []


def _is_call(block: ContentBlock) -> bool:
    return type(block) is ToolUseBlock and block.run_by != "provider"


def _begins_with_thinking(said: list[ContentBlock], dialect: str) -> bool:
    written: Any = next((block for block in said if type(block) not in _THOUGHTS or _is_own(block, dialect)), None)
    return type(written) in _THOUGHTS


def _is_own(block: Any, dialect: str) -> bool:
    """Whether the block will be written as thinking: sealed, and by one of the provider's platforms."""
    maker = dialect if block.origin is None else block.origin.dialect
    if type(block) is RedactedThinkingBlock:
        return bool(maker == dialect)
    return block.signature is not None and maker in PLATFORMS | {dialect}
