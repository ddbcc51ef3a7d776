"""The engine Ray: a task for each unit, on the machines of a cluster that all see the input and the output."""

from __future__ import annotations

from collections import deque
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from turnwire.bulk.engines import CannotStart
from turnwire.bulk.jobs import Failed, tried_in

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from turnwire.bulk.jobs import Done, Job
    from turnwire.bulk.units import Unit

AGAIN: Final = 3
"""How often Ray does a unit again whose worker is lost, or whose machine."""

AHEAD: Final = 2
"""Tasks that Ray has for each processor: one that runs, and one that waits."""


def outcomes(job: Job, units: Sequence[Unit], workers: int) -> Iterator[Done | Failed]:
    """Do the units of a job as tasks of Ray.

    The cluster is that of the environment's `RAY_ADDRESS`; without it, Ray starts on this machine.

    Args:
        job: what is done.
        units: with what.
        workers: how many tasks Ray has at the same time; 0 takes two for each processor of the cluster.

    Yields:
        What becomes of each unit, in the order in which they end.

    Raises:
        CannotStart: Ray refuses the address of the cluster, or does not start on this machine.
    """
    import ray  # noqa: PLC0415 - only where Ray is used

    if not ray.is_initialized():
        _start()
    begun = ray.remote(num_cpus=1, max_retries=AGAIN)(tried_in).remote
    shared, here = ray.put(job), str(Path.cwd())
    most = workers or AHEAD * int(ray.cluster_resources().get("CPU", 1))
    left = deque(units)
    running: dict[Any, Unit] = {}
    try:
        while left or running:
            while left and len(running) < most:
                unit = left.popleft()
                running[begun(here, shared, unit)] = unit
            (ended, *_), _ = ray.wait(list(running))
            yield _taken(ended, running.pop(ended))
    finally:
        for each in running:
            ray.cancel(each, force=True)


def _start() -> None:
    import ray  # noqa: PLC0415 - only where Ray is used

    try:
        ray.init(log_to_driver=False, logging_level="ERROR")
    # ValueError: an address that Ray cannot read.  ConnectionError: no cluster to be found.  RuntimeError: Ray itself.
    except (OSError, RuntimeError, ValueError) as fault:
        first = str(fault).strip().partition("\n")[0]
        hint = "RAY_ADDRESS names the cluster; without it, Ray starts on this machine"
        raise CannotStart(f"--engine ray: Ray does not start: {first.rstrip('.')}; {hint}") from fault


def _taken(ended: Any, unit: Unit) -> Done | Failed:
    import ray  # noqa: PLC0415 - only where Ray is used

    try:
        found: Done | Failed = ray.get(ended)
    except ray.exceptions.RayError as fault:
        first = str(fault).partition("\n")[0]
        return Failed(unit.number, f"{unit}: Ray did not do this unit in {AGAIN + 1} tries: {first}")
    return found
