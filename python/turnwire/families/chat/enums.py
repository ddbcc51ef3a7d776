"""The words of the format, and their meaning in the model."""

from __future__ import annotations

from types import MappingProxyType
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Mapping

# CreateChatCompletionRequest, tool_choice: "Controls which (if any) tool is called by the model."
TOOL_CHOICES = {b'"auto"': "auto", b'"none"': "none", b'"required"': "required"}

# The values of `ServiceTier` and `ReasoningEffort` in OpenAI's description of the API.
TIERS = frozenset(("auto", "default", "flex", "scale", "priority", "fast"))
EFFORTS = frozenset(("none", "minimal", "low", "medium", "high", "xhigh", "max"))

# The roles of messages that every server knows; OpenAI's own API has `developer` besides.
ROLES = frozenset(("system", "user", "assistant", "tool"))

# ResponseModalities, the `format` of `input_audio` and the `detail` of `image_url` there.
MODALITIES = frozenset(("text", "audio"))
SOUNDS = frozenset(("wav", "mp3"))
DETAILS = frozenset(("auto", "low", "high"))

FINISH_REASONS: Mapping[str, str] = MappingProxyType(
    {
        "stop": "end_turn",
        "length": "max_tokens",
        "tool_calls": "tool_use",
        "content_filter": "content_filter",
        "function_call": "tool_use",
        # Models of DeepSeek on Azure
        "tool_call": "tool_use",
    }
)
"""`finish_reason` -> stop reason."""

FINISH_WORDS: Mapping[str, str] = MappingProxyType(
    {
        "end_turn": "stop",
        "max_tokens": "length",
        "tool_use": "tool_calls",
        "content_filter": "content_filter",
        "stop_sequence": "stop",
        "refusal": "content_filter",
        "pause_turn": "stop",
        "cancelled": "stop",
        # The format has no word for a failed reply; this word is at least not that of a complete reply.
        "error": "content_filter",
    }
)
"""Stop reason -> `finish_reason`."""


def role_word(role: str, form: dict[str, Any]) -> Any:
    """Return the word for a role that a message's `$form` notes.

    `developer` is a system message, unknown words a user's.
    """
    if "role" not in form or role not in ("user", "system"):
        return role
    word = form["role"]
    return word if (role == "system") == (word == "developer") else role
