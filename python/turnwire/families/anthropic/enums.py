"""Words and rules of the Messages API that its readers and its writers have in common."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import msgspec

from turnwire.families.anthropic import wire as w
from turnwire.model import TextBlock

if TYPE_CHECKING:
    from msgspec import Raw

    from turnwire.model import ContentBlock

# "model_context_window_exceeded": the reply is cut off as it is at max_tokens.
NEAR_STOP_REASONS: Final = {"model_context_window_exceeded": "max_tokens"}

RUN_RESULTS: dict[type, str] = {
    w.WebSearchResult: "web_search_tool_result",
    w.WebFetchResult: "web_fetch_tool_result",
    w.CodeExecutionResult: "code_execution_tool_result",
    w.BashResult: "bash_code_execution_tool_result",
    w.EditorResult: "text_editor_code_execution_tool_result",
    w.ToolSearchResult: "tool_search_tool_result",
    w.AdvisorResult: "advisor_tool_result",
}

_COUNTS = msgspec.json.Decoder(dict[str, int])


def is_plain(block: ContentBlock) -> bool:
    """Return whether a block has only a text, so that the provider takes it as a string."""
    return type(block) is TextBlock and not block.citations and block.cache is None and block.provider_raw is None


def split_total(split: Raw) -> int | None:
    """The tokens that a split by lifetime adds up to; None where it is not an object of counts."""
    try:
        return sum(_COUNTS.decode(split).values())
    except msgspec.DecodeError:
        return None
