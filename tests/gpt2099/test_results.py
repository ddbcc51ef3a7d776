"""Answers of MCP servers as results of tools."""

from __future__ import annotations

from typing import Any

import pytest

from turnwire.errors import InvalidDocument
from turnwire.systems.gpt2099.providers import tool_result

Json = dict[str, Any]

GIVEN = [{"type": "text", "text": "Rain.", "annotations": {"priority": 1}}, {"type": "image", "data": "AA=="}]

MADE: list[tuple[str, Json, Json, Json]] = [
    (
        "what the tool gave goes along as it is",
        {"jsonrpc": "2.0", "id": 1, "result": {"content": GIVEN, "structuredContent": {"mm": 3}}},
        {"name": "sky___look", "id": "c1", "input": {}},
        {"type": "tool_result", "name": "sky___look", "tool_use_id": "c1", "content": GIVEN},
    ),
    (
        "a call without an id",
        {"result": {"content": []}},
        {"name": "look"},
        {"type": "tool_result", "name": "look", "content": []},
    ),
    (
        "a tool that says that it failed is not heard",
        {"result": {"content": [{"type": "text", "text": "no"}], "isError": True}},
        {"name": "look", "id": None},
        {"type": "tool_result", "name": "look", "content": [{"type": "text", "text": "no"}]},
    ),
    (
        "an error of the server",
        {"error": {"code": -32001, "message": "too slow", "data": {"after": 30}}},
        {"name": "look", "id": "c1"},
        {
            "type": "tool_result",
            "name": "look",
            "tool_use_id": "c1",
            "content": [{"type": "text", "text": "MCP Error (-32001): too slow"}],
            "is_error": True,
        },
    ),
]


@pytest.mark.parametrize(
    ("response", "called", "expected"), [each[1:] for each in MADE], ids=[each[0] for each in MADE]
)
def test_a_result(response: Json, called: Json, expected: Json) -> None:
    assert expected == tool_result(response, called)


@pytest.mark.parametrize(
    ("response", "called", "words"),
    [
        ({}, {"name": "look"}, "no result"),
        ({"result": {}}, {"name": "look"}, "no content"),
        ({"result": {"content": "a"}}, {"name": "look"}, "not a list"),
        ({"error": {"message": "a"}}, {"name": "look"}, "no code"),
        ({"result": {"content": []}}, {"id": "c1"}, "no name"),
    ],
)
def test_what_is_refused(response: Json, called: Json, words: str) -> None:
    with pytest.raises(InvalidDocument, match=words):
        tool_result(response, called)
