"""The name of the dialect, and what each word of Ollama's API is called in the model."""

from __future__ import annotations

from typing import Final

NAME: Final = "ollama_chat"


# ChatRequest.think: "Can be a boolean (true/false) or a string ("high", "medium", "low", "max")" (docs/openapi.yaml)
LEVELS: Final = frozenset(("low", "medium", "high", "max"))

STOP_REASONS: Final = {"stop": "end_turn", "length": "max_tokens"}
"""`done_reason` -> stop reason; a reply with tool calls has `stop` too, and is read as `tool_use`."""

DONE_REASONS: Final = {"max_tokens": "length"}
# `done_reason` is any text to clients; the server has no word for a reply that failed, and "stop" would hide it.
FAILED: Final = "error"
"""Stop reason -> `done_reason`, where it is not `stop`."""
