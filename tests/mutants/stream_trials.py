"""What the mutants of streams are tried on: events whose streams, and whose reply, are known."""

from __future__ import annotations

import functools
import json
import random
from typing import TYPE_CHECKING, Any

from msgspec import Raw
from tests.stream.writing import FAMILIES, back, events_of, events_of_pieces, fault, nowhere, split, written

import turnwire
from turnwire.model import (
    BlockStartEvent,
    Citation,
    CitationDeltaEvent,
    CompleteEvent,
    ErrorEvent,
    OpaqueEvent,
    Origin,
    SignatureDeltaEvent,
    StartEvent,
    TextBlock,
    TextDeltaEvent,
    ThinkingBlock,
    ThinkingDeltaEvent,
    ToolUseEndEvent,
    ToolUseInputDeltaEvent,
    ToolUseStartEvent,
    Usage,
    UsageEvent,
)
from turnwire.testing import difference

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

START = StartEvent("r1", "assistant", "some-model", "2026-03-01T09:00:00Z")
END = [UsageEvent(Usage(input_tokens=3, output_tokens=5)), CompleteEvent(0, "end_turn")]
SAID = [TextDeltaEvent("some words, ", 0, 0), TextDeltaEvent("and more words", 0, 0)]


def call(number: int, block: int) -> list[Any]:
    """A call whose input comes in pieces."""
    pieces = [ToolUseInputDeltaEvent(piece, 0, block) for piece in ('{"city":', f'"Oslo {number}"}}')]
    return [ToolUseStartEvent(f"call_{number}", f"look_{number}", 0, block), *pieces, ToolUseEndEvent(0, block)]


def thought(target: str) -> list[Any]:
    """A thought of the target's own, signed as it signs."""
    begun = ThinkingBlock("", origin=Origin(target, "some-model"))
    if target == "openai_responses":
        begun.encrypted = "c2ln"
    pieces: list[Any] = [ThinkingDeltaEvent("let me "), ThinkingDeltaEvent("see")]
    return [BlockStartEvent(0, 0, begun), *pieces, *([] if begun.encrypted else [SignatureDeltaEvent("c2ln")])]


def rich(target: str) -> list[Any]:
    """A thought, a text, and two calls."""
    text = [TextDeltaEvent(event.text, 0, 1) for event in SAID]
    return [START, *thought(target), *text, *call(1, 2), *call(2, 3), END[0], CompleteEvent(0, "tool_use")]


FOLDED = [
    START,
    ThinkingDeltaEvent("let me see"),
    SignatureDeltaEvent("c2ln"),
    TextDeltaEvent("some words", 0, 1),
    CitationDeltaEvent(Citation("characters", cited_text="words"), 0, 1),
    *call(1, 2),
    *END,
]
REPLY = {
    "id": "r1",
    "model": "some-model",
    "created_at": "2026-03-01T09:00:00Z",
    "usage": {"input_tokens": 3, "output_tokens": 5},
    "candidates": [
        {
            "role": "assistant",
            "content": [
                {"type": "thinking", "text": "let me see", "signature": "c2ln"},
                {"type": "text", "text": "some words", "citations": [{"kind": "characters", "cited_text": "words"}]},
                {"type": "tool_use", "id": "call_1", "name": "look_1", "input": {"city": "Oslo 1"}},
            ],
            "metadata": {"stop_reason": "end_turn"},
        }
    ],
}


def trials(dialect: str) -> Iterator[tuple[str, Callable[[], list[str]]]]:
    """A law and what it finds, each with all that it asks of one dialect."""
    if dialect not in FAMILIES:
        return
    calls = [event for pair in zip(call(1, 0), call(2, 1), strict=True) for event in pair]
    by_turns = [TextDeltaEvent(f"piece {n} of {n % 2}", n % 2) for n in range(4)]
    streams = {
        "rich": rich(dialect),
        "calls by turns": [START, *calls, *END],
        "two candidates": [START, *by_turns, *END, CompleteEvent(1, "max_tokens")],
        "a block that begins again": [START, *SAID, BlockStartEvent(0, 0, TextBlock("")), TextDeltaEvent("No."), *END],
    }
    for name, events in streams.items():
        yield f"9 streams, {name}", functools.partial(_written, events, dialect)
    yield "9 streams, pieces", functools.partial(_in_pieces, dialect)
    yield "9 streams, folded", _folded
    yield "9 streams, broken off", functools.partial(_broken, dialect)
    yield "9 streams, an error", functools.partial(_failed, dialect)
    yield "9 streams, an opaque event", functools.partial(_opaque, dialect)
    yield "8 chunks", functools.partial(_cut, dialect)


def _written(events: list[Any], target: str) -> list[str]:
    stream = written(events, target)
    found = fault(events, target)
    return [*([] if found is None else [found]), *nowhere(events, stream.losses)]


def _in_pieces(target: str) -> list[str]:
    """What is shown in pieces is what is said at the end: texts as they were cut, and whole inputs."""
    read = events_of(written(rich(target), target).data, target)
    texts = [event.text for event in read if isinstance(event, TextDeltaEvent)]
    inputs: dict[int, str] = {}
    for event in read:
        if isinstance(event, ToolUseInputDeltaEvent):
            inputs[event.block] = inputs.get(event.block, "") + event.partial_input
    found = [*texts, *(text for _, text in sorted(inputs.items()))]
    wanted = [*(event.text for event in SAID), '{"city":"Oslo 1"}', '{"city":"Oslo 2"}']
    return [] if found == wanted else [f"{found} is not {wanted}"]


def _folded() -> list[str]:
    found = difference(json.dumps(REPLY).encode(), turnwire.write(turnwire.fold(FOLDED), "turnwire").data)
    return [] if found is None else [found]


def _broken(target: str) -> list[str]:
    read = events_of(written([START, *SAID], target).data, target)
    codes = [event.code for event in read if isinstance(event, ErrorEvent)]
    statuses = [message.metadata and message.metadata.status for message in turnwire.fold(read).candidates]
    return [] if (codes, statuses) == (["stream.truncated"], ["partial"]) else [f"{codes}, {statuses}"]


def _failed(target: str) -> list[str]:
    stream = written([START, *SAID, ErrorEvent("Overloaded", "overloaded_error")], target)
    read = events_of(stream.data, target)
    words = [event.message for event in read if isinstance(event, ErrorEvent)]
    statuses = [message.metadata and message.metadata.status for message in turnwire.fold(read).candidates]
    return [] if (words, statuses) == (["Overloaded"], ["error"]) else [f"{words}, {statuses}"]


def _opaque(target: str) -> list[str]:
    stream = written([START, OpaqueEvent("x", Raw(b"{}"), "another"), *SAID, *END], target)
    told = [loss.path for loss in stream.losses if loss.feature == "opaque"]
    return [] if told == ["/events/1"] else [f"told of {told}"]


def _cut(target: str) -> list[str]:
    stream = written(rich(target), target)
    pieces = split(stream.data, random.Random(target))  # noqa: S311 - where to cut is no secret
    same = events_of_pieces(pieces, target) == events_of(stream.data, target)
    return [] if same and back(stream, target).candidates else ["other events"]
