"""Law 5 where the dialect itself left odd things: what a program takes away there leaves sound JSON, and is told."""

from __future__ import annotations

import json
from typing import Any

import msgspec
import pytest

import turnwire
from turnwire.model import ABSENT

CALL = {"type": "tool_use", "id": "toolu:1", "name": "get.weather", "input": {"a": 1}}
ODD: dict[str, tuple[str, dict[str, Any], list[Any]]] = {
    "a call with an odd id and name": (
        "anthropic_messages",
        {"max_tokens": 5, "messages": [{"role": "assistant", "content": [CALL]}]},
        ["messages", 0, "content", 0, "input"],
    ),
    "a call in a result": (
        "anthropic_messages",
        {
            "max_tokens": 5,
            "messages": [
                {"role": "user", "content": [{"type": "tool_result", "tool_use_id": "t", "content": [CALL]}]},
            ],
        },
        ["messages", 0, "content", 0, "content", 0, "input"],
    ),
    "a tool without a type": (
        "gemini_generate",
        {"contents": [{"role": "user", "parts": [{"text": "x"}]}], "tools": [{}]},
        ["tools", 0],
    ),
}


@pytest.mark.parametrize(("dialect", "wire", "place"), ODD.values(), ids=ODD)
def test_an_object_that_is_taken_away_is_an_empty_one(dialect: str, wire: dict[str, Any], place: list[Any]) -> None:
    document = turnwire.read(json.dumps(wire), dialect, kind="request")
    taken = list(_take(document))
    written = json.loads(turnwire.write(document, dialect).data)
    for step in place:
        written = written[step]
    assert ({}, 1) == (written, len(taken))


def _take(node: Any) -> Any:
    """Takes away the input of each call and the parameters of each tool of the provider's."""
    for inner in node if isinstance(node, list) else ():
        yield from _take(inner)
    for name in node.__struct_fields__ if isinstance(node, msgspec.Struct) else ():
        value = getattr(node, name)
        if name in ("input", "parameters") and value:
            setattr(node, name, ABSENT)
            yield name
        elif not isinstance(value, msgspec.Raw):
            yield from _take(value)
