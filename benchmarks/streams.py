"""Streams: the time to read and to write one more event of a long stream, divided by that of its bare JSON.

`python -m benchmarks.streams` prints a table for each kind of piece.  The bare JSON of an event is
`orjson.dumps(orjson.loads(data))` of its data.  A figure is the difference between a long and a short stream, so that
what a stream costs once is not in it.  The lowest of many looks counts, in time of this thread: a busy machine changes
it little.
"""

from __future__ import annotations

import time
from functools import partial
from typing import TYPE_CHECKING, Final

import orjson

import turnwire
from benchmarks.ratio import Row
from turnwire.model import (
    CompleteEvent,
    StartEvent,
    TextDeltaEvent,
    ThinkingDeltaEvent,
    ToolUseEndEvent,
    ToolUseInputDeltaEvent,
    ToolUseStartEvent,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from turnwire.model import StreamEvent

DIALECTS: Final = ("openai_chat", "anthropic_messages", "openai_responses", "gemini_generate")
KINDS: Final = ("text", "thoughts", "input of a call")
_WORDS: Final = (" word", " the", " quick fox", " of 12", " a longer piece of text here")
ALLOWED: Final = 12.0
"""The most that reading and writing an event together may cost."""
_SHORT, _LONG = 50, 250
_LOOKS: Final = 200


def _events(kind: str, count: int) -> list[StreamEvent]:
    pieces = [_WORDS[n % len(_WORDS)] for n in range(count)]
    said: list[StreamEvent]
    if kind == "input of a call":
        inputs = ['{"a":"', *pieces, '"}']
        said = [ToolUseStartEvent("call_1", "f"), *(ToolUseInputDeltaEvent(each) for each in inputs), ToolUseEndEvent()]
    else:
        make = TextDeltaEvent if kind == "text" else ThinkingDeltaEvent
        said = [make(piece) for piece in pieces]
    return [StartEvent("id1", "assistant", "m", "2026-01-01T00:00:00Z"), *said, CompleteEvent(stop_reason="end_turn")]


def _write(events: list[StreamEvent], dialect: str) -> list[bytes]:
    writer = turnwire.stream_writer(dialect)
    return [*map(writer.send, events), writer.close()]


def _read(chunks: list[bytes], dialect: str) -> list[StreamEvent]:
    reader = turnwire.stream_reader(dialect)
    return [event for chunk in chunks for event in reader.feed(chunk)] + reader.close()


def _parse(data: list[bytes]) -> None:
    for each in data:
        orjson.dumps(orjson.loads(each))


def _lowest(calls: dict[str, list[Callable[[], object]]]) -> dict[str, float]:
    """The time of each long call less that of the short one; all are looked at in turn."""
    best = {name: [float("inf")] * 2 for name in calls}
    for _ in range(_LOOKS):
        for name, both in calls.items():
            for n, call in enumerate(both):
                start = time.thread_time()
                call()
                best[name][n] = min(best[name][n], time.thread_time() - start)
    return {name: long - short for name, (short, long) in best.items()}


def figures(kind: str, source: str) -> list[float]:
    """The ratios for pieces of one kind from one dialect: reading, then reading and writing as each dialect."""
    streams = [[chunk for chunk in _write(_events(kind, count), source) if chunk] for count in (_SHORT, _LONG)]
    lines = [b"".join(chunks).splitlines() for chunks in streams]
    data = [[line.removeprefix(b"data: ") for line in each if line.startswith(b"data: {")] for each in lines]
    events = [_read(chunks, source) for chunks in streams]
    calls: dict[str, list[Callable[[], object]]] = {
        "floor": [partial(_parse, each) for each in data],
        "read": [partial(_read, chunks, source) for chunks in streams],
    }
    calls |= {target: [partial(_write, each, target) for each in events] for target in DIALECTS}
    found = _lowest(calls)
    spent = [found["read"], *(found["read"] + found[target] for target in DIALECTS)]
    return [each / found["floor"] for each in spent]


def sources(kind: str) -> list[str]:
    """The dialects whose streams have pieces of this kind: Gemini's calls come whole."""
    return [source for source in DIALECTS if (kind, source) != ("input of a call", "gemini_generate")]


def rows() -> Iterator[Row]:
    """The figures of reading and writing together, each of one run."""
    for kind in KINDS:
        for source in sources(kind):
            for target, ratio in zip(DIALECTS, figures(kind, source)[1:], strict=True):
                yield Row(f"{kind}, {source} to {target}", ratio, ALLOWED)


def main() -> None:
    """Print the tables."""
    for kind in KINDS:
        print(f"\n| {kind}, from | read | and write as", " | ".join(DIALECTS), "|")
        print("|---" * (2 + len(DIALECTS)) + "|")
        for source in sources(kind):
            print("|", " | ".join([source, *(f"{each:.1f}" for each in figures(kind, source))]), "|", flush=True)


if __name__ == "__main__":
    main()
