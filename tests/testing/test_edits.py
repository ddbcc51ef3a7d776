"""When a text counts as edited away, and when as come back."""

from __future__ import annotations

import json
from typing import Any

import pytest
from tests.laws import checks

import turnwire
from turnwire.model import Document, Loss

GONE = "llama3"


def document(**settings: Any) -> Document:
    return turnwire.read(json.dumps({"history": [], "settings": settings}), "turnwire", kind="request")


def loss(value: Any) -> Loss:
    return Loss("invented", "/settings/model", "settings.model", "ollama_chat", value)


@pytest.mark.parametrize(
    ("settings", "is_said"),
    [
        ({"model": "llama3"}, True),
        ({"model": "llama3.2"}, True),
        ({"tools": [{"name": "look", "input_schema": {"llama3": []}}]}, True),
        ({"model": "other"}, False),
        ({"model": "other", "provider_raw": {"ollama_chat": {"model": "llama3"}}}, False),
    ],
)
def test_what_a_document_says(settings: dict[str, Any], is_said: bool) -> None:  # noqa: FBT001 - a row of the table
    assert is_said is checks.says(document(**settings), GONE)


@pytest.mark.parametrize(
    ("wire", "is_once"),
    [
        ({"a": 'say "hi"'}, True),
        ({"a": 'say "hi"', "b": 'say "hi"'}, False),
        ({"a": 'say "hi"', "tools": json.dumps([{"description": 'say "hi"'}])}, False),
        ({"a": "say nothing"}, False),
    ],
)
def test_what_stands_once(wire: dict[str, Any], is_once: bool) -> None:  # noqa: FBT001 - a row of the table
    assert is_once is checks.stands_once('say "hi"', json.dumps(wire).encode())


@pytest.mark.parametrize(
    ("data", "told", "faults"),
    [
        ({"model": "other"}, [], 0),
        ({"model": "llama3"}, [], 1),
        ({"model": "llama3.2"}, ["llama3.2"], 0),
        ({"model": "llama3.2", "x": "llama3"}, ["llama3.2"], 1),
    ],
)
def test_what_came_back(data: dict[str, Any], told: list[str], faults: int) -> None:
    losses = tuple(loss(value) for value in told)
    found = checks.came_back(GONE, turnwire.Written(json.dumps(data).encode(), losses))
    assert [f"{GONE!r} was edited away and came back"] * faults == found
