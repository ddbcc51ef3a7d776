"""Streams of Cohere: what an event has that belongs to another, calls without arguments, and streams that break off."""

from __future__ import annotations

import json
from typing import Any

import pytest
from tests.stream.writing import back, events_of, written

import turnwire
from turnwire.model import OpaqueEvent, StreamEvent, ToolUseBlock

NAME = "cohere_chat"
START = {"type": "message-start", "id": "r1", "delta": {"message": {"role": "assistant", "a/b": 1}}}
TEXT = {
    "type": "content-start",
    "index": 0,
    "delta": {"message": {"content": {"type": "text", "text": "Ra"}}},
}
END = {"type": "message-end", "delta": {"finish_reason": "COMPLETE"}}


def piece(kind: str, message: dict[str, Any], **more: Any) -> dict[str, Any]:
    return {"type": kind, "index": 0, "delta": {"message": message}, **more}


def read(*chunks: dict[str, Any]) -> list[StreamEvent]:
    """The events of a stream of server-sent events."""
    return events_of(b"".join(b"data: " + json.dumps(chunk).encode() + b"\n\n" for chunk in chunks), NAME)


def left(events: list[StreamEvent]) -> list[tuple[str, Any]]:
    return [(event.event_type, json.loads(bytes(event.value))) for event in events if isinstance(event, OpaqueEvent)]


CITED = {"citations": {"start": 0, "end": 1}}
CALLED = {"id": "a", "type": "function", "function": {"name": "f", "arguments": ""}}
OTHERS: dict[str, tuple[dict[str, Any], dict[str, Any]]] = {
    "a plan in a piece of text": (
        piece("content-delta", {"content": {"text": "in."}, "tool_plan": "I look."}),
        {"delta": {"message": {"tool_plan": "I look."}}},
    ),
    "a citation in a plan": (
        piece("tool-plan-delta", {"tool_plan": "I look.", **CITED}),
        {"delta": {"message": CITED}},
    ),
    "a text in a citation": (
        piece("citation-start", {**CITED, "content": {"text": "in."}}),
        {"delta": {"message": {"content": {"text": "in."}}}},
    ),
    "a text in a call": (
        piece("tool-call-start", {"tool_calls": CALLED, "content": {"text": "in."}}),
        {"delta": {"message": {"content": {"text": "in."}}}},
    ),
    "log-probabilities of a plan": (
        piece("tool-plan-delta", {"tool_plan": "I look."}, logprobs={"text": "I"}),
        {"logprobs": {"text": "I"}},
    ),
}
"""Events, and what is left over of each."""


@pytest.mark.parametrize("name", OTHERS)
def test_what_belongs_to_another_event_is_left_over(name: str) -> None:
    chunk, other = OTHERS[name]
    wanted = [(chunk["type"], {"type": chunk["type"], "index": 0, **other})]
    assert wanted == left(read(START, TEXT, chunk, END))


def test_what_a_piece_replaces_is_named_as_the_piece() -> None:
    events = read(
        START,
        piece("tool-call-start", {"tool_calls": CALLED}),
        piece("tool-call-delta", {"tool_calls": {"id": "b"}}),
        piece("content-delta", {"content": {"type": "text", "text": "Ra"}}),
        piece("content-delta", {"content": {"type": ["odd"]}}),
        END,
    )
    assert ["tool-call-delta", "content-delta"] == [kind for kind, _ in left(events)]


def test_an_event_for_debugging_passes_on_as_it_came() -> None:
    debug = {"type": "debug", "prompt": "<BOS>"}
    stream = written(read(START, debug, TEXT, END), NAME)
    assert b"event: debug\ndata: " + json.dumps(debug, separators=(",", ":")).encode() in stream.data
    assert () == stream.losses


@pytest.mark.parametrize("arguments", [None, "", "{}"])
def test_a_call_with_and_without_arguments(arguments: str | None) -> None:
    function = {"name": "f"} if arguments is None else {"name": "f", "arguments": arguments}
    call = {"id": "a", "type": "function", "function": function}
    events = read(START, piece("tool-call-start", {"tool_calls": call}), {"type": "tool-call-end", "index": 0}, END)
    reply = json.loads(turnwire.write(turnwire.fold(events), NAME).data)
    assert [call] == reply["message"]["tool_calls"]
    stream = written(events, NAME)
    again = back(stream, NAME).candidates[0].content[0]
    assert isinstance(again, ToolUseBlock)
    assert () == stream.losses
    assert turnwire.fold(events).candidates[0].content[0] == again


def test_what_only_the_end_has_is_told_where_the_stream_breaks_off() -> None:
    more = piece("content-delta", {"content": {"text": "in."}}, logprobs={"text": "in."})
    stream = written(read(START, TEXT, more), NAME)
    assert b"message-end" not in stream.data
    assert [
        ("/provider_raw/cohere_chat/logprobs", [{"text": "in."}]),
        ("/candidates/0/provider_raw/cohere_chat/message/a~1b", 1),
    ] == [(loss.path, loss.value) for loss in stream.losses]


def test_a_call_that_broke_off_does_not_end() -> None:
    events = read(START, TEXT, piece("tool-call-start", {"tool_calls": CALLED}))
    assert b"tool-call-end" not in written(events, NAME).data
