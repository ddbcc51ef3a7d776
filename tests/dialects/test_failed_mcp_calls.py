"""A call of a server of MCP that failed has its error as its result: the next model, or the reader, sees why."""

from __future__ import annotations

import json
from typing import Any

import pytest

import turnwire
from turnwire import Keeping

ERROR = {"type": "http_error", "code": 500, "message": "The calendar is closed."}
CALL: dict[str, Any] = {"type": "mcp_call", "id": "mcp_1", "server_label": "s", "name": "f", "arguments": "{}"}
SHAPES: list[dict[str, Any]] = [
    {**CALL, "output": None, "error": ERROR, "status": "failed"},
    {**CALL, "error": ERROR},
    {**CALL, "output": None, "error": "It failed."},
    {**CALL, "output": "Part of it.", "error": ERROR},
    {**CALL, "output": "All of it.", "error": None},
]


def reply(item: dict[str, Any]) -> dict[str, Any]:
    return {"id": "r", "object": "response", "created_at": 1, "model": "m", "status": "completed", "output": [item]}


def request(item: dict[str, Any]) -> dict[str, Any]:
    return {"model": "m", "input": [{"role": "user", "content": "When?"}, item]}


@pytest.mark.parametrize("item", SHAPES)
@pytest.mark.parametrize("wrap", [reply, request])
def test_it_comes_back(wrap: Any, item: dict[str, Any]) -> None:
    written = turnwire.convert(wrap(item), "openai_responses", source="openai_responses")
    assert (wrap(item), ()) == (json.loads(written.data), written.losses)


@pytest.mark.parametrize(
    "target", ["anthropic_messages", "gemini_generate", "mistral_chat", "ollama_chat", "openai_chat"]
)
def test_the_next_model_sees_the_error(target: str) -> None:
    written = turnwire.convert(request(SHAPES[0]), target, source="openai_responses", kind="request")
    assert b"The calendar is closed." in written.data


@pytest.mark.parametrize("target", ["anthropic_messages", "openai_chat"])
def test_a_reply_says_the_error_in_text(target: str) -> None:
    keeping = Keeping(hosted_tools="text")
    written = turnwire.convert(reply(SHAPES[0]), target, source="openai_responses", keeping=keeping)
    assert b"The calendar is closed." in written.data


def test_a_stream_has_the_error_too() -> None:
    item = SHAPES[0]
    begun = {**item, "status": "in_progress", "error": None}
    events = [
        {"type": "response.created", "response": {**reply(item), "status": "in_progress", "output": []}},
        {"type": "response.output_item.added", "output_index": 0, "item": begun},
        {"type": "response.output_item.done", "output_index": 0, "item": item},
        {"type": "response.completed", "response": reply(item)},
    ]
    data = "".join(f"data: {json.dumps(event)}\n\n" for event in events).encode()
    reader = turnwire.stream_reader("openai_responses")
    folded = turnwire.fold([*reader.feed(data), *reader.close()])
    assert turnwire.read(json.dumps(reply(item)), "openai_responses", kind="response") == folded
    keeping = Keeping(hosted_tools="text")
    translated = b"".join(turnwire.translate([data], "openai_responses", "openai_chat", keeping=keeping))
    assert b"The calendar is closed." in translated
