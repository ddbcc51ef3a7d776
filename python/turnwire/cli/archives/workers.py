"""Do tasks in worker processes, and give their outcomes in the order of the tasks."""

from __future__ import annotations

import itertools
from collections import deque
from multiprocessing.connection import Connection, wait
from multiprocessing.reduction import ForkingPickler
from typing import TYPE_CHECKING, Final, NamedTuple

import click

from turnwire.bulk.spawned import Worker, started
from turnwire.cli.codes import CANNOT_RUN
from turnwire.cli.inputs import Entry

if TYPE_CHECKING:
    from collections.abc import Iterator

    from turnwire.cli.archives.outcomes import Made
    from turnwire.cli.archives.tasks import Task
    from turnwire.cli.archives.work import Sent, Work

_AHEAD: Final = 4
"""Tasks for each worker that may be done before their turn, since their outcomes are kept in memory."""


_AT_ONCE: Final = 4096
"""The bytes of a task that a pipe takes at once: to send more could wait until the worker has done the one before."""


class WorkerEnded(click.ClickException):
    """A worker process was killed, for example by a system without memory."""

    exit_code = CANNOT_RUN


class _Running(NamedTuple):
    """A worker, and the tasks that it has, with their numbers: the one that it does, and the next one."""

    worker: Worker
    tasks: deque[tuple[int, Task]]


class Workers:
    """Worker processes, of which not more are started than there are tasks.

    A worker has its next task before it has done the one before, so that it need not wait for this process.

    Args:
        most: the number of processes.
        work: what they do.
    """

    def __init__(self, most: int, work: Work) -> None:
        self._most = most
        self._work = work
        self._running: dict[Connection, _Running] = {}
        self._done: dict[int, tuple[Task, list[Sent]]] = {}
        self._given = 0

    def outcomes(self, tasks: Iterator[Task]) -> Iterator[tuple[Task, Iterator[tuple[Entry, Made]]]]:
        """Yield the outcomes of all tasks, in the order of the tasks.  Raises WorkerEnded."""
        first = list(itertools.islice(tasks, self._most))
        try:
            # All start at once: to send a task waits until its worker has started.
            for _ in first:
                worker = started(self._work.sent)
                self._running[worker.back] = _Running(worker, deque())
            yield from self._outcomes(enumerate(itertools.chain(first, tasks)))
        finally:
            for each in self._running.values():
                each.worker.end()

    def _outcomes(self, tasks: Iterator[tuple[int, Task]]) -> Iterator[tuple[Task, Iterator[tuple[Entry, Made]]]]:
        taken = 0
        waiting = next(tasks, None)
        while waiting or taken < self._given:
            while waiting and waiting[0] - taken < _AHEAD * self._most and self._give(*waiting):
                waiting = next(tasks, None)
            busy = [back for back, each in self._running.items() if each.tasks]
            for back in wait(busy) if busy else ():  # of nothing it would wait for ever
                self._take(back)  # type: ignore[arg-type]
            while taken in self._done:
                task, sent = self._done.pop(taken)
                entries = (
                    (Entry(source, line, data, column=column), outcome) for source, line, column, data, outcome in sent
                )
                yield task, entries
                taken += 1

    def _give(self, number: int, task: Task) -> bool:
        """Send a task to the worker that has the fewest; return whether there is one that can take it."""
        worker, tasks = min(self._running.values(), key=lambda each: len(each.tasks))
        if len(tasks) > 1:
            return False
        task = task.in_files()
        data = ForkingPickler.dumps(task)
        if tasks and len(data) > _AT_ONCE:
            return False
        tasks.append((number, task))
        try:
            worker.to.send_bytes(data)
        except BrokenPipeError:
            raise _ended(worker, tasks[0][1]) from None
        self._given = number + 1
        return True

    def _take(self, back: Connection) -> None:
        worker, tasks = self._running[back]
        try:
            sent = back.recv()
        except (EOFError, ConnectionResetError):
            raise _ended(worker, tasks[0][1]) from None
        number, task = tasks.popleft()
        self._done[number] = task, sent


def _ended(worker: Worker, task: Task) -> WorkerEnded:
    how = worker.how_it_ended()
    part = task.parts[0]
    name = getattr(part, "name", None) or getattr(part, "source", part).name  # type: ignore[union-attr]
    return WorkerEnded(f"{name}: a worker process {how} while it read this file or the next ones; the run stops here")
