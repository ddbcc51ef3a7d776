"""Threads of our own for the tests, and the folder of recorded ones where there is one."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any, Protocol

import pytest
from tests.data import data

from turnwire.systems.gpt2099.threads import Frame, Generator, InMemory, Store
from turnwire.systems.gpt2099.threads.frames import decode

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path


START = 1_700_000_000_000


@pytest.fixture(scope="session")
def derived() -> Path:
    """What the real code of gpt2099 gave for inputs written for this project."""
    return data("systems/gpt2099/derived")


def name(letter: str) -> str:
    """The id `aaaa…` for `a`."""
    return letter * 25


def frame(letter: str, *continues: str, **meta: Any) -> Frame:
    """A turn whose content is named `#` and its letter; it continues the turns of other letters."""
    about = {"role": "user", "content_type": "application/json", "continues": [name(each) for each in continues]}
    whole = {"id": name(letter), "topic": "gpt.turn", "hash": f"#{letter}", "meta": about | meta}
    return decode(json.dumps(whole).encode())


def thread(*frames: Frame) -> InMemory:
    """These turns, each with a content that says its letter."""
    contents = {f"#{each.id[0]}": json.dumps([{"type": "text", "text": each.id[0]}]).encode() for each in frames}
    return InMemory(frames, contents)


class Ids(Protocol):
    """Makes a generator whose clock starts at a millisecond."""

    def __call__(self, start: int = START) -> Generator: ...


@pytest.fixture
def ids() -> Ids:
    """Generators without chance: each millisecond the clock goes on by one, and the random bits count."""

    def make(start: int = START) -> Generator:
        ticks, draws = iter(range(start, start + 10**9)), iter(range(10**9))
        return Generator(lambda: next(ticks), lambda _: next(draws))

    return make


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    """A new store."""
    with Store(tmp_path / "threads", create=True) as opened:
        yield opened
