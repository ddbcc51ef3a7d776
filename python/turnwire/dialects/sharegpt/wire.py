"""A row of a data set in the ShareGPT form.

"They are presented in a list of objects in the `conversations` column", next to "system": "system prompt
(optional)" and "tools": "tool description (optional)" (hiyouga/LLaMA-Factory, data/README.md, read 2026-11-21).
"""

from __future__ import annotations

from typing import Final

import msgspec
from msgspec import UNSET, UnsetType

from turnwire.codec.wire import Wire

NAME: Final = "sharegpt"

# "user_tag [...] (default: human)", "assistant_tag [...] (default: gpt)", "observation_tag [...] represents the tool
# results. (default: observation)", "function_tag [...] represents the function call. (default: function_call)",
# "system_tag [...] (default: system, can override system column)" (data/README.md).  axolotl's defaults add
# "user", "assistant" and "tool" (prompt_strategies/chat_template.py); "chatgpt" and "model" are words of data sets.
ROLES: Final = {
    "human": "user",
    "user": "user",
    "gpt": "assistant",
    "assistant": "assistant",
    "chatgpt": "assistant",
    "model": "assistant",
    "system": "system",
    "observation": "tool",
    "tool": "tool",
    "function_response": "tool",
    "function_call": "call",
    "tool_call": "call",
}
WORDS: Final = {"user": "human", "assistant": "gpt", "system": "system", "tool": "observation", "call": "function_call"}


class Turn(Wire):
    """One turn: its speaker and its text."""

    who: str | UnsetType = msgspec.field(default=UNSET, name="from")
    value: str | UnsetType = UNSET


class Row(Wire):
    """One conversation."""

    conversations: list[Turn]
    system: str | UnsetType = UNSET
    tools: str | UnsetType = UNSET
