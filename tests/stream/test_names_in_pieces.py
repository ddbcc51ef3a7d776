"""Names of calls that come in pieces: a call begins when its name is whole."""

from __future__ import annotations

import json
from typing import Any

import pytest
from tests.stream.writing import PIECE_BY_PIECE, events_of, written

import turnwire
from turnwire.model import ToolUseBlock, ToolUseStartEvent

CHAT = "openai_chat"


def chunk(delta: dict[str, Any], reason: str | None = None) -> dict[str, Any]:
    return {"id": "c", "model": "m", "choices": [{"index": 0, "delta": delta, "finish_reason": reason}]}


def call(index: int, use_id: str | None = None, **function: str) -> dict[str, Any]:
    return {"tool_calls": [{"index": index, **({"id": use_id} if use_id else {}), "function": function}]}


FIRST = call(0, "a", name="get_", arguments="")
STREAMS: dict[str, tuple[list[dict[str, Any]], list[tuple[str, str]]]] = {
    "before the input": (
        [FIRST, call(0, name="weather"), call(0, arguments="{}")],
        [("a", "get_weather")],
    ),
    "beside the input": ([FIRST, call(0, name="weather", arguments="{}")], [("a", "get_weather")]),
    "said again with each piece": (
        [
            call(0, "a", name="get", arguments=""),
            call(0, name="get", arguments="{"),
            call(0, name="get", arguments="}"),
        ],
        [("a", "get")],
    ),
    "of the first of two": (
        [FIRST, call(0, name="weather"), call(1, "b", name="look", arguments="{}")],
        [("a", "get_weather"), ("b", "look")],
    ),
    "of a call without input": ([FIRST, call(0, name="weather")], [("a", "get_weather")]),
    "before a text": ([FIRST, call(0, name="weather"), {"content": "Hm."}], [("a", "get_weather")]),
}


def stream(deltas: list[dict[str, Any]], end: bytes = b"data: [DONE]\n\n") -> bytes:
    chunks = [*map(chunk, deltas), chunk({}, "tool_calls")]
    return b"".join(b"data: " + json.dumps(each).encode() + b"\n\n" for each in chunks) + end


@pytest.mark.parametrize("end", [b"data: [DONE]\n\n", b""], ids=["done", "closed"])
@pytest.mark.parametrize("name", STREAMS)
def test_a_call_begins_with_its_whole_name(name: str, end: bytes) -> None:
    deltas, wanted = STREAMS[name]
    events = events_of(stream(deltas, end), CHAT)
    assert wanted == [(event.id, event.name) for event in events if isinstance(event, ToolUseStartEvent)]


@pytest.mark.parametrize("target", PIECE_BY_PIECE)
@pytest.mark.parametrize("name", STREAMS)
def test_clients_know_the_tool(name: str, target: str) -> None:
    deltas, wanted = STREAMS[name]
    made = written(events_of(stream(deltas), CHAT), target)
    assert [] == [loss for loss in made.losses if loss.feature.startswith("stream.")]
    blocks = turnwire.fold(events_of(made.data, target)).candidates[0].content
    assert wanted == [(block.id, block.name) for block in blocks if isinstance(block, ToolUseBlock)]


def test_a_name_waits_for_one_chunk() -> None:
    reader = turnwire.stream_reader(CHAT)
    first, second = (reader.send(chunk(each)) for each in (FIRST, call(0, arguments="{")))
    assert [False, True] == [
        any(isinstance(event, ToolUseStartEvent) for event in events) for events in (first, second)
    ]


def test_half_a_name_is_no_call_that_begins() -> None:
    reader = turnwire.stream_reader(CHAT)
    events = [*reader.send(chunk(FIRST)), *reader.close()]
    assert [] == [event for event in events if isinstance(event, ToolUseStartEvent)]
    (block,) = turnwire.fold(events).candidates[0].content
    assert isinstance(block, ToolUseBlock)
