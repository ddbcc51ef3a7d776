"""The engine for one machine: worker processes, of which one that is lost is replaced, and its unit done again."""

from __future__ import annotations

from collections import Counter, deque
from functools import partial
from multiprocessing.connection import wait
from typing import TYPE_CHECKING, Final

from turnwire.bulk.jobs import Done, Failed, tried
from turnwire.bulk.spawned import processors, started

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from multiprocessing.connection import Connection

    from turnwire.bulk.jobs import Job
    from turnwire.bulk.spawned import Worker
    from turnwire.bulk.units import Unit

TRIES: Final = 4
"""How often a unit is tried whose worker is lost, for example to a system without memory."""


def outcomes(job: Job, units: Sequence[Unit], workers: int) -> Iterator[Done | Failed]:
    """Do the units of a job in worker processes, or here if one worker is enough.

    Args:
        job: what is done.
        units: with what.
        workers: the number of processes; 0 takes one for each processor.

    Yields:
        What becomes of each unit, in the order in which they end.
    """
    most = min(workers or processors(), len(units))
    if most <= 1:
        for unit in units:
            yield tried(job, unit)
        return
    pool = _Pool(job, units)
    try:
        yield from pool.outcomes(most)
    finally:
        pool.end()


class _Pool:
    def __init__(self, job: Job, units: Sequence[Unit]) -> None:
        self._job = job
        # The large ones first: one that comes last has a worker of its own, while the others wait.
        self._left = deque(sorted(units, key=lambda unit: unit.weight, reverse=True))
        self._idle: list[Worker] = []
        self._busy: dict[Connection, tuple[Worker, Unit]] = {}
        self._tries: Counter[int] = Counter()

    def outcomes(self, workers: int) -> Iterator[Done | Failed]:
        # All start at once: to send a unit waits until its worker has started.
        self._idle.extend(self._started() for _ in range(workers))
        while self._left or self._busy:
            while self._left and self._idle:
                if failed := self._give(self._left.popleft()):
                    yield failed
            for back in wait(list(self._busy)) if self._busy else ():  # of nothing it would wait for ever
                if found := self._taken(back):  # type: ignore[arg-type]
                    yield found

    def _started(self) -> Worker:
        return started(partial(tried, self._job))

    def _give(self, unit: Unit) -> Failed | None:
        worker = self._idle.pop()
        try:
            worker.to.send(unit)
        except BrokenPipeError:
            return self._lost(worker, unit)
        self._busy[worker.back] = worker, unit
        return None

    def _taken(self, back: Connection) -> Done | Failed | None:
        worker, unit = self._busy.pop(back)
        try:
            found: Done | Failed = back.recv()
        except (EOFError, ConnectionResetError):
            return self._lost(worker, unit)
        self._idle.append(worker)
        return found

    def _lost(self, worker: Worker, unit: Unit) -> Failed | None:
        """Replace a worker that has ended; its unit is done again, unless that was tried often enough."""
        how = worker.how_it_ended()
        worker.end()
        self._idle.append(self._started())
        self._tries[unit.number] += 1
        if self._tries[unit.number] < TRIES:
            self._left.appendleft(unit)
            return None
        return Failed(unit.number, f"{unit}: a worker process {how} each of {TRIES} times that it did this unit")

    def end(self) -> None:
        for worker in (*self._idle, *(worker for worker, _ in self._busy.values())):
            worker.end()
