"""Disable thinking in a tool loop whose calls came without thinking of the provider: the server refuses it there."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from turnwire.families.anthropic.constraints import PLATFORMS
from turnwire.families.anthropic.forced_tools import thinks, without_thinking
from turnwire.lowering.as_read import was_read_so
from turnwire.lowering.draft import REASONING, Draft, when
from turnwire.lowering.model_rules import rules_for
from turnwire.lowering.segments import is_result
from turnwire.model import History, RedactedThinkingBlock, ThinkingBlock, ToolUseBlock

if TYPE_CHECKING:
    from collections.abc import Sequence

    from turnwire.losses import Losses
    from turnwire.model import ContentBlock, Message, Reasoning

_MAKER: Final = "anthropic"
_THOUGHTS: Final = (ThinkingBlock, RedactedThinkingBlock)


@when(REASONING)
def begin_calls_with_thinking(draft: Draft, losses: Losses) -> Draft:
    """Disable thinking for a request whose last calls begin with no thinking of the provider's own.

    "messages.1.content.0.type: Expected `thinking` or `redacted_thinking`, but found `tool_use`. When `thinking` is
    enabled, a final `assistant` message must start with a thinking block (preceeding the lastmost set of `tool_use`
    and `tool_result` blocks). [...] To avoid this requirement, disable `thinking`." (a refusal of claude-sonnet-4 and
    claude-opus-4-5); "when you return a tool result, the thinking blocks from the assistant message must come back with
    it." (platform.claude.com/docs/en/build-with-claude/thinking-tool-workflows, read 2026-11-22)
    """
    settings, document = draft.settings, draft.document
    if settings is None or settings.reasoning is None or type(document) is not History:
        return draft
    if not _is_enabled(draft, settings.reasoning):
        return draft
    if was_read_so(draft, settings.reasoning.provider_raw, losses.dialect, "mode"):
        return draft
    calls = _open_calls(document.history)
    if not calls or _begins_with_thinking(calls, losses.dialect):
        return draft
    return without_thinking(draft, settings, losses)


def _is_enabled(draft: Draft, reasoning: Reasoning) -> bool:
    """Whether thinking will be `enabled`, and not `adaptive`, of which no such refusal is known."""
    modes = rules_for(draft, _MAKER).modes
    if modes is None:
        return reasoning.mode == "enabled"
    return "enabled" in modes and thinks(reasoning) and (reasoning.mode == "enabled" or "adaptive" not in modes)


def _open_calls(messages: Sequence[Message]) -> list[ContentBlock]:
    """The last turn of the model, if it has calls and the conversation ends with their results."""
    last = len(messages)
    while last and messages[last - 1].role != "assistant":
        last -= 1
    if last == len(messages) or not any(map(is_result, messages[-1].content)):
        return []
    first = last
    while first and messages[first - 1].role == "assistant":
        first -= 1
    said = [block for message in messages[first:last] for block in message.content]
    return said if any(type(block) is ToolUseBlock and block.run_by != "provider" for block in said) else []


def _begins_with_thinking(said: list[ContentBlock], dialect: str) -> bool:
    written: Any = next((block for block in said if type(block) not in _THOUGHTS or _is_own(block, dialect)), None)
    return type(written) in _THOUGHTS


def _is_own(block: Any, dialect: str) -> bool:
    """Whether the block will be written as thinking: sealed, and by one of the provider's platforms."""
    maker = dialect if block.origin is None else block.origin.dialect
    if type(block) is RedactedThinkingBlock:
        return bool(maker == dialect)
    return block.signature is not None and maker in PLATFORMS | {dialect}
