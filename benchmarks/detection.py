"""What detection costs: a conversion of a detected source, beyond one whose source is named; as a ratio to the floor.

The four large formats are decoded as what they probably are.  For the others the cost of detection alone is measured.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import turnwire
from benchmarks.bodies import of_size
from benchmarks.inputs import conversation, encoded, words
from benchmarks.ratio import Row, floor_of, lowest
from turnwire.detect import guess

if TYPE_CHECKING:
    from collections.abc import Iterator

LARGE = ("openai_chat", "anthropic_messages", "openai_responses", "gemini_generate")
OTHERS = (
    "mistral_chat",
    "ollama_chat",
    "langchain_messages",
    "sharegpt",
    "glm",
    "otel_genai",
    "turnwire",
    "canonical",
    "geppetto",
    "bedrock_anthropic",
)
SECONDS = 2.0
# The most that detection may cost beyond a conversion whose source is named, and alone for the other formats.
BEYOND = {"2 KB": 1.0, "5 MB images": 0.05}
ALONE = {"13 KB": 2.0, "5 MB images": 0.8}


def small() -> bytes:
    """A chat request of about 2 KB: ten messages with calls, of few words each, and a tool."""
    document = conversation(10)
    for seed, message in enumerate(document["messages"]):
        message["content"] = words(12, seed)
    document["tools"] = [{"type": "function", "function": {"name": "search_documents", "parameters": {}}}]
    return encoded(document)


def body_of(dialect: str, size: str) -> bytes | None:
    """The request of a size in a dialect; None where the dialect has none."""
    if size != "2 KB":
        return of_size(dialect, size)
    first = small()
    if dialect == LARGE[0]:
        return first
    return turnwire.convert(first, dialect, source=LARGE[0], kind="request").data


def rows() -> Iterator[Row]:
    """The figures, each of one run."""
    for size, most in BEYOND.items():
        for dialect in LARGE:
            if body := body_of(dialect, size):
                yield Row(f"beyond the named source, {dialect}, {size}", _beyond(body, dialect), most)
    for size, most in ALONE.items():
        for dialect in OTHERS:
            if body := body_of(dialect, size):
                yield Row(f"detection alone, {dialect}, {size}", _alone(body), most)


def _beyond(body: bytes, dialect: str) -> float:
    target = LARGE[0] if dialect == LARGE[1] else LARGE[1]

    def named() -> object:
        return turnwire.convert(body, target, source=dialect, kind="request")

    def detected() -> object:
        return turnwire.convert(body, target)

    least = lowest(floor_of(body), (named, detected), SECONDS)
    return least[1] - least[0]


def _alone(body: bytes) -> float:
    return lowest(floor_of(body), (lambda: guess(body, None, None),), SECONDS)[0]
