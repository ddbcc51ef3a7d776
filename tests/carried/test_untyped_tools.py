"""A tool without a `type` is a function, in every format of the chat family, and is carried to every other format."""

from __future__ import annotations

import json

import pytest

import turnwire

SOURCES = ("mistral_chat", "openai_chat", "ollama_chat", "openrouter_chat", "groq_chat")
SCHEMA = {"type": "object", "properties": {"city": {"type": "string"}}}
FUNCTION = {"name": "forecast", "description": "Tells the weather.", "parameters": SCHEMA}


def request(**tool: object) -> dict[str, object]:
    return {"model": "m", "messages": [{"role": "user", "content": "Rain?"}], "tools": [tool]}


@pytest.mark.parametrize("source", SOURCES)
def test_is_read_as_a_function(source: str) -> None:
    document = turnwire.read(request(function=FUNCTION), source, kind="request")
    written = turnwire.write(document, "anthropic_messages")
    tool = {"name": "forecast", "description": "Tells the weather.", "input_schema": SCHEMA}
    assert [tool] == json.loads(written.data)["tools"]
    assert not [loss for loss in written.losses if "tool" in loss.path]


@pytest.mark.parametrize("source", SOURCES)
@pytest.mark.parametrize(
    "tool",
    [
        {"function": FUNCTION},
        {"function": {**FUNCTION, "mood": 1}, "colour": "red"},
        {"function": {"name": "bare"}},
        # These are no functions, and stay what they are.
        {"function": {"title": "nameless"}},
        {"function": "forecast"},
        {"type": None, "function": FUNCTION},
        {"type": "", "function": FUNCTION},
        {"name": "forecast"},
    ],
)
def test_is_written_back_without_a_type(source: str, tool: dict[str, object]) -> None:
    document = turnwire.read(request(**tool), source, kind="request")
    written = turnwire.write(document, source)
    assert [tool] == json.loads(written.data)["tools"]
    assert () == written.losses


@pytest.mark.parametrize("source", SOURCES)
def test_gets_a_type_elsewhere(source: str) -> None:
    document = turnwire.read(request(function=FUNCTION), source, kind="request")
    target = "openai_chat" if source != "openai_chat" else "mistral_chat"
    assert json.loads(turnwire.write(document, target).data)["tools"][0]["type"] == "function"
