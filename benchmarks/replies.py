"""Replies: every pair of the four large formats at four sizes, by the public API, dialect and kind named."""

from __future__ import annotations

import functools
import itertools
import json
from typing import TYPE_CHECKING, Any

import turnwire
from benchmarks.inputs import encoded, words
from benchmarks.ratio import Row, floor_of, lowest

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

FORMATS = ("openai_chat", "anthropic_messages", "openai_responses", "gemini_generate")
# Size -> the words of the text, the calls, and the words of an argument of each call.
SHAPES = {"2 KB": (120, 3, 12), "15 KB": (1_200, 15, 20), "800 KB": (60_000, 500, 120), "5 MB": (500_000, 1_000, 300)}
ALLOWED = {"2 KB": 4.0, "15 KB": 2.1, "800 KB": 1.45, "5 MB": 0.7}
TO_GEMINI = {"2 KB": 5.0, "15 KB": 2.6, "800 KB": 1.7, "5 MB": 0.7}
SECONDS = 0.6


def reply(text: int, calls: int, argument: int) -> dict[str, Any]:
    """A reply of OpenAI's chat format, with all members that its server sends."""
    message: dict[str, Any] = {"role": "assistant", "content": words(text, 1), "refusal": None, "annotations": []}
    message["tool_calls"] = [
        {
            "id": f"call_{n:08d}",
            "type": "function",
            "function": {"name": "search", "arguments": json.dumps({"query": words(argument, n), "limit": n})},
        }
        for n in range(calls)
    ]
    return {
        "id": "chatcmpl-C1a2b3",
        "object": "chat.completion",
        "created": 1760000000,
        "model": "gpt-4.1-2025-04-14",
        "choices": [{"index": 0, "message": message, "logprobs": None, "finish_reason": "tool_calls"}],
        "usage": {"prompt_tokens": 310, "completion_tokens": 140, "total_tokens": 450},
        "service_tier": "default",
        "system_fingerprint": None,
    }


@functools.cache
def body_of(size: str, dialect: str) -> bytes:
    """The reply of a size in a format."""
    first = encoded(reply(*SHAPES[size]))
    return first if dialect == "openai_chat" else _convert(first, "openai_chat", dialect).data


def _convert(body: bytes, source: str, target: str) -> turnwire.Written:
    return turnwire.convert(body, target, source=source, kind="response")


def rows() -> Iterator[Row]:
    """Ratios to the floor of the source's own bytes."""
    for size, source in itertools.product(SHAPES, FORMATS):
        body = body_of(size, source)
        targets = [target for target in FORMATS if target != source]
        ratios = lowest(floor_of(body), [_conversion(body, source, target) for target in targets], SECONDS)
        for target, ratio in zip(targets, ratios, strict=True):
            allowed = (TO_GEMINI if target == "gemini_generate" else ALLOWED)[size]
            yield Row(f"{source} to {target}, {size}", ratio, allowed)


def _conversion(body: bytes, source: str, target: str) -> Callable[[], object]:
    return lambda: _convert(body, source, target)
