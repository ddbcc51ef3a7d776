"""Law 15, of streams: of eight times the events, the calls or the text, a byte costs at most a quarter more work.

Each event is written by itself, and each chunk is read by itself, as they come over a network.
"""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

import msgspec
import pytest
from tests.laws.growth import FACTOR, MOST, growth
from tests.laws.stream_growth import DIMENSIONS, counted
from tests.stream.writing import FAMILIES, streaming

import turnwire

if TYPE_CHECKING:
    from turnwire.model import StreamEvent


def written(events: list[StreamEvent], dialect: str) -> list[bytes]:
    writer = turnwire.stream_writer(dialect)
    return [*map(writer.send, events), writer.close()]


def read(chunks: list[bytes], dialect: str) -> list[StreamEvent]:
    reader = turnwire.stream_reader(dialect)
    return [event for chunk in chunks for event in reader.feed(chunk)] + reader.close()


def chunks_of(data: bytes, dialect: str) -> list[bytes]:
    end = b"\n" if streaming(dialect).lines else b"\n\n"
    return [chunk + end for chunk in data.split(end) if chunk]


def test_what_grows_inside_of_a_c_function_is_counted() -> None:
    def joined_each_time(count: int) -> None:
        said: list[str] = []
        for _ in range(count):
            said.append("word " * 10)
            "".join(said)

    small, large = (counted(partial(joined_each_time, count)) for count in (32, FACTOR * 32))
    assert growth((small.lines, 1), (large.lines, FACTOR)) <= MOST < growth((small.memory, 1), (large.memory, FACTOR))


@pytest.mark.parametrize("dimension", DIMENSIONS)
@pytest.mark.parametrize("dialect", FAMILIES)
def test_work_for_each_byte_of_a_stream(dialect: str, dimension: str) -> None:
    """Lines of Python, and memory that is taken, of reading, writing and folding."""
    start, make = DIMENSIONS[dimension]
    found: dict[str, list[tuple[int, int]]] = {}
    for count in (start, FACTOR * start):
        events = make(count)
        chunks = chunks_of(b"".join(written(events, dialect)), dialect)
        native, wire = len(msgspec.json.encode(events)), sum(map(len, chunks))
        for name, work, size in (
            ("writing", partial(written, events, dialect), native),
            ("reading", partial(read, chunks, dialect), wire),
            ("folding", partial(turnwire.fold, events), native),
        ):
            if count == start:
                work()
            for kind, amount in counted(work)._asdict().items():
                found.setdefault(f"{name}: {kind}", []).append((amount, size))
    times = {name: growth(*both) for name, both in found.items()}
    assert {} == {name: round(each, 2) for name, each in times.items() if each > MOST}
