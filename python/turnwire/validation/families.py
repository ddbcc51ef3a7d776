"""The dialects that share a format and, for OpenAI, the rules of one server; several rules are about each group."""

from __future__ import annotations

from typing import Final

ANTHROPIC: Final = frozenset({"anthropic_messages", "bedrock_anthropic", "vertex_anthropic"})
GEMINI: Final = frozenset({"gemini_generate", "vertex_gemini"})
OPENAI_CHAT: Final = frozenset({"openai_chat", "azure_chat"})
OPENAI: Final = OPENAI_CHAT | {"openai_responses"}
CONVERSE: Final = "bedrock_converse"
