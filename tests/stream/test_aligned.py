"""Pieces that are numbered otherwise than the blocks of the whole reply: no call is made twice, or of another."""

from __future__ import annotations

import json
from typing import Any

import pytest
from tests.stream.writing import WITH_CALLS

from turnwire import fold, stream_reader, stream_writer
from turnwire.model import ToolUseBlock

ONE, TWO = ("f1", {"k": 1}), ("f2", {"k": 2})


def _call(number: int) -> dict[str, Any]:
    return {"type": "function_call", "id": f"fc_{number}", "call_id": f"call_{number}", "name": f"f{number}"}


def _whole(number: int) -> dict[str, Any]:
    return {**_call(number), "arguments": json.dumps({"k": number}), "status": "completed"}


def _message(text: str) -> dict[str, Any]:
    content = [{"type": "output_text", "text": text, "annotations": []}]
    return {"type": "message", "id": "msg_1", "role": "assistant", "status": "completed", "content": content}


def _responses(items: list[dict[str, Any]], *events: dict[str, Any]) -> list[dict[str, Any]]:
    last = {"id": "resp_1", "object": "response", "model": "gpt-5", "status": "completed", "output": items}
    return [*events, {"type": "response.completed", "response": last}]


def _added(index: int, item: dict[str, Any]) -> dict[str, Any]:
    return {"type": "response.output_item.added", "output_index": index, "item": item}


def _done(index: int, item: dict[str, Any]) -> dict[str, Any]:
    return {"type": "response.output_item.done", "output_index": index, "item": item}


def _input(index: int, number: int) -> dict[str, Any]:
    piece = json.dumps({"k": number})
    return {"type": "response.function_call_arguments.delta", "output_index": index, "delta": piece}


def _gemini(*parts: dict[str, Any], **beside: Any) -> dict[str, Any]:
    return {"modelVersion": "g", "candidates": [{"index": 0, "content": {"role": "model", "parts": parts}, **beside}]}


def _function(number: int) -> dict[str, Any]:
    return {"functionCall": {"name": f"f{number}", "args": {"k": number}}}


def _mistral(delta: dict[str, Any], reason: str | None = None) -> dict[str, Any]:
    choice = {"index": 0, "delta": delta, "finish_reason": reason}
    return {"id": "m1", "object": "chat.completion.chunk", "created": 1, "model": "mistral", "choices": [choice]}


def _mistral_call(number: int) -> dict[str, Any]:
    function = {"name": f"f{number}", "arguments": json.dumps({"k": number})}
    return {"tool_calls": [{"id": f"call0000{number}", "index": number - 1, "function": function}]}


BEGUN = {"arguments": "", "status": "in_progress"}
STREAMS: dict[str, tuple[str, list[dict[str, Any]], list[tuple[str, Any]]]] = {
    "an empty message before a call": (
        "openai_responses",
        _responses(
            [_message(""), _whole(1)],
            _added(0, {**_message(""), "content": []}),
            _done(0, _message("")),
            _added(1, {**_call(1), **BEGUN}),
            _input(1, 1),
            _done(1, _whole(1)),
        ),
        [ONE],
    ),
    "a message without pieces before two calls": (
        "openai_responses",
        _responses(
            [_message("Hi."), _whole(1), _whole(2)],
            _added(1, {**_call(1), **BEGUN}),
            _input(1, 1),
            _done(1, _whole(1)),
            _added(2, {**_call(2), **BEGUN}),
            _input(2, 2),
            _done(2, _whole(2)),
        ),
        [ONE, TWO],
    ),
    "an input that the whole item alone has": (
        "openai_responses",
        _responses([_whole(1)], _added(0, {**_call(1), **BEGUN}), _done(0, _whole(1))),
        [ONE],
    ),
    "an input that the last event alone has": (
        "openai_responses",
        _responses([_whole(1)], _added(0, {**_call(1), **BEGUN})),
        [ONE],
    ),
    "an input that the item begins with": (
        "openai_responses",
        _responses([_whole(1)], _added(0, {**_whole(1), "status": "in_progress"}), _done(0, _whole(1))),
        [ONE],
    ),
    "a text that says that it is no thought, behind one that does not": (
        "gemini_generate",
        [
            _gemini({"text": "x"}),
            _gemini({"text": "y", "thought": False}),
            _gemini(_function(1)),
            _gemini(_function(2), finishReason="STOP"),
        ],
        [ONE, TWO],
    ),
    "a part with more than its text": (
        "gemini_generate",
        [
            _gemini({"text": "x"}),
            _gemini({"text": "y", "partMetadata": {"a": 1}}),
            _gemini(_function(1)),
            _gemini(_function(2), finishReason="STOP"),
        ],
        [ONE, TWO],
    ),
    "a reference before two calls": (
        "mistral_chat",
        [
            _mistral({"role": "assistant", "content": "a"}),
            _mistral({"content": [{"type": "reference", "reference_ids": [1]}]}),
            _mistral(_mistral_call(1)),
            _mistral(_mistral_call(2), "tool_calls"),
        ],
        [ONE, TWO],
    ),
}


@pytest.mark.parametrize("target", WITH_CALLS)
@pytest.mark.parametrize("name", STREAMS)
def test_each_call_is_made_once(name: str, target: str) -> None:
    source, chunks, calls = STREAMS[name]
    reader, writer, again = stream_reader(source), stream_writer(target), stream_reader(target)
    events = [event for chunk in chunks for event in reader.send(chunk)] + reader.close()
    sent = b"".join([*map(writer.send, events), writer.close()])
    reply = fold(again.feed(sent) + again.close())
    made = [block for block in reply.candidates[0].content if type(block) is ToolUseBlock]
    assert [(block.name, json.loads(bytes(block.input or b"null"))) for block in made] == calls
