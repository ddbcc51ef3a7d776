"""Law 8: a stream fed whole, byte by byte or split anywhere gives the same events."""

from __future__ import annotations

import random
from itertools import pairwise
from typing import TYPE_CHECKING, Any

import pytest
from tests.stream.recordings import STREAMED, recordings

import turnwire

if TYPE_CHECKING:
    from pathlib import Path

SMALL = 3000


def events_of(dialect: str, pieces: list[bytes]) -> list[Any]:
    reader = turnwire.stream_reader(dialect)
    return [*(event for piece in pieces for event in reader.feed(piece)), *reader.close()]


def split(data: bytes, chance: random.Random) -> list[bytes]:
    cuts = sorted(chance.randrange(len(data) + 1) for _ in range(max(3, len(data) // 60)))
    return [data[start:end] for start, end in pairwise([0, *cuts, len(data)])]


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
