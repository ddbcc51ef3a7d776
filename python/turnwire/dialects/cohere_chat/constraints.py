"""The name of the dialect, its words, and those of its rules that are a table."""

from __future__ import annotations

from types import MappingProxyType
from typing import TYPE_CHECKING, Final

from turnwire.families.chat.vendor import Vendor
from turnwire.model import ImageBlock, OpaqueBlock, TextBlock, ThinkingBlock, ToolResultBlock, ToolUseBlock

if TYPE_CHECKING:
    from collections.abc import Mapping

    from turnwire.model import StopReason, ToolChoiceMode

NAME: Final = "cohere_chat"

# UserMessageV2Content: text, image_url; AssistantMessageV2Content: text, thinking; SystemMessageV2Content: text;
# ToolMessageV2Content: text, document, which is read as a text.  (cohere 7.3.1, src/cohere/types)
KINDS: Final[Mapping[str, frozenset[type]]] = MappingProxyType(
    {
        "system": frozenset((TextBlock, OpaqueBlock)),
        "user": frozenset((TextBlock, ImageBlock, OpaqueBlock)),
        "assistant": frozenset((TextBlock, ThinkingBlock, ToolUseBlock, OpaqueBlock)),
        "tool": frozenset((ToolResultBlock,)),
    }
)
"""The blocks that the messages of each role may hold."""
IN_RESULTS: Final = frozenset((TextBlock, OpaqueBlock))

# V2ChatRequestToolChoice: "REQUIRED", "NONE"
TOOL_CHOICES: Final[Mapping[str, ToolChoiceMode]] = MappingProxyType({"REQUIRED": "required", "NONE": "none"})

# ChatFinishReason: "COMPLETE", "STOP_SEQUENCE", "MAX_TOKENS", "TOOL_CALL", "ERROR", "TIMEOUT"
STOP_REASONS: Final[Mapping[str, StopReason]] = MappingProxyType(
    {
        "COMPLETE": "end_turn",
        "STOP_SEQUENCE": "stop_sequence",
        "MAX_TOKENS": "max_tokens",
        "TOOL_CALL": "tool_use",
        "ERROR": "error",
        "TIMEOUT": "error",
    }
)
"""`finish_reason` -> stop reason."""
SPECIFIC: Final = frozenset(("TIMEOUT",))
"""Words that say more than their stop reason: they are kept as residue, which is reported as lost elsewhere."""
FINISH_WORDS: Final[Mapping[str, str]] = MappingProxyType(
    {reason: word for word, reason in STOP_REASONS.items() if word not in SPECIFIC}
)
"""Stop reason -> `finish_reason`."""
FAILED: Final = frozenset(word for word, reason in STOP_REASONS.items() if reason == "error")
"""The values of `finish_reason` of a reply that failed."""
# The words for what the format does not have.
NEAR_WORDS: Final[Mapping[str, str]] = MappingProxyType(
    {"content_filter": "ERROR", "refusal": "COMPLETE", "pause_turn": "COMPLETE", "cancelled": "ERROR"}
)

# ImageUrlDetail: "auto", "low", "high", which are the words of chat completions.
COHERE: Final = Vendor(name=NAME, title="Cohere chat")
"""The record for those parts of the format that are the same as in chat completions."""


def failed_words(word: str) -> str:
    """Return the message of the error of a stream that has failed, where the provider says only its finish reason."""
    return f"the reply failed: {word}"
