"""Recorded traffic: each body with its dialect, its kind and the status of the reply."""

from __future__ import annotations

import gzip
import json
from typing import TYPE_CHECKING, Any

from tests.data import data

from turnwire.dialects import names

if TYPE_CHECKING:
    from collections.abc import Iterator

_DIALECTS = {
    "anthropic.messages": "anthropic_messages",
    "gemini.generateContent": "gemini_generate",
    "mistral.chat": "mistral_chat",
    "ollama.chat": "ollama_chat",
    "openai.responses": "openai_responses",
}


def items() -> Iterator[dict[str, Any]]:
    """Every recorded item."""
    for path in sorted(data("corpus").glob("*.jsonl.gz")):
        with gzip.open(path, "rt", encoding="utf-8") as lines:
            yield from map(json.loads, lines)


def dialect_of(item: dict[str, Any]) -> str:
    """The dialect of the provider, or the chat format in general where the provider has none of its own."""
    endpoint, provider = item["endpoint"], item["provider"]
    if endpoint == "anthropic.messages" and provider == "vertex":
        return "vertex_anthropic"
    if endpoint == "gemini.generateContent" and provider == "vertex":
        return "vertex_gemini"
    if endpoint in _DIALECTS:
        return _DIALECTS[endpoint]
    return f"{provider}_chat" if f"{provider}_chat" in names() and endpoint == "openai.chat" else "openai_chat"


def bodies(*statuses: int) -> Iterator[tuple[str, str, str, Any]]:
    """The id, dialect, kind and body of each request with such a status, and of each reply that is JSON."""
    for item in items():
        if item["status"] in statuses:
            yield item["id"], dialect_of(item), "request", item["request"]
            if item["response_format"] == "json":
                kind = "response" if item["status"] < 400 else "error"
                yield item["id"], dialect_of(item), kind, item["response"]
