"""The inputs in every dialect: the OpenAI chat requests of `inputs.py`, converted once before anything is measured."""

from __future__ import annotations

import functools

import turnwire
from benchmarks.inputs import conversation, encoded, requests

FIRST = "openai_chat"
DIALECTS = (
    "openai_chat",
    "openai_responses",
    "openrouter_chat",
    "anthropic_messages",
    "gemini_generate",
    "mistral_chat",
    "ollama_chat",
    "turnwire",
)
PAIRS = tuple((source, target) for source in DIALECTS for target in DIALECTS if source != target)

_requests = functools.cache(requests)


@functools.cache
def of_size(dialect: str, size: str) -> bytes:
    """The request of one of the four sizes in a dialect."""
    return _written(_requests()[size], dialect)


@functools.cache
def of_messages(dialect: str, messages: int) -> bytes:
    """A conversation of so many messages in a dialect."""
    return _written(encoded(conversation(messages)), dialect)


def _written(first: bytes, dialect: str) -> bytes:
    return first if dialect == FIRST else turnwire.convert(first, dialect, source=FIRST, kind="request").data


def convert(body: bytes, source: str, target: str) -> turnwire.Written:
    """What is measured: the public API, through the canonical form, with every check on, bytes to bytes."""
    return turnwire.convert(body, target, source=source, kind="request")
