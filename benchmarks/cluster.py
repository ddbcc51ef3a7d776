"""A simulation of a job on a cluster whose machines are slow, or taken away, under the rules of the manifest.

`python -m benchmarks.cluster` prints the table of docs/scaling.md.  Nothing is measured here but with the seed: the
seconds for a unit come from `python -m benchmarks.bulk`.

The rules: a unit is done once its line is noted, one line after another, by the driver; the units of a machine that is
lost are done again, first of all; a unit that is lost `TRIES` times is reported and not done.
"""

from __future__ import annotations

import argparse
import heapq
import random
from collections import deque
from typing import Final, NamedTuple

from msgspec import Struct

from turnwire.bulk.local import TRIES

HOUR: Final = 3600.0
DOCUMENTS: Final = 1_000_000_000
SPREAD: Final = 0.25
"""The standard deviation of the logarithm of a unit's time: documents are of different sizes."""


class Cluster(NamedTuple):
    """The machines.

    `slow` is the share of the machines that take `slowdown` times as long.  `losses` is how often a machine is taken
    away, by hour; another takes its place after `pause` seconds.
    """

    machines: int = 100
    workers: int = 2
    slow: float = 0.0
    slowdown: float = 1.0
    losses: float = 0.0
    pause: float = 180.0


class Work(NamedTuple):
    """The units, the seconds that a worker takes for one, and the seconds that the driver takes to note one."""

    units: int
    seconds: float
    noting: float = 0.005


class Outcome(Struct):
    """What came of it: the end in seconds, how often each unit was noted, and the worker seconds that were lost."""

    seconds: float
    noted: list[int]
    failed: int
    lost: float
    retried: int


class Simulation:
    """One run.

    Args:
        cluster: the machines.
        work: what they do.
        seed: what chance is made of.
    """

    def __init__(self, cluster: Cluster, work: Work, seed: int) -> None:
        self._cluster = cluster
        self._work = work
        self._chance = random.Random(seed)  # noqa: S311 - nothing secret
        self._left = deque(range(work.units))
        self._tries = [0] * work.units
        # An event is its time, a number that keeps the order, and what happens: a unit of a worker ends, or a machine
        # is lost or replaced.
        self._events: list[tuple[float, int, str, int, int]] = []
        self._count = 0
        self._running: dict[int, tuple[int, float, int]] = {}
        self._is_up = [True] * cluster.machines
        self._noted_until = 0.0
        self._outcome = Outcome(0.0, [0] * work.units, 0, 0.0, 0)

    def run(self) -> Outcome:
        """Return what came of it."""
        for machine in range(self._cluster.machines):
            self._plan_loss(machine, 0.0)
            self._fill(machine, 0.0)
        while self._events and (self._running or self._left):
            now, number, what, place, unit = heapq.heappop(self._events)
            if what == "end":
                self._end(now, number, place, unit)
            elif what == "loss":
                self._lose(now, place)
            else:
                self._is_up[place] = True
                self._plan_loss(place, now)
                self._fill(place, now)
        return self._outcome

    def _plan(self, when: float, what: str, place: int, unit: int = -1) -> int:
        self._count += 1
        heapq.heappush(self._events, (when, self._count, what, place, unit))
        return self._count

    def _plan_loss(self, machine: int, now: float) -> None:
        if self._cluster.losses:
            self._plan(now + self._chance.expovariate(self._cluster.losses / HOUR), "loss", machine)

    def _fill(self, machine: int, now: float) -> None:
        """Give a unit to each idle worker of a machine."""
        for worker in range(machine * self._cluster.workers, (machine + 1) * self._cluster.workers):
            if self._left and worker not in self._running:
                unit = self._left.popleft()
                is_slow = machine < self._cluster.slow * self._cluster.machines
                seconds = self._work.seconds * self._chance.lognormvariate(-(SPREAD**2) / 2, SPREAD)
                end = now + seconds * (self._cluster.slowdown if is_slow else 1)
                self._running[worker] = unit, now, self._plan(end, "end", worker, unit)

    def _end(self, now: float, number: int, worker: int, unit: int) -> None:
        if self._running.get(worker, (0, 0.0, 0))[2] != number:
            return  # its machine was lost before
        del self._running[worker]
        self._noted_until = max(self._noted_until, now) + self._work.noting
        self._outcome.noted[unit] += 1
        self._outcome.seconds = self._noted_until
        self._fill(worker // self._cluster.workers, now)

    def _lose(self, now: float, machine: int) -> None:
        self._is_up[machine] = False
        for worker in range(machine * self._cluster.workers, (machine + 1) * self._cluster.workers):
            unit, begin, _ = self._running.pop(worker, (-1, 0.0, 0))
            if unit < 0:
                continue
            self._outcome.lost += now - begin
            self._outcome.retried += 1
            self._tries[unit] += 1
            if self._tries[unit] < TRIES:
                self._left.appendleft(unit)
            else:
                self._outcome.failed += 1
                self._outcome.seconds = max(self._outcome.seconds, now)
        self._plan(now + self._cluster.pause, "back", machine)
        for other, is_up in enumerate(self._is_up):
            if is_up and self._left:
                self._fill(other, now)


CLUSTERS: Final = {
    "all machines alike, none lost": Cluster(),
    "one in ten is three times as slow": Cluster(slow=0.1, slowdown=3),
    "each machine is lost every 5 hours": Cluster(losses=0.2),
    "each machine is lost every 30 minutes": Cluster(losses=2),
    "both: slow ones, and lost every 30 minutes": Cluster(slow=0.1, slowdown=3, losses=2),
}


def main(arguments: list[str] | None = None) -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--microseconds", type=float, default=400.0, help="of one core for a document")
    parser.add_argument("--bytes", type=int, default=15_000, help="of a document")
    parser.add_argument("--unit", type=int, nargs="*", default=[32, 256], help="megabytes of a unit")
    parser.add_argument("--documents", type=int, default=DOCUMENTS)
    given = parser.parse_args(arguments)
    print("| machines | unit | hours | of the ideal | units done again | work lost | not done |")
    print("|---|---|---|---|---|---|---|")
    for megabytes in given.unit:
        each = max(1, megabytes * 2**20 // given.bytes)
        work = Work(-(-given.documents // each), each * given.microseconds / 1e6)
        for name, cluster in CLUSTERS.items():
            found = Simulation(cluster, work, seed=1).run()
            workers = cluster.machines * cluster.workers
            ideal = given.documents * given.microseconds / 1e6 / workers
            lost = found.lost / (given.documents * given.microseconds / 1e6)
            print(
                f"| {name} | {megabytes} MB | {found.seconds / HOUR:.2f} | {found.seconds / ideal:.2f} | "
                f"{found.retried:,} of {work.units:,} | {lost:.2%} | {found.failed} |",
                flush=True,
            )


if __name__ == "__main__":
    main()
