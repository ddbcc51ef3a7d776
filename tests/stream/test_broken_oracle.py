"""A writer that drops all does not satisfy what is asked of a stream that broke off, nor one that shows otherwise."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec import Raw
from tests.stream.broken import broken_fault_of
from tests.stream.writing import PIECE_BY_PIECE, WITH_CALLS, Stream, written

import turnwire
from turnwire.losses import Losses
from turnwire.model import (
    ErrorEvent,
    Loss,
    StartEvent,
    TextDeltaEvent,
    ToolUseEndEvent,
    ToolUseInputDeltaEvent,
    ToolUseStartEvent,
)
from turnwire.stream import TRUNCATED

CUT = ErrorEvent("the stream ended before the reply did", code=TRUNCATED)
START = StartEvent("r", "assistant", "m")
# A text, a whole call, and half of another.
EVENTS: list[Any] = [
    START,
    TextDeltaEvent("Words.", 0, 0),
    ToolUseStartEvent("a", "keep", 0, 1),
    ToolUseInputDeltaEvent('{"n":1}', 0, 1),
    ToolUseEndEvent(0, 1),
    ToolUseStartEvent("b", "drop", 0, 2),
    ToolUseInputDeltaEvent('{"path":"/tm', 0, 2),
    CUT,
]
TEXT, WHOLE, HALF = (f"/candidates/0/content/{number}" for number in range(3))
EACH = pytest.mark.parametrize("target", WITH_CALLS)


def dropped(target: str, *numbers: int) -> tuple[Loss, ...]:
    losses = Losses(target)
    for number in numbers:
        block = turnwire.fold(EVENTS).candidates[0].content[number]
        losses.dropped(f"/candidates/0/content/{number}", str(block.__struct_config__.tag), block)
    return tuple(losses.found)


@EACH
def test_what_the_writer_writes_is_right(target: str) -> None:
    assert None is broken_fault_of(EVENTS, written(EVENTS, target), target)


@EACH
def test_a_writer_that_drops_all_and_tells_it_is_caught(target: str) -> None:
    bare = written([START, CUT], target)
    for stream in (bare, Stream([], b"", ())):
        told = stream._replace(losses=(*stream.losses, *dropped(target, 0, 1, 2)))
        assert "[(0, 0), (0, 1)] need not be dropped" == broken_fault_of(EVENTS, told, target)


@EACH
def test_a_writer_that_says_nothing_and_tells_nothing_is_caught(target: str) -> None:
    assert "nothing was said of the reply" == broken_fault_of(EVENTS, Stream([], b"", dropped(target, 2)), target)


@EACH
def test_a_whole_call_that_is_dropped_is_caught(target: str) -> None:
    """Without half a call before it nothing has to wait, whatever the format says."""
    stream = written([*EVENTS[:2], *EVENTS[5:]], target)
    told = stream._replace(losses=(*stream.losses, *dropped(target, 1)))
    assert "[(0, 1)] need not be dropped" == broken_fault_of(EVENTS, told, target)


def shown(target: str, place: str, said: bytes) -> Stream:
    """The stream, with other words, and the losses that tell so of some place."""
    stream = written(EVENTS, target)
    sent = [data.replace(b"Words.", said) for data in stream.sent]
    other = [
        Loss("invented", place, "stream.shown", target, Raw(b'{"type":"text","text":"%s"}' % said)),
        Loss("dropped", place, "stream.said_otherwise", target, Raw(b'{"type":"text","text":"Words."}')),
    ]
    return Stream(sent, stream.last.replace(b"Words.", said), (*stream.losses, *other))


@EACH
def test_other_words_are_excused_at_their_own_place_alone(target: str) -> None:
    assert None is broken_fault_of(EVENTS, shown(target, TEXT, b"Other."), target)
    assert None is not broken_fault_of(EVENTS, shown(target, WHOLE, b"Other."), target)
    assert None is not broken_fault_of(EVENTS, shown(target, HALF, b"Other."), target)


@EACH
def test_other_words_that_are_not_told_are_caught(target: str) -> None:
    stream = shown(target, TEXT, b"Other.")
    silent = stream._replace(losses=written(EVENTS, target).losses)
    assert None is not broken_fault_of(EVENTS, silent, target)


@pytest.mark.parametrize("target", PIECE_BY_PIECE)
def test_half_a_call_that_is_told_otherwise_is_caught(target: str) -> None:
    stream = written(EVENTS, target)
    data = stream.data.replace(b"/tm", b"/xx")
    assert "calls were begun with" in str(broken_fault_of(EVENTS, Stream([], data, stream.losses), target))


@pytest.mark.parametrize("target", PIECE_BY_PIECE)
def test_half_a_call_that_is_told_whole_is_caught(target: str) -> None:
    ended = [*EVENTS[:-1], ToolUseInputDeltaEvent('p"}', 0, 2), ToolUseEndEvent(0, 2), CUT]
    assert "half a call is read back as one that has ended" == broken_fault_of(EVENTS, written(ended, target), target)
