"""Values that come in pieces, log-probabilities above all: nothing of them is left out, whatever their shape."""

from __future__ import annotations

import json
from typing import Any

import pytest
from msgspec import Raw

import turnwire
from turnwire.model import CompleteEvent, TextDeltaEvent
from turnwire.stream.merging import joined

TABLE: dict[str, tuple[list[Any], Any]] = {
    "one": ([{"content": [1]}], {"content": [1]}),
    "lists under names go on": ([{"content": [1], "refusal": None}, {"content": [2, 3], "refusal": None}], None),
    "a null before its list": ([{"content": None}, {"content": [1]}], {"content": [1]}),
    "a null behind its list": ([{"content": [1]}, {"content": None}], {"content": [1]}),
    "nothing but nulls": ([None, None], None),
    "lists alone go on": ([[1], [2]], [1, 2]),
    "what is said twice is one": ([{"model": "m"}, {"model": "m"}], {"model": "m"}),
    "what differs stands in turn": ([{"x": 1}, {"x": 2}], {"x": [1, 2]}),
    "a list and what is none": ([{"content": [1]}, {"content": 2}], {"content": [1, 2]}),
    "objects and what is none": ([{"content": [1]}, [2], 3], [{"content": [1]}, 2, 3]),
    "texts": (["a", "b"], ["a", "b"]),
}
TABLE["lists under names go on"] = (TABLE["lists under names go on"][0], {"content": [1, 2, 3], "refusal": None})


@pytest.mark.parametrize("name", TABLE)
def test_pieces_are_joined_and_none_is_left_out(name: str) -> None:
    parts, wanted = TABLE[name]
    raws = [Raw(json.dumps(part).encode()) for part in parts]
    assert wanted == json.loads(bytes(joined(raws)))


@pytest.mark.parametrize("name", [name for name in TABLE if name != "nothing but nulls"])
def test_a_fold_keeps_them(name: str) -> None:
    parts, wanted = TABLE[name]
    events = [TextDeltaEvent("a", logprobs=Raw(json.dumps(part).encode())) for part in parts]
    (message,) = turnwire.fold([*events, CompleteEvent(0)]).candidates
    assert message.metadata is not None
    assert wanted == json.loads(bytes(message.metadata.logprobs))


def test_a_stream_of_chat_chunks_keeps_them() -> None:
    odd: list[Any] = [{"content": [{"token": "A"}]}, [7], "x"]
    chunks = [
        {"id": "c", "choices": [{"index": 0, "delta": {"content": "A"}, "logprobs": each, "finish_reason": None}]}
        for each in odd
    ]
    chunks[-1]["choices"][0]["finish_reason"] = "stop"  # type: ignore[index]
    reader = turnwire.stream_reader("openai_chat")
    events = [event for chunk in chunks for event in reader.send(chunk)] + reader.close()
    data = turnwire.write(turnwire.fold(events), "openai_chat").data
    assert [odd[0], 7, "x"] == json.loads(data)["choices"][0]["logprobs"]


def thought(text: str) -> dict[str, Any]:
    """A part of Mistral's."""
    return {"type": "thinking", "thinking": [{"type": "text", "text": text}]}


PARTS: dict[str, tuple[list[Any], list[Any]]] = {
    "texts go on": (
        [{"type": "text", "text": "a"}, {"type": "text", "text": "b"}],
        [{"type": "text", "text": "ab"}],
    ),
    "a text with members of its own is another": (
        [{"type": "text", "text": "a"}, {"type": "text", "text": "b", "x": 1}, {"type": "text", "text": "c"}],
        [{"type": "text", "text": "a"}, {"type": "text", "text": "b", "x": 1}, {"type": "text", "text": "c"}],
    ),
    "a thought and its signature": (
        [thought("a"), {"type": "thinking", "thinking": [], "signature": "c2ln"}],
        [{**thought("a"), "signature": "c2ln"}],
    ),
    "two signed thoughts": (
        [{**thought("a"), "signature": "b25l"}, {**thought("b"), "signature": "dHdv"}],
        [{**thought("a"), "signature": "b25l"}, {**thought("b"), "signature": "dHdv"}],
    ),
}


@pytest.mark.parametrize("name", PARTS)
def test_parts_of_a_content_go_on_and_nothing_of_them_is_left_out(name: str) -> None:
    parts, wanted = PARTS[name]
    chunks: list[Any] = [{"id": "c", "choices": [{"index": 0, "delta": {"content": [part]}}]} for part in parts]
    chunks[-1]["choices"][0]["finish_reason"] = "stop"
    reader = turnwire.stream_reader("mistral_chat")
    events = [event for chunk in chunks for event in reader.send(chunk)] + reader.close()
    data = turnwire.write(turnwire.fold(events), "mistral_chat").data
    assert wanted == json.loads(data)["choices"][0]["message"]["content"]
