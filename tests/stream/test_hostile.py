"""Numbers in a stream that no reply has: they cost nothing, and crash nothing."""

from __future__ import annotations

import json
from typing import Any

import pytest

import turnwire
from turnwire.model import Completion, TextBlock
from turnwire.systems.canonical.adapters import RequestContext, adapter_for, dotted


def responses(*parts: tuple[int, str]) -> bytes:
    """A stream of one message that ends before it is whole."""
    item = {"type": "message", "id": "i", "role": "assistant", "status": "in_progress", "content": []}
    reply = {"id": "r", "object": "response", "created_at": 1, "model": "m", "status": "in_progress", "output": []}
    said: list[dict[str, Any]] = [
        {"type": "response.created", "response": reply},
        {"type": "response.output_item.added", "output_index": 0, "item": item},
    ]
    for number, text in parts:
        delta = {"type": "response.output_text.delta", "output_index": 0, "content_index": number, "delta": text}
        said.append(delta)
    return b"".join(b"data: " + json.dumps(each).encode() + b"\n\n" for each in said)


@pytest.mark.parametrize("numbers", [(0, 1), (-1, 0), (0, 10**12), (7, 9), (-(10**30), 10**30)])
def test_the_number_of_a_part_says_its_order_and_no_more(numbers: tuple[int, int]) -> None:
    first, second = numbers
    reader = turnwire.stream_reader("openai_responses")
    events = [*reader.feed(responses((second, "two"), (first, "one"))), *reader.close()]

    reply = turnwire.fold(events)
    assert isinstance(reply, Completion)
    blocks = reply.candidates[0].content
    assert ["one", "two"] == sorted(block.text for block in blocks if isinstance(block, TextBlock))


def test_an_event_with_a_number_that_no_double_holds_is_told() -> None:
    start = b'data: {"type":"message_start","message":{"id":"m","type":"message","role":"assistant","model":"c",'
    start += b'"content":[],"usage":{"input_tokens":1,"output_tokens":1}}}\n\n'
    block = b'data: {"type":"content_block_start","index":0,"content_block":{"type":"novelty","size":1e400}}\n\n'
    ends = b'data: {"type":"content_block_stop","index":0}\n\ndata: {"type":"message_stop"}\n\n'
    adapter = adapter_for("anthropic_messages", model="anthropic:claude-sonnet-4-6")

    events = list(adapter.stream_events([start + block + ends], RequestContext(message_id="m1")))

    told = [dotted(each) for each in events]
    assert ["message.start", "message.complete"] == [each[0] for each in (told[0], told[-1]) if each is not None]
    assert "1E+400" in repr(told[-1])
