"""Summaries of reasoning are summaries while they come, too."""

from __future__ import annotations

import json
from typing import Any

import pytest
from tests.stream.writing import FAMILIES, chunks_of, events_of, written

import turnwire
from turnwire.model import CompleteEvent, Completion, Message, StartEvent, TextBlock, ThinkingBlock
from turnwire.testing import difference, normal

R = "openai_responses"
RESPONSE: dict[str, Any] = {"id": "r", "object": "response", "created_at": 1, "model": "m", "status": "completed"}
THOUGHT: dict[str, Any] = {"type": "reasoning", "id": "rs"}
PART = {"type": "output_text", "text": "It rains.", "annotations": []}
MESSAGE = {"type": "message", "role": "assistant", "id": "msg", "status": "completed", "content": [PART]}


def summary(*parts: tuple[int, str]) -> list[Any]:
    """Pieces of summaries, each with the number of its summary."""
    kind = "response.reasoning_summary_text.delta"
    return [{"type": kind, "output_index": 0, "summary_index": part, "delta": piece} for part, piece in parts]


def text(piece: str) -> dict[str, Any]:
    return {"type": "response.reasoning_text.delta", "output_index": 0, "content_index": 0, "delta": piece}


def thought(pieces: list[Any], **said: Any) -> bytes:
    """A stream with a thought, and the message behind it."""
    output = [{**THOUGHT, **said}, MESSAGE]
    events = [
        {"type": "response.created", "response": {**RESPONSE, "status": "in_progress", "output": []}},
        {"type": "response.output_item.added", "output_index": 0, "item": {**THOUGHT, "summary": []}},
        *pieces,
        {"type": "response.output_item.done", "output_index": 0, "item": output[0]},
        {"type": "response.output_item.added", "output_index": 1, "item": {**MESSAGE, "content": []}},
        {"type": "response.output_text.delta", "output_index": 1, "content_index": 0, "delta": "It rains."},
        {"type": "response.completed", "response": {**RESPONSE, "output": output}},
    ]
    return b"".join(b"data: " + json.dumps(event).encode() + b"\n\n" for event in events)


def summaries(*texts: str) -> list[Any]:
    return [{"type": "summary_text", "text": each} for each in texts]


STREAMS = {
    "one": thought(summary((0, "I lo"), (0, "ok.")), summary=summaries("I look.")),
    "two": thought(summary((0, "I lo"), (0, "ok."), (1, "I s"), (1, "ee.")), summary=summaries("I look.", "I see.")),
    "one, and the text": thought(
        [*summary((0, "I look.")), text("Clou"), text("ds.")],
        summary=summaries("I look."),
        content=[{"type": "reasoning_text", "text": "Clouds."}],
    ),
    "the text, and one": thought(
        [text("Clou"), text("ds."), *summary((0, "I look."))],
        summary=summaries("I look."),
        content=[{"type": "reasoning_text", "text": "Clouds."}],
    ),
}
SHOWN = {
    "one": [("summary", 0, "I lo"), ("summary", 0, "ok.")],
    "two": [("summary", 0, "I lo"), ("summary", 0, "ok."), ("summary", 1, "I s"), ("summary", 1, "ee.")],
    "one, and the text": [("summary", 0, "I look."), ("content", 0, "Clou"), ("content", 0, "ds.")],
    "the text, and one": [("content", 0, "Clou"), ("content", 0, "ds."), ("summary", 0, "I look.")],
}
KINDS = {
    "response.reasoning_summary_text.delta": ("summary", "summary_index"),
    "response.reasoning_text.delta": ("content", "content_index"),
}


@pytest.mark.parametrize("name", STREAMS)
def test_no_block_begins_otherwise_than_it_ends(name: str) -> None:
    """The pieces are the reply: nothing of a thought is said once more when the whole reply is known."""
    events: list[Any] = events_of(STREAMS[name], R)
    reply = json.loads(STREAMS[name].split(b"data: ")[-1])["response"]
    wanted = turnwire.read(reply, R, kind="response")
    assert difference(normal(wanted), normal(turnwire.fold(events))) is None
    of_last = next(number for number, event in enumerate(events) if event.__struct_config__.tag == "text_delta")
    assert [] == [event for event in events[of_last:] if event.__struct_config__.tag == "block_start"]


@pytest.mark.parametrize("name", STREAMS)
def test_they_are_written_as_they_came(name: str) -> None:
    stream = written(events_of(STREAMS[name], R), R)
    assert () == stream.losses
    shown = [
        (KINDS[chunk["type"]][0], chunk[KINDS[chunk["type"]][1]], chunk["delta"])
        for chunk in chunks_of(stream.data)
        if chunk["type"] in KINDS
    ]
    assert SHOWN[name] == shown


@pytest.mark.parametrize("target", sorted({*FAMILIES} - {R}))
def test_other_formats_have_all_of_them_in_turn(target: str) -> None:
    stream = written(events_of(STREAMS["two"], R), target)
    assert [] == [loss for loss in stream.losses if loss.feature.startswith("stream.")]
    if any((loss.kind, loss.feature) == ("dropped", "thinking") for loss in stream.losses):
        pytest.skip("the format has no reasoning")
    words = [part for part in stream.sent if any(word in part for word in (b"I lo", b"ok.", b"I s", b"ee."))]
    assert len(words) >= 4  # each piece by itself
    thoughts = turnwire.fold(events_of(stream.data, target)).candidates[0].content
    assert "I look.\n\nI see." == next(each.text for each in thoughts if isinstance(each, ThinkingBlock))


@pytest.mark.parametrize(
    "block",
    [
        ThinkingBlock("", ["I look."]),
        ThinkingBlock("", ["I look.", "I see."], "c2ln"),
        ThinkingBlock("Clouds.", ["I look."]),
        ThinkingBlock("Clouds.", [""]),
        ThinkingBlock("Clouds.", ["I look.", "", "I see."]),
    ],
)
def test_unfolding_shows_them_as_pieces(block: ThinkingBlock) -> None:
    reply = Completion([Message("assistant", [block, TextBlock("It rains.")])], id="r", model="m")
    events: list[Any] = list(turnwire.unfold(reply))
    assert reply.candidates[0].content == turnwire.fold(events).candidates[0].content
    pieces = [event.text for event in events if event.__struct_config__.tag == "thinking_delta"]
    assert block.summary == pieces[: len(block.summary)]
    stream = written([StartEvent("r", model="m"), *events[1:], CompleteEvent(0, "end_turn")], R)
    shown = [chunk for chunk in chunks_of(stream.data) if chunk["type"].endswith("reasoning_summary_text.delta")]
    assert [each for each in block.summary if each] == [chunk["delta"] for chunk in shown if chunk["delta"]]
