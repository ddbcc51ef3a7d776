"""Processes that write to a store and are killed: `python -m tests.store.killing WHERE KILLS`.

A program of its own, since it forks.  It prints one JSON object: what was given back and is not there, what else is odd
about the store after each, and how many processes were killed.
"""

from __future__ import annotations

import functools
import json
import os
import random
import sys

from tests.killing import Killed, at_random

from turnwire.errors import InvalidDocument
from turnwire.model import Message, TextBlock, ToolResultBlock, ToolUseBlock
from turnwire.sessions.store import Session, Store

SOME = 3
"""Turns after which a process is done, if nobody kills it before."""

OPENED = 6
"""Of so many processes one opens the store itself."""


def turn(name: str) -> list[Message]:
    """The messages of one turn, which are stored together: a call, its result, and a long text."""
    call = Message("assistant", [ToolUseBlock(f"tu_{name}", "read_file")], id=f"{name}-0")
    result = Message("tool", [ToolResultBlock(f"tu_{name}", content=[TextBlock(name)])], id=f"{name}-1")
    return [call, result, Message("assistant", [TextBlock(name * 997)], id=f"{name}-2")]


def adds(store: Store, number: int, out: int) -> None:
    """Make a session, add turns to it, and write the name of each thing that was given back."""
    with store:
        store.add_session(Session(id=f"s{number}", created_at=number, updated_at=number))
        os.write(out, f"s{number}\n".encode())
        for count in range(SOME):
            name = f"{number}-{count}"
            store.append(f"s{number}", turn(name), at=number)
            os.write(out, f"{name}\n".encode())


def started(ready: Store | None, where: str, number: int, out: int) -> None:
    """One process."""
    adds(ready or Store(where, create=True), number, out)


class Look:
    """What is odd about the store each time that a process is gone."""

    def __init__(self, where: str) -> None:
        self.where = where
        self.odd: list[str] = []
        self.store: Store | None = None

    def __call__(self, found: list[str]) -> list[str]:
        """Those of the names that a process gave back that are not there, whole."""
        if self.store is None:
            try:
                self.store = Store(self.where)
            except InvalidDocument as refusal:
                # Before the first store there is none, and whoever was killed while making it has given nothing back.
                self.odd += [each.code for each in refusal.diagnostics if each.code != "store.missing"]
                return found
        # It lets go of the file in the end: a connection does not go over to another process.
        store = self.store
        with store:
            there = {name for each in found if each.startswith("s") for name in self._there(store, each)}
            return [each for each in found if each not in there]

    def _there(self, store: Store, session: str) -> list[str]:
        """The names of a session and of the turns that it has whole."""
        stored = list(store.messages(session))
        turns = [str(each.id).removesuffix("-0") for each in stored if str(each.id).endswith("-0")]
        whole = [message for each in turns for message in turn(each)]
        if [(each.id, each.content) for each in whole] != [(each.id, each.content) for each in stored]:
            self.odd.append(f"{session} is torn")
        if store.count_calls(session) != ({"succeeded": len(turns)} if turns else {}):
            self.odd.append(f"calls of {session} are torn")
        return [session, *turns]


def main() -> None:
    """Kill at random."""
    where, kills = sys.argv[1], int(sys.argv[2])
    chance = random.Random(20261121)  # noqa: S311 - the same kills each time
    look = Look(where)
    found = Killed(look)
    while found.random < kills:
        # Opening a store is met by a kill too; most use one that was opened before, whose statements are ready.
        ready = look.store if found.started % OPENED else None
        found.random += found.run(functools.partial(started, ready, where, found.started), at_random(chance, SOME))
    report = {"given": len(found.given), "lost": found.lost, "odd": look.odd, "random": found.random}
    print(json.dumps({**report, "started": found.started}))  # noqa: T201 - its output


if __name__ == "__main__":
    main()
