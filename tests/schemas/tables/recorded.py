"""Recorded bodies of each dialect that has a schema made from a table."""

from __future__ import annotations

import functools
import gzip
import json
from typing import TYPE_CHECKING, Any, NamedTuple

from tests.data import data

from turnwire.documents import schemas

if TYPE_CHECKING:
    from collections.abc import Iterator

ENDPOINTS = {
    "anthropic.messages": "anthropic_messages",
    "gemini.generateContent": "gemini_generate",
    "mistral.chat": "mistral_chat",
    "ollama.chat": "ollama_chat",
    "openai.chat": "openai_chat",
    "openai.responses": "openai_responses",
}
PLATFORMS = {
    ("anthropic.messages", "vertex"): "vertex_anthropic",
    ("anthropic.messages", "bedrock"): "bedrock_anthropic",
    ("gemini.generateContent", "vertex"): "vertex_gemini",
}
# A server that has no dialect of its own speaks the format that it copies.
OWNERS = {
    "anthropic_messages": "anthropic",
    "gemini_generate": "google",
    "mistral_chat": "mistral",
    "ollama_chat": "ollama",
    "openai_chat": "openai",
    "openai_responses": "openai",
    "openrouter_chat": "openrouter",
}
_OK = 200


class Body(NamedTuple):
    """A request, a whole reply, or an error that was recorded."""

    dialect: str
    provider: str
    kind: str
    tree: Any
    item: str


def bodies() -> Iterator[Body]:
    """Yield all bodies whose dialect has a schema: requests that were answered, whole replies, and errors."""
    known = schemas.dialects()
    for file in ENDPOINTS:
        for item in _items(file):
            dialect = _dialect_of(file, item["provider"])
            if dialect in known:
                yield from _bodies_of(item, dialect)


def of_owner(dialect: str, kind: str) -> list[Any]:
    """Return the bodies of one kind that the owner of a format sent or took."""
    wanted = (dialect, OWNERS[dialect], kind)
    return [body.tree for body in bodies() if (body.dialect, body.provider, body.kind) == wanted]


def _bodies_of(item: dict[str, Any], dialect: str) -> Iterator[Body]:
    is_whole = item["response_format"] == "json"
    if item["status"] == _OK:
        yield Body(dialect, item["provider"], "request", item["request"], item["id"])
        if is_whole and isinstance(item["response"], dict):
            yield Body(dialect, item["provider"], "response", item["response"], item["id"])
    elif is_whole:
        yield Body(dialect, item["provider"], "error", item["response"], item["id"])


def _dialect_of(file: str, provider: str) -> str:
    if file == "openai.chat" and f"{provider}_chat" in schemas.dialects() and provider != "ollama":
        return f"{provider}_chat"
    return PLATFORMS.get((file, provider), ENDPOINTS[file])


@functools.cache
def _items(file: str) -> list[dict[str, Any]]:
    with gzip.open(data(f"corpus/{file}.jsonl.gz"), "rt", encoding="utf-8") as lines:
        return [json.loads(line) for line in lines]
