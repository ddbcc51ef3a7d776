"""Processes that add turns to a store and are killed: `python -m tests.threads.killing FOLDER KILLS`.

A program of its own, since it forks: what else a test run has started would not survive that.  It prints one JSON
object: the ids that the processes gave back, the codes of what the store said when it was opened after each, the ids
that were not there then, and how many were killed at random and at a step.
"""

from __future__ import annotations

import contextlib
import json
import os
import random
import select
import signal
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

from turnwire.threads import Generator, Store, Told, add_turn

if TYPE_CHECKING:
    from collections.abc import Callable

SOME = 5
"""Turns after which a process is done, if nobody kills it before."""


class Killed:
    """What the processes left behind."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.given: list[str] = []
        self.lost: list[str] = []
        self.said: set[str] = set()
        self.random = self.steps = self.started = 0

    def run(self, adding: Callable[[int], None], kill: Callable[[int, int], None]) -> bool:
        """One process, and a look into the store after it; whether it was killed."""
        self.started += 1
        given, taking = os.pipe()
        child = os.fork()
        if not child:
            with contextlib.suppress(BaseException):
                os.close(given)
                adding(taking)
                os._exit(0)
            os._exit(1)
        os.close(taking)
        kill(child, given)
        _, status = os.waitpid(child, 0)
        with open(given, "rb") as stream:  # noqa: PTH123 - a pipe has no path
            # Half an id at the end is no word of anything.
            found = stream.read().decode().split("\n")[:-1]
        self._look(found)
        self.given += found
        return os.WIFSIGNALED(status)

    def _look(self, found: list[str]) -> None:
        if not (self.folder / "frames.jsonl").exists():
            self.lost += found
            return
        with Store(self.folder) as store:
            self.said |= {each.code for each in store.findings}
            self.lost += [each for each in found or self.given[-1:] if store.frame(each) is None]


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


def at_random(chance: random.Random) -> Callable[[int, int], None]:
    """Kill soon after the start, or soon after a turn was given back, which is while the next is written."""

    def kill(child: int, given: int) -> None:
        if chance.random() < 0.5:
            select.select([given], [], [], 5)
        select.select([], [], [], chance.random() * 0.015)
        os.kill(child, signal.SIGKILL)

    return kill


STEPS = ("write", "fsync", "ftruncate", "replace", "mkdir")


def dying_at(step: int, adding: Callable[[int], None]) -> Callable[[int], None]:
    """The same, which kills itself in the middle of the so manyth step that changes the disk."""
    counted = iter(range(step))

    def killing(real: Callable[..., Any], name: str) -> Callable[..., Any]:
        def call(*arguments: Any, **more: Any) -> Any:
            if next(counted, None) is None:
                if name == "write":
                    real(arguments[0], bytes(arguments[1])[: len(arguments[1]) // 2])
                os.kill(os.getpid(), signal.SIGKILL)
            return real(*arguments, **more)

        return call

    def dying(out: int) -> None:
        for name in STEPS:
            setattr(os, name, killing(getattr(os, name), name))
        adding(out)

    return dying


def main() -> None:
    """Kill at every step of the first turns of a new store, then at random."""
    folder, kills = Path(sys.argv[1]), int(sys.argv[2])
    chance = random.Random(20261121)  # noqa: S311 - the same kills each time
    found = Killed(folder)
    while found.run(dying_at(found.steps, lambda out: adds(folder, found.started, out)), lambda *_: None):
        found.steps += 1
    while found.random < kills:
        found.random += found.run(lambda out: adds(folder, found.started, out), at_random(chance))
    report = {"given": found.given, "lost": found.lost, "said": sorted(found.said)}
    print(json.dumps({**report, "random": found.random, "steps": found.steps}))  # noqa: T201 - its output


if __name__ == "__main__":
    main()
