"""LangChain's words, and ours."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from turnwire.model import Role, StopReason

PATH = ["langchain", "schema", "messages"]
"""The path of the classes according to `dumpd`."""

PACKAGES = ("langchain", "langchain_core")
"""Packages whose classes have the meaning of these words; those of other packages have their own."""

ROLES: dict[str, Role] = {
    "human": "user",
    "HumanMessageChunk": "user",
    "chat": "user",
    "ai": "assistant",
    "AIMessageChunk": "assistant",
    "system": "system",
    "SystemMessageChunk": "system",
    "tool": "tool",
    "ToolMessageChunk": "tool",
    "function": "tool",
}
TYPES: dict[str, str] = {"user": "human", "assistant": "ai", "system": "system", "tool": "tool"}

# `finish_reason` in `response_metadata` has the provider's word; most have OpenAI's.
STOP_REASONS: dict[str, StopReason] = {
    "stop": "end_turn",
    "length": "max_tokens",
    "tool_calls": "tool_use",
    "content_filter": "content_filter",
    "stop_sequence": "stop_sequence",
    "refusal": "refusal",
    "pause_turn": "pause_turn",
    "cancelled": "cancelled",
    "error": "error",
}
FINISH_REASONS: dict[str, str] = {reason: word for word, reason in STOP_REASONS.items()}
