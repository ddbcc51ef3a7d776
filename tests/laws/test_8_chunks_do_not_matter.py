"""Law 8: a stream fed whole, byte by byte or split anywhere gives the same events."""

from __future__ import annotations

import random
from itertools import pairwise
from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.stream.recordings import STREAMED, recordings
from tests.stream.replies import CASES
from tests.stream.writing import FAMILIES, written

import turnwire
from turnwire.testing.documents import completions

if TYPE_CHECKING:
    from pathlib import Path

    from turnwire.model import Completion

SMALL = 3000


def events_of(dialect: str, pieces: list[bytes]) -> list[Any]:
    reader = turnwire.stream_reader(dialect)
    return [*(event for piece in pieces for event in reader.feed(piece)), *reader.close()]


def split(data: bytes, chance: random.Random) -> list[bytes]:
    cuts = sorted(chance.randrange(len(data) + 1) for _ in range(max(3, len(data) // 60)))
    return [data[start:end] for start, end in pairwise([0, *cuts, len(data)])]


def is_the_same_however_cut(dialect: str, data: bytes, chance: random.Random) -> bool:
    whole = events_of(dialect, [data])
    ways = [split(data, chance), [data[n : n + 1] for n in range(len(data))] if len(data) < SMALL else [data]]
    return all(whole == events_of(dialect, pieces) for pieces in ways)


@pytest.mark.parametrize("dialect", FAMILIES)
@given(reply=completions("plain"), seed=st.integers(0, 999))
@settings(max_examples=15)
def test_written_streams(dialect: str, reply: Completion, seed: int) -> None:
    """Of every format that is written: what a dialect declares in its `stream` is asked without a recording."""
    data = written(turnwire.unfold(reply), dialect).data
    assert is_the_same_however_cut(dialect, data, random.Random(seed))  # noqa: S311 - where to cut is no secret


@pytest.mark.parametrize("name", CASES)
def test_cases(name: str) -> None:
    chance = random.Random(name)  # noqa: S311
    assert is_the_same_however_cut(CASES[name].dialect, CASES[name].stream, chance)


@pytest.mark.parametrize("endpoint", STREAMED)
def test_recorded_streams(endpoint: str, recorded: Path) -> None:
    chance, other, few = random.Random(endpoint), list[str](), 0  # noqa: S311 - where to cut is no secret
    for name, dialect, data in recordings(recorded, endpoint):
        whole = events_of(dialect, [data])
        few += len(whole) < 3
        same = whole == events_of(dialect, split(data, chance))
        if len(data) < SMALL:
            same = same and whole == events_of(dialect, [data[n : n + 1] for n in range(len(data))])
        other += [] if same else [name]
    assert [] == other
    assert few == 0
