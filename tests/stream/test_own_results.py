"""Items of Responses that hold the result of their own call, before a message: two blocks, and one item."""

from __future__ import annotations

import json
from typing import Any

import pytest
from tests.objects import streams
from tests.objects.order import disorder
from tests.objects.packages import package
from tests.stream.writing import chunks_of, events_of, written

import turnwire
from turnwire.model import TextDeltaEvent, ToolResultBlock, ToolUseBlock

R = "openai_responses"
RESPONSE: dict[str, Any] = {"id": "r1", "object": "response", "created_at": 1, "model": "m"}
ITEMS: dict[str, dict[str, Any]] = {
    "mcp_call": {"name": "f", "server_label": "s", "arguments": "{}", "output": "found"},
    "image_generation_call": {"result": "aGk="},
    "code_interpreter_call": {"code": "1", "container_id": "c", "outputs": [{"type": "logs", "logs": "1"}]},
    "file_search_call": {"queries": ["q"], "results": []},
}
PART = {"type": "output_text", "annotations": [], "logprobs": []}
MESSAGE = {"type": "message", "id": "msg_1", "status": "completed", "role": "assistant"}
WHOLE = {**MESSAGE, "content": [{**PART, "text": "It rains."}]}
RESULTS = ("output", "result", "outputs", "results")


def stream_of(kind: str) -> bytes:
    """The call with its result, and a message that comes in pieces."""
    whole = {"type": kind, "id": "call_1", "status": "completed", **ITEMS[kind]}
    begun = {**whole, "status": "in_progress", **{name: None for name in RESULTS if name in whole}}
    at = {"output_index": 1, "content_index": 0, "item_id": "msg_1"}
    chunks: list[dict[str, Any]] = [
        {"type": "response.created", "response": {**RESPONSE, "status": "in_progress", "output": []}},
        {"type": "response.output_item.added", "output_index": 0, "item": begun},
        {"type": "response.output_item.done", "output_index": 0, "item": whole},
        {"type": "response.output_item.added", "output_index": 1, "item": {**MESSAGE, "content": []}},
        {"type": "response.content_part.added", **at, "part": {**PART, "text": ""}},
        {"type": "response.output_text.delta", **at, "delta": "It "},
        {"type": "response.output_text.delta", **at, "delta": "rains."},
        {"type": "response.output_item.done", "output_index": 1, "item": WHOLE},
        {"type": "response.completed", "response": {**RESPONSE, "status": "completed", "output": [whole, WHOLE]}},
    ]
    return b"".join(b"data: " + json.dumps(chunk).encode() + b"\n\n" for chunk in chunks)


@pytest.mark.parametrize("kind", ITEMS)
def test_the_text_is_the_third_block(kind: str) -> None:
    events = events_of(stream_of(kind), R)
    assert [2, 2] == [event.block for event in events if isinstance(event, TextDeltaEvent)]
    first, second, _ = turnwire.fold(events).candidates[0].content
    assert (ToolUseBlock, ToolResultBlock) == (type(first), type(second))


@pytest.mark.parametrize("kind", ITEMS)
def test_each_item_is_added_and_done_once(kind: str) -> None:
    stream = written(events_of(stream_of(kind), R), R)
    chunks = chunks_of(stream.data)
    assert [] == disorder(R, stream.data, chunks)
    assert ["call_1", "msg_1"] == [
        chunk["item"]["id"] for chunk in chunks if chunk["type"] == "response.output_item.done"
    ]
    assert [] == [loss for loss in stream.losses if loss.feature.startswith("stream.")]


@pytest.mark.parametrize("kind", ITEMS)
def test_openais_package_completes_the_response(kind: str) -> None:
    package("openai")
    stream = written(events_of(stream_of(kind), R), R)
    reply = streams.gathered(R, streams.arrived(R, stream.data))
    assert [kind, "message"] == [item["type"] for item in reply["output"]]
