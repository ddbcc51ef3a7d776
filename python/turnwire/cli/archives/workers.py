"""Do tasks in worker processes, and give their outcomes in the order of the tasks."""

from __future__ import annotations

import itertools
from multiprocessing.connection import Connection, wait
from typing import TYPE_CHECKING, Final

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


class WorkerEnded(click.ClickException):
    """A worker process was killed, for example by a system without memory."""

    exit_code = CANNOT_RUN


class Workers:
    """Worker processes, of which not more are started than there are tasks.

    Args:
        most: the number of processes.
        work: what they do.
    """

    def __init__(self, most: int, work: Work) -> None:
        self._most = most
        self._work = work
        self._idle: list[Worker] = []
        self._busy: dict[Connection, tuple[Worker, int, Task]] = {}
        self._done: dict[int, tuple[Task, list[Sent]]] = {}

    def outcomes(self, tasks: Iterator[Task]) -> Iterator[tuple[Task, Iterator[tuple[Entry, Made]]]]:
        """Yield the outcomes of all tasks, in the order of the tasks.  Raises WorkerEnded."""
        first = list(itertools.islice(tasks, self._most))
        try:
            # All start at once: to send a task waits until its worker has started.
            self._idle.extend(started(self._work.sent) for _ in first)
            yield from self._outcomes(enumerate(itertools.chain(first, tasks)))
        finally:
            self._end()

    def _outcomes(self, tasks: Iterator[tuple[int, Task]]) -> Iterator[tuple[Task, Iterator[tuple[Entry, Made]]]]:
        given = taken = 0
        more = True
        while more or self._busy:
            while more and len(self._busy) < self._most and given - taken < _AHEAD * self._most:
                number, task = next(tasks, (-1, None))
                more = task is not None
                if task is not None:
                    self._give(number, task)
                    given += 1
            for back in wait(list(self._busy)) if self._busy else ():  # of nothing it would wait for ever
                self._take(back)  # type: ignore[arg-type]
            while taken in self._done:
                task, sent = self._done.pop(taken)
                entries = (
                    (Entry(source, line, data, column=column), outcome) for source, line, column, data, outcome in sent
                )
                yield task, entries
                taken += 1

    def _give(self, number: int, task: Task) -> None:
        worker = self._idle.pop()
        self._busy[worker.back] = worker, number, task
        try:
            worker.to.send(task)
        except BrokenPipeError:
            raise _ended(worker, task) from None

    def _take(self, back: Connection) -> None:
        worker, number, task = self._busy.pop(back)
        try:
            sent = back.recv()
        except (EOFError, ConnectionResetError):
            raise _ended(worker, task) from None
        self._done[number] = task, sent
        self._idle.append(worker)

    def _end(self) -> None:
        for worker in (*self._idle, *(worker for worker, _, _ in self._busy.values())):
            worker.end()


def _ended(worker: Worker, task: Task) -> WorkerEnded:
    how = worker.how_it_ended()
    part = task.parts[0]
    name = getattr(part, "name", None) or getattr(part, "source", part).name  # type: ignore[union-attr]
    return WorkerEnded(f"{name}: a worker process {how} while it read this file or the next ones; the run stops here")
