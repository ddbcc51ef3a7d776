"""A conversion refuses what reading refuses, by the plain lane too: repeated keys, and too many levels."""

from __future__ import annotations

import json
from typing import Any

import pytest
from msgspec import structs

import turnwire
from turnwire.codec.limits import FAST, FREE_DEPTH, MAX_DEPTH, STRICT, Limits
from turnwire.convert import converted

TARGETS = {"openai_chat": "anthropic_messages", "anthropic_messages": "openai_chat"}
# In processes of their own the limits are copies.
LIMITS = {
    "fast": FAST,
    "strict": STRICT,
    "copy of strict": structs.replace(STRICT),
    "few": Limits(max_depth=9),
}
LEVELS = (1, 6, FREE_DEPTH - 1, FREE_DEPTH, FREE_DEPTH + 1, MAX_DEPTH - 4, MAX_DEPTH - 1, MAX_DEPTH, MAX_DEPTH + 1, 250)


def body(dialect: str, levels: int) -> bytes:
    """A request with a tool whose schema is nested so deep."""
    schema: dict[str, Any] = {"type": "string"}
    for _ in range(levels // 2):
        schema = {"type": "object", "properties": {"a": schema}}
    chat = {"type": "function", "function": {"name": "look", "parameters": schema}}
    tool = chat if dialect == "openai_chat" else {"name": "look", "input_schema": schema}
    asked = {"model": "m", "max_tokens": 9, "messages": [{"role": "user", "content": "Look."}], "tools": [tool]}
    return json.dumps(asked).encode()


def read_and_written(data: bytes, dialect: str, limits: Limits) -> bytes | list[str]:
    try:
        document = turnwire.read(data, dialect, kind="request", limits=limits)
        return turnwire.write(document, TARGETS[dialect]).data
    except turnwire.InvalidDocument as refused:
        return [each.code for each in refused.diagnostics]


def at_once(data: bytes, dialect: str, limits: Limits) -> bytes | list[str]:
    try:
        return converted(data, TARGETS[dialect], source=dialect, kind="request", limits=limits)[0].data
    except turnwire.InvalidDocument as refused:
        return [each.code for each in refused.diagnostics]


@pytest.mark.parametrize("limits", LIMITS)
@pytest.mark.parametrize("dialect", TARGETS)
def test_levels(dialect: str, limits: str) -> None:
    found = {levels: at_once(body(dialect, levels), dialect, LIMITS[limits]) for levels in LEVELS}
    assert {each: read_and_written(body(dialect, each), dialect, LIMITS[limits]) for each in LEVELS} == found
    assert isinstance(found[1], bytes)
    assert found[250] == ["json.depth"]


@pytest.mark.parametrize("limits", LIMITS)
@pytest.mark.parametrize("dialect", TARGETS)
def test_repeated_keys(dialect: str, limits: str) -> None:
    data = body(dialect, 2).replace(b'"properties"', b'"properties": {}, "properties"')
    expected = read_and_written(data, dialect, LIMITS[limits])
    assert expected == at_once(data, dialect, LIMITS[limits])
    assert (limits == "fast") == isinstance(expected, bytes)
    assert limits == "fast" or expected == ["json.duplicate-key"]
