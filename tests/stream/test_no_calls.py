"""What is no call in a reply is none in its stream: a client would run it."""

from __future__ import annotations

import json
from typing import Any

import pytest
from tests.stream.replies import block, told
from tests.stream.writing import FAMILIES, events_of, written

import turnwire
from turnwire.model import ToolUseBlock, ToolUseEndEvent, ToolUseInputDeltaEvent, ToolUseStartEvent

A, G = "anthropic_messages", "gemini_generate"
CALL = {"type": "tool_use", "id": "t1", "name": "f", "input": {}}
INPUT = {"type": "input_json_delta", "partial_json": '{"x":1}'}
TEXT = block(1, {"type": "text", "text": ""}, {"type": "text_delta", "text": "A."})


def of(call: dict[str, Any]) -> list[Any]:
    return told(*block(0, call, INPUT), *TEXT)


def without(name: str, **more: Any) -> dict[str, Any]:
    return {each: value for each, value in (CALL | more).items() if each != name}


def parts(*found: Any) -> list[Any]:
    content = {"role": "model", "parts": found}
    return [{"candidates": [{"content": content, "index": 0, "finishReason": "STOP"}], "modelVersion": "g"}]


STREAMS: dict[str, tuple[str, list[Any]]] = {
    "a provider's call without an id": (A, of(without("id", type="server_tool_use"))),
    "a provider's call without a name": (A, of(without("name", type="server_tool_use"))),
    "a server's call without an id": (A, of(without("id", type="mcp_tool_use"))),
    "a call without an id": (A, of(without("id"))),
    "a call whose id is a number": (A, of(CALL | {"id": 7})),
    "a call whose name is null": (A, of(CALL | {"name": None})),
    "a call that is null": (G, parts({"functionCall": None})),
    "a call that is a number": (G, parts({"functionCall": 7})),
    "a call in parts of which one is a number": (G, parts(7, {"functionCall": {"name": "f", "args": {}}})),
}


def sse(chunks: list[Any]) -> bytes:
    return b"".join(b"data: " + json.dumps(chunk).encode() + b"\n\n" for chunk in chunks)


@pytest.mark.parametrize("name", STREAMS)
def test_no_event_is_about_a_call(name: str) -> None:
    source, chunks = STREAMS[name]
    events = events_of(sse(chunks), source)
    assert [] == [each for each in turnwire.fold(events).candidates[0].content if isinstance(each, ToolUseBlock)]
    about_calls = (ToolUseStartEvent, ToolUseInputDeltaEvent, ToolUseEndEvent)
    assert [] == [event for event in events if isinstance(event, about_calls)]


@pytest.mark.parametrize("target", FAMILIES)
@pytest.mark.parametrize("name", STREAMS)
def test_no_client_is_led_to_run_it(name: str, target: str) -> None:
    source, chunks = STREAMS[name]
    if target == source:
        pytest.skip("a stream of the same format has what the source had")
    data = written(events_of(sse(chunks), source), target).data
    assert [] == [
        event
        for event in events_of(data, target)
        if isinstance(event, ToolUseStartEvent) or isinstance(getattr(event, "content", None), ToolUseBlock)
    ]
    assert b'"tool_calls"' not in data
