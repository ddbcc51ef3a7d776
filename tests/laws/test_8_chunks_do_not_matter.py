"""Law 8: a stream fed whole, byte by byte or split anywhere gives the same events."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.stream.recordings import STREAMED, recordings
from tests.stream.replies import CASES
from tests.stream.writing import FAMILIES, events_of, events_of_pieces, split, written

import turnwire
from turnwire.model import ErrorEvent
from turnwire.stream.reader import StreamReader
from turnwire.testing.documents import completions

if TYPE_CHECKING:
    from pathlib import Path

    from turnwire.model import Completion

SMALL = 3000


def other_ways(dialect: str, data: bytes, chance: random.Random) -> list[list[bytes]]:
    """The pieces, split anywhere or, of data that is not long, byte by byte, that give other events than the whole."""
    whole = events_of(data, dialect)
    ways = [split(data, chance)]
    if len(data) < SMALL:
        ways.append([data[n : n + 1] for n in range(len(data))])
    return [pieces for pieces in ways if whole != events_of_pieces(pieces, dialect)]


@pytest.mark.parametrize("dialect", FAMILIES)
@given(reply=completions("plain"), seed=st.integers(0, 999))
@settings(max_examples=15)
def test_written_streams(dialect: str, reply: Completion, seed: int) -> None:
    """Of every format that is written: what a dialect declares in its `stream` is asked without a recording."""
    data = written(turnwire.unfold(reply), dialect).data
    assert [] == other_ways(dialect, data, random.Random(seed))  # noqa: S311 - where to cut is no secret


@pytest.mark.parametrize("name", CASES)
def test_cases(name: str) -> None:
    chance = random.Random(name)  # noqa: S311 - where to cut is no secret
    assert [] == other_ways(CASES[name].dialect, CASES[name].stream, chance)


@pytest.mark.parametrize("endpoint", STREAMED)
def test_recorded_streams(endpoint: str, recorded: Path) -> None:
    chance = random.Random(endpoint)  # noqa: S311 - where to cut is no secret
    found = recordings(recorded, endpoint)
    assert {} == {name: ways for name, dialect, data in found if (ways := other_ways(dialect, data, chance))}
    short = {name: events for name, dialect, data in found if len(events := events_of(data, dialect)) < 3}
    # A provider that refuses a request in its stream says nothing else.
    assert [] == [name for name, events in short.items() if type(events[-1]) is not ErrorEvent]


def test_a_reader_to_whom_pieces_matter_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    """Of long data, too, which is not cut byte by byte."""
    case = CASES["text"]
    long = case.stream.replace(b"Hel", b"Hel" * SMALL)
    assert [] == other_ways(case.dialect, long, random.Random(1))  # noqa: S311 - where to cut is no secret
    feed = StreamReader.feed
    monkeypatch.setattr(StreamReader, "feed", lambda self, data: feed(self, data.replace(b"HelHel", b"Bye")))
    assert [] != other_ways(case.dialect, long, random.Random(1))  # noqa: S311 - where to cut is no secret
