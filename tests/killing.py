"""Processes that write to something on a disk and are killed, to see what they leave behind."""

from __future__ import annotations

import contextlib
import os
import select
import signal
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    import random
    from collections.abc import Callable


class Killed:
    """What the processes left behind.  They fork: whoever starts them is a program of its own.

    `look(found)` looks at the disk after each, with the ids that it gave back, and gives those that are not there.
    """

    def __init__(self, look: Callable[[list[str]], list[str]]) -> None:
        self._look = look
        self.given: list[str] = []
        self.lost: list[str] = []
        self.random = self.steps = self.started = 0

    def run(self, adding: Callable[[int], None], kill: Callable[[int, int], bytes]) -> bool:
        """One process, and a look at what is there after it; whether it was killed.

        `kill` gives back what it took from the pipe.
        """
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
        taken = kill(child, given)
        _, status = os.waitpid(child, 0)
        with open(given, "rb") as stream:  # noqa: PTH123 - a pipe has no path
            # Half an id at the end is no word of anything.
            found = (taken + stream.read()).decode().split("\n")[:-1]
        self.lost += self._look(found)
        self.given += found
        return os.WIFSIGNALED(status)


def at_random(chance: random.Random, most: int = 1) -> Callable[[int, int], bytes]:
    """Kill soon after so many things were given back, 0 to `most`, which is while the next is written."""

    def kill(child: int, given: int) -> bytes:
        left, found = chance.randint(0, most), b""
        while found.count(b"\n") < left and (more := os.read(given, 4096)):
            found += more
        select.select([], [], [], chance.random() * 0.015)
        os.kill(child, signal.SIGKILL)
        return found

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
