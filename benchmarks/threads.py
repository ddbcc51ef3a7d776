"""What a store of 100,000 turns in 1,000 branches costs beside a small one: `python -m benchmarks.threads`.

A window costs by the turns behind it, whatever else the store holds; opening a store and adding to it cost the same at
any size; making its index anew costs by its size, and happens only where the index is lost.
"""

from __future__ import annotations

import itertools
import tempfile
from contextlib import ExitStack
from pathlib import Path
from typing import TYPE_CHECKING

import orjson

from benchmarks.ratio import Row, lowest, ratios, table
from turnwire.systems.gpt2099.threads import Frame, Generator, Meta, NewTurn, Store, Told, add_turn, integrity, resolve

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

TURNS, BRANCHES = 100_000, 1_000
TRUNK = 1_000
"""Turns that the branches leave from, one branch from each; the rest is shared out among the branches."""

BRANCH = (TURNS - TRUNK) // BRANCHES

SHORT, LONG = "branch-0", f"branch-{TRUNK - 1}"
"""The branches of the first and of the last turn of the trunk: 100 turns, and 1,099."""

ALONE = 600
"""Turns of a store that holds one thread and nothing else."""

SECONDS = 4
"""For each figure that is not of the disk."""

SAID = [b'[{"type":"text","text":"%d: %s"}]' % (number, b"which river is longer? " * 20) for number in range(500)]


def generator() -> Generator:
    """Ids without chance."""
    ticks, draws = itertools.count(1_700_000_000_000), itertools.count()
    return Generator(lambda: next(ticks), lambda bits: next(draws) % (1 << bits))


def thread(ids: Generator, parent: str | None, count: int, bookmark: str) -> Iterator[NewTurn]:
    """So many turns, each of which continues the one before."""
    for number in range(count):
        content = SAID[number % len(SAID)]
        links = [parent] if parent else []
        meta = Meta(role="user", content_type="application/json", options={}, head=bookmark, continues=links)
        frame = Frame(id=ids.new(), hash=integrity(content), meta=meta)
        parent = frame.id
        yield NewTurn(frame, content)


def branches() -> list[NewTurn]:
    """The 100,000 turns."""
    ids = generator()
    trunk = list(thread(ids, None, TRUNK, "trunk"))
    leaves = [thread(ids, each.frame.id, BRANCH, f"branch-{number}") for number, each in enumerate(trunk)]
    # A turn of each branch in turn, as conversations that go on at the same time add them.
    return [*trunk, *(turn for turns in zip(*leaves, strict=True) for turn in turns)]


def rows() -> list[Row]:
    """The figures."""
    with tempfile.TemporaryDirectory() as name, ExitStack() as stack:
        large = stack.enter_context(Store(Path(name) / "large", create=True))
        small = stack.enter_context(Store(Path(name) / "small", create=True))
        large.put(branches())
        small.put(thread(generator(), None, ALONE, "alone"))
        return [_by_store(large, small), _by_length(large), _opening(large, small), _adding(large, small), _anew(large)]


def _by_store(large: Store, small: Store) -> Row:
    middle = f"branch-{ALONE - BRANCH - 1}"
    (ratio,) = lowest(lambda: resolve(small, "alone"), [lambda: resolve(large, middle)], SECONDS)
    if len(resolve(large, middle).messages) != len(resolve(small, "alone").messages):
        raise AssertionError("the two windows are of one length")
    return Row(f"a window of {ALONE} turns of {TURNS}, to one of {ALONE} of {ALONE}", ratio, 1.5)


def _by_length(large: Store) -> Row:
    (ratio,) = lowest(lambda: resolve(large, SHORT), [lambda: resolve(large, LONG)], SECONDS)
    times = len(resolve(large, LONG).messages) / len(resolve(large, SHORT).messages)
    return Row(f"a turn of a window {times:.0f} times as long, to one of the shorter", ratio / times, 1.5)


def _opening(large: Store, small: Store) -> Row:
    (ratio,) = ratios(_opener(small), [_opener(large)])
    return Row(f"opening {TURNS} turns, to opening {ALONE}", ratio, 1.5)


def _opener(store: Store) -> Callable[[], None]:
    return lambda: Store(store.folder).close()


def _adding(large: Store, small: Store) -> Row:
    (ratio,) = ratios(_adder(small, "alone"), [_adder(large, "trunk")])
    return Row(f"adding to {TURNS} turns, to adding to {ALONE}", ratio, 1.5)


def _adder(store: Store, bookmark: str) -> Callable[[], object]:
    ids = generator()
    # A bookmark of its own, so that the thread that is measured stays as long as it is.
    told = Told(continues=bookmark, bookmark="added")
    return lambda: store.add(ids, lambda turn_id: add_turn(store, "the Elbe", told, turn_id))


def _anew(large: Store) -> Row:
    log = large.folder / "frames.jsonl"

    def without_index() -> None:
        (large.folder / "index.sqlite").unlink()
        Store(large.folder).close()

    def parse() -> object:
        return [orjson.loads(line) for line in log.read_bytes().splitlines()]

    (ratio,) = lowest(parse, [without_index], SECONDS)
    return Row(f"making the index of {TURNS} turns anew, to parsing their lines with orjson", ratio, 8)


if __name__ == "__main__":
    print(table("Threads", rows()))
