"""Processes that add turns to a store and are killed: `python -m tests.threads.killing FOLDER KILLS`.

A program of its own, since it forks: what else a test run has started would not survive that.  It prints one JSON
object: the ids that the processes gave back, the codes of what the store said when it was opened after each, the ids
that were not there then, and how many were killed at random and at a step.
"""

from __future__ import annotations

import json
import os
import random
import sys
from pathlib import Path

from tests.killing import Killed, at_random, dying_at

from turnwire.systems.gpt2099.threads import Generator, Store, Told, add_turn

SOME = 5
"""Turns after which a process is done, if nobody kills it before."""


class Look:
    """What the store of a folder says each time that a process is gone."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.said: set[str] = set()
        self._last: list[str] = []

    def __call__(self, found: list[str]) -> list[str]:
        """Those of the turns that a process gave back that are not there; of none, the last one before."""
        if not (self.folder / "frames.jsonl").exists():
            return found
        self._last = found[-1:] or self._last
        with Store(self.folder) as store:
            self.said |= {each.code for each in store.findings}
            return [each for each in found or self._last if store.frame(each) is None]


def adds(folder: Path, number: int, out: int) -> None:
    """Add turns, each in response to the one before, and write the id of each that was given back."""
    draws = random.Random(number)  # noqa: S311 - it need not be secret
    made = Generator(lambda: 1_700_000_000_000 + number, draws.getrandbits)
    with Store(folder, create=True) as store:
        for count in range(SOME):
            os.write(out, added(store, made, f"{number} {count} " + "x" * (count * 997)).encode() + b"\n")


def added(store: Store, made: Generator, said: str) -> str:
    """The id of a turn that is stored."""
    told = Told(respond=store.last() is not None)
    return store.add(made, lambda turn_id: add_turn(store, said, told, turn_id)).id


def main() -> None:
    """Kill at every step of the first turns of a new store, then at random."""
    folder, kills = Path(sys.argv[1]), int(sys.argv[2])
    chance = random.Random(20261121)  # noqa: S311 - the same kills each time
    look = Look(folder)
    found = Killed(look)
    while found.run(dying_at(found.steps, lambda out: adds(folder, found.started, out)), lambda *_: b""):
        found.steps += 1
    while found.random < kills:
        found.random += found.run(lambda out: adds(folder, found.started, out), at_random(chance))
    report = {"given": found.given, "lost": found.lost, "said": sorted(look.said)}
    print(json.dumps({**report, "random": found.random, "steps": found.steps}))  # noqa: T201 - its output


if __name__ == "__main__":
    main()
