"""The words, texts and numbers that the provider takes, and its record among the vendors of the chat format."""

from __future__ import annotations

import re
from typing import Final

from turnwire.dialects.mistral_chat.wire import NAME
from turnwire.families.chat.vendor import Vendor

# "Tool call id was call_0fypS1hVX but must be a-z, A-Z, 0-9, with a length of 9." (a refusal, code 3280, recorded by
# users from 2024-07 to 2026-09)
ID_LENGTH: Final = 9
ID_PATTERN: Final = re.compile(r"[a-zA-Z0-9]{9}")

# "Function name was {name} but must be a-z, A-Z, 0-9, or contain underscores and dashes, with a maximum length of
# 64." (mistral-common, validator.py, 2026)
NAME_LENGTH: Final = 64
NAME_PATTERN: Final = re.compile(r"[a-zA-Z0-9_-]{1,64}")

# RequestedServiceTier, ReasoningEffort and ImageDetail of the provider's description (2026-08-21).
TIERS: Final = frozenset(("auto", "standard_only"))
# The tier of UsageInfo: "The service tier at which the request was processed: standard or priority."
REPLY_TIERS: Final = frozenset(("standard", "priority"))
EFFORTS: Final = frozenset(("none", "minimal", "low", "medium", "high", "xhigh"))
DETAILS: Final = frozenset(("low", "auto", "high"))

# What ToolChoiceEnum means: "`any` or `required` means the model must call one or more tools."
TOOL_CHOICES: Final = {b'"auto"': "auto", b'"none"': "none", b'"required"': "required", b'"any"': "required"}

FINISH_REASONS: Final = {
    "stop": "end_turn",
    "length": "max_tokens",
    "model_length": "max_tokens",
    "tool_calls": "tool_use",
    "error": "error",
}
"""`finish_reason` -> stop reason."""

FINISH_WORDS: Final = {
    "end_turn": "stop",
    "max_tokens": "length",
    "tool_use": "tool_calls",
    "error": "error",
    "stop_sequence": "stop",
    "content_filter": "stop",
    "refusal": "stop",
    "pause_turn": "stop",
    "cancelled": "stop",
}
"""Stop reason -> `finish_reason`."""


MISTRAL: Final = Vendor(
    name=NAME,
    title="Mistral chat completions",
    tiers=TIERS,
    efforts=EFFORTS,
    details=DETAILS,
    finish=FINISH_REASONS,
    finish_words=FINISH_WORDS,
)
"""The record for those parts of the format that are the same as in the others of the family."""


def is_id(text: str) -> bool:
    """Whether the provider takes this as the id of a call."""
    return len(text) == ID_LENGTH and text.isascii() and text.isalnum()
