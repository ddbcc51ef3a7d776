"""Worker processes that answer what they are sent, and end with the process that started them."""

from __future__ import annotations

import contextlib
import gc
import multiprocessing
import os
import signal
import sys
import threading
import warnings
from typing import TYPE_CHECKING, Any, Final, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Callable
    from multiprocessing.connection import Connection
    from multiprocessing.process import BaseProcess


APART: Final[set[int]] = set()
"""Open files of this process that a fork closes: its ends of the pipes, and the lock of the manifest.

With a copy of such an end, a worker would not see that this process has ended, and with one of the lock the next job
could not begin.  Other files stay open: they belong to whoever opened them.
"""


_PIPE: Final = 1024 * 1024


def processors() -> int:
    """Return how many processors this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


class Worker(NamedTuple):
    """A worker process, the pipe to it, and the pipe with its answers."""

    process: BaseProcess
    to: Connection
    back: Connection

    def end(self) -> None:
        """End the process, and wait until it has ended."""
        APART.difference_update((self.to.fileno(), self.back.fileno()))
        self.to.close()
        self.back.close()
        self.process.terminate()
        self.process.join()

    def how_it_ended(self) -> str:
        """Wait until the process has ended, and say how."""
        self.process.join()
        code = self.process.exitcode or 0
        return f"was ended by signal {-code}" if code < 0 else f"ended with {code}"


def started(answer: Callable[[Any], Any]) -> Worker:
    """Start a process that answers with a function, which can be sent to it."""
    is_forked = _may_fork()
    context: Any = multiprocessing.get_context("fork" if is_forked else "spawn")
    questions, to = context.Pipe(duplex=False)
    back, answers = context.Pipe(duplex=False)
    _widen(back)
    # A worker has only the ends of the pipes that are its own, so that it ends when this process does.
    APART.update((to.fileno(), back.fileno()))
    target = _serve_alone if is_forked else serve
    process = context.Process(target=target, args=(answer, questions, answers), daemon=True)
    with warnings.catch_warnings():
        # "This process is multi-threaded, use of fork() may lead to deadlocks in the child": see `_may_fork`.
        warnings.simplefilter("ignore", DeprecationWarning)
        process.start()
    questions.close()
    answers.close()
    return Worker(process, to, back)


def _widen(pipe: Connection) -> None:
    """Let a pipe take 1 MiB before its reader has to wake up; Linux gives it 64 KiB.

    A worker that sends what it made of some megabytes waited for the other process a hundred times.
    """
    if sys.platform == "linux":
        import fcntl  # noqa: PLC0415 - not everywhere

        # The system may allow less: "/proc/sys/fs/pipe-max-size" (pipe(7)).
        with contextlib.suppress(OSError):
            fcntl.fcntl(pipe.fileno(), fcntl.F_SETPIPE_SZ, _PIPE)


def _may_fork() -> bool:
    """Return whether a process is started as a fork of this one, which has all modules at once.

    A new process imports them again, which costs as much as some megabytes of work.  A lock that another thread holds
    is never released in a fork, so there is none while Python has other threads, such as that of a progress bar.  Those
    of Arrow are no obstacle: it makes its thread pools anew after a fork.
    """
    return sys.platform == "linux" and threading.active_count() == 1


def _serve_alone(answer: Callable[[Any], Any], questions: Connection, answers: Connection) -> None:
    """Answer in a fork, without the files of `APART`."""
    for number in APART:
        os.close(number)
    serve(answer, questions, answers)


def serve(answer: Callable[[Any], Any], questions: Connection, answers: Connection) -> None:
    """Answer until the process that asks has gone."""
    # An interrupt goes to all processes of a terminal; the one that the user started ends the others.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGTERM, signal.SIG_DFL)
    # The objects of a document are freed by their reference counts: looking for cycles among them took 5 % of the time.
    gc.freeze()
    gc.set_threshold(10_000, 50, 100)
    with contextlib.suppress(EOFError, BrokenPipeError, ConnectionResetError):
        while True:
            answers.send(answer(questions.recv()))
