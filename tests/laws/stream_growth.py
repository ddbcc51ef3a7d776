"""Streams that grow in one dimension, and the work of reading and writing them, event by event."""

from __future__ import annotations

import gc
import sys
import tracemalloc
from typing import TYPE_CHECKING, Any, NamedTuple

from msgspec import Raw

from turnwire.model import (
    CompleteEvent,
    StartEvent,
    TextDeltaEvent,
    ThinkingDeltaEvent,
    ToolUseEndEvent,
    ToolUseInputDeltaEvent,
    ToolUseStartEvent,
    Usage,
    UsageEvent,
)

if TYPE_CHECKING:
    from collections.abc import Callable
    from types import FrameType

    from turnwire.model import StreamEvent


class Work(NamedTuple):
    """What a call costs, whatever the clock says."""

    lines: int
    """The lines of Python that run, those of loops each time again."""
    memory: int
    """The bytes that these lines take, each line at its peak, also inside of C functions and if they are freed."""


def counted(work: Callable[[], object]) -> Work:
    """Count the work of a call.

    The memory shows what lines do not: to decode, join or encode a text that grows takes as many bytes as it has.
    What reads a value and makes nothing, such as a search in a text, is not seen.  Run the work once before: what is
    made at the first call is no work of the stream.
    """
    lines = memory = before = 0

    def trace(_: FrameType, event: str, __: object) -> Any:
        nonlocal lines, memory, before
        lines += event == "line"
        memory += max(0, tracemalloc.get_traced_memory()[1] - before)
        tracemalloc.reset_peak()
        before = tracemalloc.get_traced_memory()[0]
        return trace

    gc.collect()
    gc.disable()
    tracing = sys.gettrace()
    tracemalloc.start()
    sys.settrace(trace)
    try:
        work()
    finally:
        sys.settrace(tracing)
        tracemalloc.stop()
        gc.enable()
    return Work(lines, memory)


def stream(*said: StreamEvent, calls: bool = False) -> list[StreamEvent]:
    return [
        StartEvent("r1", "assistant", "m"),
        *said,
        UsageEvent(Usage(1, 2)),
        CompleteEvent(0, "tool_use" if calls else "end_turn"),
    ]


def call(number: int, *pieces: str) -> list[StreamEvent]:
    return [
        ToolUseStartEvent(f"call_{number}", f"look_{number}", 0, number),
        *(ToolUseInputDeltaEvent(piece, 0, number) for piece in pieces),
        ToolUseEndEvent(0, number, Raw("".join(pieces).encode())),
    ]


def words(kind: type, count: int, word: str = "word ") -> list[Any]:
    return [kind(f"{word}{number % 10} ") for number in range(count)]


DIMENSIONS: dict[str, tuple[int, Callable[[int], list[StreamEvent]]]] = {
    "pieces of a text": (32, lambda n: stream(*words(TextDeltaEvent, n))),
    "pieces of a thought": (32, lambda n: stream(*words(ThinkingDeltaEvent, n), TextDeltaEvent("So.", 0, 1))),
    "pieces of an input": (
        32,
        lambda n: stream(*call(0, '{"city":"', *(f"Bonn {i % 10} " for i in range(n)), '"}'), calls=True),
    ),
    "length of the pieces": (256, lambda n: stream(*words(TextDeltaEvent, 16, "w" * n))),
    "calls": (
        16,
        lambda n: stream(*(each for i in range(n) for each in call(i, '{"city":', '"Bonn"}')), calls=True),
    ),
    "blocks": (16, lambda n: stream(*((ThinkingDeltaEvent, TextDeltaEvent)[i % 2](f"w {i}", 0, i) for i in range(n)))),
}
