"""Events of Responses about items that no event began: servers that send pieces alone."""

from __future__ import annotations

import json
from typing import Any

import pytest
from tests.stream.writing import FAMILIES, events_of, written

import turnwire
from turnwire.model import RefusalBlock, TextBlock, ThinkingBlock, ToolUseBlock

R = "openai_responses"
RESPONSE: dict[str, Any] = {"id": "r", "object": "response", "created_at": 1, "model": "m", "output": []}


def stream(*pieces: dict[str, Any]) -> bytes:
    events = [
        {"type": "response.created", "response": RESPONSE},
        *({**piece, "type": f"response.{piece['type']}"} for piece in pieces),
        {"type": "response.completed", "response": {**RESPONSE, "status": "completed"}},
    ]
    return b"".join(b"data: " + json.dumps(event).encode() + b"\n\n" for event in events)


def piece(kind: str, text: str, **places: int) -> dict[str, Any]:
    return {"type": f"{kind}.delta", "delta": text, **places}


HALF, REST = piece("output_text", "It "), piece("output_text", "rains.")
BLOCKS: dict[str, tuple[bytes, list[Any]]] = {
    "a text": (stream(HALF, REST), [(TextBlock, "It rains.")]),
    "a text with an item's number": (
        stream(piece("output_text", "It rains.", output_index=2)),
        [(TextBlock, "It rains.")],
    ),
    "a refusal": (stream(piece("refusal", "No.")), [(RefusalBlock, "No.")]),
    "a thought and a text": (
        stream(piece("reasoning_text", "Hm.", output_index=0), piece("output_text", "Hi.", output_index=1)),
        [(ThinkingBlock, "Hm."), (TextBlock, "Hi.")],
    ),
    "a text beside the input of a call": (
        stream(HALF, REST, piece("function_call_arguments", "{}")),
        [(TextBlock, "It rains.")],
    ),
}


@pytest.mark.parametrize("name", BLOCKS)
def test_what_the_events_say_it_is(name: str) -> None:
    data, wanted = BLOCKS[name]
    found: list[Any] = turnwire.fold(events_of(data, R)).candidates[0].content
    assert wanted == [(type(block), block.text) for block in found]


def test_a_summary_is_one() -> None:
    data = stream(piece("reasoning_summary_text", "I look.", summary_index=0))
    (block,) = turnwire.fold(events_of(data, R)).candidates[0].content
    assert isinstance(block, ThinkingBlock)
    assert ["I look."] == block.summary


@pytest.mark.parametrize("target", FAMILIES)
@pytest.mark.parametrize(
    "data", [BLOCKS["a text beside the input of a call"][0], stream(piece("function_call_arguments", "{}"))]
)
def test_the_input_of_no_call_is_none(data: bytes, target: str) -> None:
    found = turnwire.fold(events_of(written(events_of(data, R), target).data, target))
    calls = [block for message in found.candidates for block in message.content if isinstance(block, ToolUseBlock)]
    assert [] == calls
