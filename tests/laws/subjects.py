"""What the laws are run over: dialects, kinds, and documents generated for them or recorded."""

from __future__ import annotations

import functools
import gzip
import json
from typing import TYPE_CHECKING, Any, NamedTuple

from turnwire.dialect import KINDS
from turnwire.dialects import get, names
from turnwire.testing.documents import completions, error_replies, histories

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from hypothesis import strategies as st

    from turnwire.dialect import Kind
    from turnwire.model import Document
    from turnwire.testing.documents import Profile

# Records of one family: the same functions as `openai_chat`, bound to other data.  Half a minute of laws for each
# would find what they find there; tests/dialects/test_chat_vendors.py shows for each what is different.
VARIANTS = frozenset(
    (
        "alibaba_chat",
        "azure_chat",
        "cerebras_chat",
        "deepseek_chat",
        "fireworks_chat",
        "groq_chat",
        "huggingface_chat",
        "llamacpp_chat",
        "moonshot_chat",
        "perplexity_chat",
        "sambanova_chat",
        "together_chat",
        "venice_chat",
        "xai_chat",
        "xiaomi_chat",
        "zai_chat",
    )
)

PARTS: tuple[tuple[str, Kind], ...] = tuple(
    (name, kind) for name in names() if name not in VARIANTS for kind in KINDS if get(name).part(kind)
)
"""Every (dialect, kind) that is read and written, of each family those whose functions differ."""

TARGETS = tuple(part for part in PARTS if part[0] != "turnwire")
"""Those that may lose something; native JSON holds everything."""

ENDPOINTS = {
    "openai.chat": "openai_chat",
    "anthropic.messages": "anthropic_messages",
    "gemini.generateContent": "gemini_generate",
    "mistral.chat": "mistral_chat",
    "ollama.chat": "ollama_chat",
    "openai.responses": "openai_responses",
}
REPLYING = tuple(name for name in names() if get(name).response)
"""The dialects that have replies; data sets have none."""

PER_ENDPOINT = 60


class Recording(NamedTuple):
    """One recorded body."""

    name: str
    dialect: str
    kind: Kind
    body: bytes
    envelope: dict[str, Any]


def documents_of(kind: Kind, profile: Profile) -> st.SearchStrategy[Document]:
    """Documents of the model that a dialect writes as this kind."""
    if kind == "request":
        return histories(profile)
    return completions(profile) if kind == "response" else error_replies(profile)


@functools.cache
def recordings(folder: Path) -> tuple[Recording, ...]:
    """Every so-many-th pair of each endpoint: its request, and its reply or error where that is JSON."""
    return tuple(body for endpoint in ENDPOINTS for body in _of_endpoint(folder, endpoint))


def recordings_for(folder: Path, target: str) -> tuple[Recording, ...]:
    """Those of the kinds that a dialect writes."""
    return tuple(body for body in recordings(folder) if get(target).part(body.kind))


def _of_endpoint(folder: Path, endpoint: str) -> Iterator[Recording]:
    with gzip.open(folder / f"{endpoint}.jsonl.gz", "rt", encoding="utf-8") as lines:
        items = [json.loads(line) for line in lines]
    for item in items[:: max(1, len(items) // PER_ENDPOINT)]:
        name, dialect = item["id"], ENDPOINTS[endpoint]
        yield Recording(f"{name} request", dialect, "request", json.dumps(item["request"]).encode(), {})
        if item["response_format"] == "json" and isinstance(item["response"], dict | list):
            kind: Kind = "response" if item["status"] == 200 else "error"
            envelope = {} if kind == "response" else {"status": item["status"]}
            yield Recording(f"{name} {kind}", dialect, kind, json.dumps(item["response"]).encode(), envelope)
