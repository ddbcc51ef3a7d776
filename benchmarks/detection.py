"""What detection costs: a conversion of a detected source, beyond one whose source is named; as a ratio to the floor.

The four large formats are decoded as what they probably are.  For the others the cost of detection alone is measured.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import turnwire
from benchmarks.bodies import of_size
from benchmarks.large import FORMATS, body_of
from benchmarks.ratio import Row, floor_of, lowest
from turnwire.detect import guess

if TYPE_CHECKING:
    from collections.abc import Iterator

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
BEYOND = {"2 KB": 0.6, "15 KB": 0.3, "800 KB": 0.1, "5 MB": 0.05}
ALONE = {"13 KB": 2.0, "5 MB images": 0.8}


def rows() -> Iterator[Row]:
    """The figures, each of one run."""
    for size, most in BEYOND.items():
        for dialect in FORMATS:
            yield Row(
                f"beyond the named source, {dialect}, {size}", _beyond(body_of(size, dialect, "request"), dialect), most
            )
    for size, most in ALONE.items():
        for dialect in OTHERS:
            if body := of_size(dialect, size):
                yield Row(f"detection alone, {dialect}, {size}", _alone(body), most)


def _beyond(body: bytes, dialect: str) -> float:
    target = FORMATS[0] if dialect == FORMATS[1] else FORMATS[1]

    def named() -> object:
        return turnwire.convert(body, target, source=dialect, kind="request")

    def detected() -> object:
        return turnwire.convert(body, target)

    least = lowest(floor_of(body), (named, detected), SECONDS)
    return least[1] - least[0]


def _alone(body: bytes) -> float:
    return lowest(floor_of(body), (lambda: guess(body, None, None),), SECONDS)[0]
