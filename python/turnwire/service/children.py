"""A process of a server, seen from its supervisor: when it is ready, and why it is not."""

from __future__ import annotations

import multiprocessing
import os
import signal
import threading
import time
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Callable
    from multiprocessing.connection import Connection

_FORK: Final = multiprocessing.get_context("fork")
_STOPPING: Final = (signal.SIGTERM, signal.SIGINT)
_SHORT_LIFE_SECONDS: Final = 5.0


class Child:
    """A process, and the pipe on which it sends an empty text when it is ready, or else the reason why it is not.

    SIGTERM and SIGINT are blocked in all threads of the process, and `wait_until_stopped` takes the first SIGTERM, as
    early as it may come.

    Args:
        target: what the process runs, with its end of the pipe.
    """

    def __init__(self, target: Callable[[Connection], None]) -> None:
        self.target = target
        self.ready, child = _FORK.Pipe(duplex=False)
        self.process = _FORK.Process(target=target, args=(child,))
        self._started = time.monotonic()
        before = signal.pthread_sigmask(signal.SIG_BLOCK, _STOPPING)
        try:
            self.process.start()
        finally:
            signal.pthread_sigmask(signal.SIG_SETMASK, before)
        child.close()

    def problem(self) -> str:
        """Return why the process is not ready; empty if it is.  Call it once."""
        if not self.ready.poll():
            return "it takes too long"
        try:
            text: str = self.ready.recv()
        except EOFError:
            return "it ended"
        return text

    def had_short_life(self) -> bool:
        """Return whether the process was started only a few seconds ago."""
        return time.monotonic() - self._started < _SHORT_LIFE_SECONDS

    def close(self) -> None:
        """Kill the process if it still runs, and let go of it."""
        self.process.kill()
        self.process.join()
        self.process.close()
        self.ready.close()


def wait_until_stopped(alive: int) -> None:
    """Return, in a child, at SIGTERM, or when the supervisor has ended, however it did.

    SIGINT does nothing here: a terminal sends it to all processes of a server, and the supervisor hears it.

    Args:
        alive: a pipe whose other end only the supervisor has.
    """

    def watch() -> None:
        os.read(alive, 1)
        os.kill(os.getpid(), signal.SIGTERM)

    threading.Thread(target=watch, daemon=True).start()
    # Not by a handler and an event: the kernel may give the signal to another thread than the main one, which then
    # sleeps on, and Python runs its handlers on the main thread alone.
    signal.sigwait({signal.SIGTERM})
