"""The inputs: OpenAI chat requests of four sizes or of so many messages, made here, the same on every run.

Of their words three or four characters in a hundred are not ASCII, since such text costs decoding and encoding;
base64 and the names of fields are ASCII.
"""

from __future__ import annotations

import base64
import hashlib
import json
from typing import Any

SIZES = ("1 KB", "13 KB", "800 KB", "5 MB images")

_TEXT = (
    "the model reads every message in order and keeps what it does not understand so that nothing is lost "
    "naïve café résumé coöperate — “quoted” £20 über straße 東京 a writer tells what the target cannot hold and "
    "where it stood in the document of the caller which tools were called with which input and what came back "
)
_WORDS = _TEXT.split()


def words(count: int, seed: int) -> str:
    """`count` words, chosen by the digest of the seed."""
    digest = hashlib.shake_128(str(seed).encode()).digest(count)
    return " ".join(_WORDS[byte % len(_WORDS)] for byte in digest)


def picture(size: int, seed: int) -> str:
    """A data URL of `size` bytes that look like a compressed picture."""
    # As a picture begins: some formats tell its type by that alone.
    data = b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR" + hashlib.shake_128(str(seed).encode()).digest(size)
    return "data:image/png;base64," + base64.b64encode(data).decode()


def small() -> dict[str, Any]:
    """About 1 KB: a system prompt and one question."""
    return {
        "model": "gpt-4.1",
        "messages": [
            {"role": "system", "content": words(60, 1)},
            {"role": "user", "content": words(110, 2)},
        ],
        "temperature": 0.2,
        "max_completion_tokens": 1024,
    }


def _exchange(seed: int) -> list[dict[str, Any]]:
    """Four messages: a question, a call, its result, an answer."""
    call = f"call_{seed:08d}"
    arguments = json.dumps({"field_0": words(6, seed), "limit": seed % 20, "exact": True})
    function = {"name": "search_documents", "arguments": arguments}
    return [
        {"role": "user", "content": words(70, seed + 1)},
        {
            "role": "assistant",
            "content": words(20, seed + 2),
            "tool_calls": [{"id": call, "type": "function", "function": function}],
        },
        {"role": "tool", "tool_call_id": call, "content": words(150, seed + 3)},
        {"role": "assistant", "content": words(110, seed + 4)},
    ]


def _tool(name: str, seed: int) -> dict[str, Any]:
    properties = {f"field_{n}": {"type": "string", "description": words(8, seed + n)} for n in range(4)}
    schema = {"type": "object", "properties": properties, "required": ["field_0"]}
    return {
        "type": "function",
        "function": {"name": name, "description": words(15, seed), "parameters": schema},
    }


def conversation(messages: int) -> dict[str, Any]:
    """A conversation with tools: 20 messages are about 13 KB, 500 about 300 KB of plain length."""
    turns = [turn for seed in range(messages // 4) for turn in _exchange(1000 * seed)]
    return {
        "model": "gpt-4.1",
        "messages": [{"role": "system", "content": words(80, 3)}, *turns[: messages - 1]],
        "tools": [_tool("search_documents", 10), _tool("read_document", 20)],
        "tool_choice": "auto",
        "temperature": 0.7,
        "top_p": 0.95,
        "max_completion_tokens": 2048,
    }


def stretched(document: dict[str, Any], size: int) -> dict[str, Any]:
    """The conversation with longer texts, so that the whole has about `size` bytes."""
    length = len(encoded(document))
    texts = [m for m in document["messages"] if isinstance(m.get("content"), str)]
    more = (size - length) // (6 * len(texts))
    for seed, message in enumerate(texts):
        message["content"] += " " + words(max(more, 1), seed)
    return document


def question(size: int) -> dict[str, Any]:
    """One question of about `size` bytes."""
    return stretched({"model": "gpt-4.1", "messages": [{"role": "user", "content": words(10, 6)}]}, size)


def pictures() -> dict[str, Any]:
    """Five base64 pictures of about 1 MB each, with words around them."""
    parts = [{"type": "image_url", "image_url": {"url": picture(780_000, n)}} for n in range(5)]
    return {
        "model": "gpt-4.1",
        "messages": [
            {"role": "system", "content": words(60, 4)},
            {"role": "user", "content": [{"type": "text", "text": words(40, 5)}, *parts]},
        ],
        "max_completion_tokens": 512,
    }


def encoded(document: dict[str, Any]) -> bytes:
    """Compact JSON in UTF-8, as clients send it."""
    return json.dumps(document, ensure_ascii=False, separators=(",", ":")).encode()


def requests() -> dict[str, bytes]:
    """The OpenAI chat request of each size."""
    big = stretched(conversation(500), 800_000)
    documents = (small(), conversation(20), big, pictures())
    return {size: encoded(document) for size, document in zip(SIZES, documents, strict=True)}
