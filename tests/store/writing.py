"""Processes that write to a store at once: `python -m tests.store.writing NAMES COUNT WHERE...`.

A program of its own, since it forks.  For each place, which holds no store yet, as many processes as there are letters
in NAMES open it together, and add messages to a session of their own and to one of all.  It prints one JSON object:
place -> name -> the ids that were given back.
"""

from __future__ import annotations

import json
import os
import sys
import traceback

from turnwire.errors import InvalidDocument
from turnwire.model import Message, TextBlock
from turnwire.sessions.store import Session, Store


def write(where: str, name: str, count: int, out: int) -> None:
    """What one of them does."""
    with Store(where, create=True) as store:
        store.add_session(Session(id=name, created_at=0, updated_at=0))
        try:
            store.add_session(Session(id="all", created_at=0, updated_at=0))
        except InvalidDocument as refusal:
            # Another was faster.
            if refusal.diagnostics[0].code != "store.repeated-id":
                raise
        for n in range(count):
            for session in (name, "all"):
                message = Message("user", [TextBlock("hi")], id=f"{name}-{session}-{n:03}")
                store.append(session, [message], at=n)
                os.write(out, f"{message.id}\n".encode())


def together(where: str, names: str, count: int) -> dict[str, list[str]]:
    """Let all of them begin at once; what each gave back."""
    start, go = os.pipe()
    pipes = {}
    for name in names:
        given, taking = os.pipe()
        if not os.fork():
            code = 1
            try:
                os.close(go)
                os.read(start, 1)
                write(where, name, count, taking)
                code = 0
            except BaseException:  # noqa: BLE001 - the parent is told by what stands on standard error
                traceback.print_exc()
            os._exit(code)
        os.close(taking)
        pipes[name] = given
    os.close(start)
    os.close(go)
    found = {}
    for name, given in pipes.items():
        with open(given, "rb") as stream:  # noqa: PTH123 - a pipe has no path
            found[name] = stream.read().decode().split()
    for _ in names:
        os.wait()
    return found


def main() -> None:
    """One place after the other."""
    names, count, places = sys.argv[1], int(sys.argv[2]), sys.argv[3:]
    print(json.dumps({where: together(where, names, count) for where in places}))  # noqa: T201 - its output


if __name__ == "__main__":
    main()
