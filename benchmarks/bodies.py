"""The inputs in every dialect: the OpenAI chat requests of `inputs.py`, converted once before anything is measured."""

from __future__ import annotations

import functools
from typing import TYPE_CHECKING

import turnwire
from benchmarks.inputs import conversation, encoded, question, requests
from turnwire.dialects import get, names

if TYPE_CHECKING:
    from benchmarks.choice import Pair

FIRST = "openai_chat"
MAIN = (
    "openai_chat",
    "openai_responses",
    "openrouter_chat",
    "anthropic_messages",
    "gemini_generate",
    "mistral_chat",
    "ollama_chat",
    "turnwire",
)
"""The formats that are not made of another one: they are measured longest."""

DIALECTS = tuple(name for name in names() if get(name).request is not None)
PAIRS: tuple[Pair, ...] = tuple((source, target) for source in DIALECTS for target in DIALECTS if source != target)
MAIN_PAIRS: tuple[Pair, ...] = tuple(pair for pair in PAIRS if set(pair) <= set(MAIN))

# Of a conversation such a part must be left for it to be a conversation of its size.
_LEFT = 0.25

_requests = functools.cache(requests)


@functools.lru_cache(8)
def of_size(dialect: str, size: str) -> bytes | None:
    """The request of one of the four sizes in a dialect.

    A format that holds little of a conversation (one query of Geppetto) asks one question of that size instead; one
    that holds no pictures has no request of pictures, which is None.
    """
    first = _requests()[size]
    body = _written(first, dialect)
    if len(body) >= _LEFT * len(first):
        return body
    return None if "images" in size else _written(encoded(question(len(first))), dialect)


@functools.lru_cache(8)
def of_messages(dialect: str, messages: int) -> bytes | None:
    """A conversation of so many messages in a dialect, where the dialect holds them."""
    first = encoded(conversation(messages))
    body = _written(first, dialect)
    return body if len(body) >= _LEFT * len(first) else None


def _written(first: bytes, dialect: str) -> bytes:
    return first if dialect == FIRST else turnwire.convert(first, dialect, source=FIRST, kind="request").data


def convert(body: bytes, source: str, target: str) -> turnwire.Written:
    """What is measured: the public API, through the canonical form, with every check on, bytes to bytes."""
    return turnwire.convert(body, target, source=source, kind="request")
