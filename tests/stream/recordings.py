"""Recorded streams."""

from __future__ import annotations

import functools
import gzip
import json
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

STREAMED = {
    "openai.chat": "openai_chat",
    "anthropic.messages": "anthropic_messages",
    "gemini.generateContent": "gemini_generate",
    "mistral.chat": "mistral_chat",
    "ollama.chat": "ollama_chat",
    "openai.responses": "openai_responses",
}
PER_ENDPOINT = 40


@functools.cache
def recordings(folder: Path, endpoint: str) -> tuple[tuple[str, str, bytes], ...]:
    """Every so-many-th stream of an endpoint: its name, its dialect, its bytes."""
    found = list(every(folder, endpoint))
    return tuple(found[:: max(1, len(found) // PER_ENDPOINT)])


def every(folder: Path, endpoint: str) -> Iterator[tuple[str, str, bytes]]:
    """Every stream of an endpoint."""
    with gzip.open(folder / f"{endpoint}.jsonl.gz", "rt", encoding="utf-8") as lines:
        for line in lines:
            item = json.loads(line)
            if item["status"] == 200 and item["response_format"] in ("sse", "ndjson"):
                yield item["id"], STREAMED[endpoint], item["response"].encode("utf-8", "surrogatepass")
