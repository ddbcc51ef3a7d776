"""One job, from the plan of its units to the last of them; what was done before is not done again."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple, TypeAlias

import msgspec

from turnwire.bulk.columns import Shared
from turnwire.bulk.counts import Counts
from turnwire.bulk.jobs import Done, Failed, Job
from turnwire.bulk.manifest import CannotGoOn, Manifest, Planned
from turnwire.bulk.rows import Broken, CannotRead, Reader
from turnwire.bulk.units import UNIT, CannotPlan, Input, Range, Unit, input_of, ranges

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence


Engine: TypeAlias = "Callable[[Job, Sequence[Unit], int], Iterator[Done | Failed]]"
"""Does the units of a job in any order, so many at a time (0: as many as it can); it ends them if it is closed."""


class Plan(NamedTuple):
    """What is left to do.

    Args:
        job: what is done, with the columns of the parts.
        units: the units that are not done.
        again: how many of them were done before, but their parts are gone.
        added: the files that were not there when the output was begun.
        troubles: sentences about files that cannot be read.
    """

    job: Job
    units: list[Unit]
    again: int
    added: list[str]
    troubles: list[str]


def planned(job: Job, paths: Sequence[str], manifest: Manifest, *, limit: int | None = None, size: int = UNIT) -> Plan:
    """Divide the files that are not yet planned, and return what is left to do.

    Args:
        job: what is done.
        paths: the files of the input, in the order of the output.
        manifest: what is planned and done already.
        limit: how many rows of all files are taken at most; None takes all.
        size: about how many bytes are one unit.

    Raises:
        CannotGoOn: a file has changed, or is gone, since it was planned.
        OSError: the manifest cannot be written.
    """
    inputs, troubles = _inputs(paths)
    before = {each.input.path: each.input for each in manifest.planned}
    _check_unchanged(before, inputs)
    new = [each for each in inputs.values() if each.path not in before]
    if limit is not None and before:
        new = []  # The rows of the limit are chosen.
    shared = Shared(manifest.columns, job.spec.column) if job.output == "parquet" else None
    made = list(_divided(job, new, limit, size, _Notes(troubles, shared)))
    number = sum(len(each.ranges) for each in manifest.planned)
    for index, each in enumerate(made):
        made[index] = msgspec.structs.replace(each, first=number)
        number += len(each.ranges)
    manifest.plan(made, shared.columns() if shared else None)
    units, again = _left(job, manifest)
    return Plan(
        msgspec.structs.replace(job, columns=manifest.columns),
        units,
        again,
        [each.input.path for each in made] if before else [],
        troubles,
    )


class _Notes(NamedTuple):
    """What is noted while files are divided: sentences about those that cannot be read, and the columns of all."""

    troubles: list[str]
    columns: Shared | None


def _divided(job: Job, new: list[Input], left: int | None, size: int, notes: _Notes) -> Iterator[Planned]:
    """Yield files divided into units; note those that cannot be read, and the columns of the others."""
    for each in new:
        try:
            found = ranges(each, job.spec.column, size)
            if notes.columns is not None:
                notes.columns.add(each)
            if left is not None:
                found, left = _limited(job, each, found, left)
        except (OSError, CannotPlan, CannotRead) as fault:
            notes.troubles.append(_unreadable(each.path, fault))
        else:
            yield Planned(each, 0, found)


def _unreadable(path: str, fault: Exception) -> str:
    return f"{path}: cannot be read: {getattr(fault, 'strerror', None) or fault}"


def _inputs(paths: Sequence[str]) -> tuple[dict[str, Input], list[str]]:
    found, troubles = {}, []
    for path in paths:
        try:
            found[path] = input_of(path)
        except (OSError, CannotPlan) as fault:
            troubles.append(_unreadable(path, fault))
    return found, troubles


def _check_unchanged(before: dict[str, Input], now: dict[str, Input]) -> None:
    for path, was in before.items():
        found = now.get(path)
        if found is None:
            raise CannotGoOn(f"{path}: is in the manifest and no longer among the inputs: name another output folder")
        if found != was:
            how = f"had {was.size:,} bytes and has {found.size:,}" if found.size != was.size else "was written again"
            raise CannotGoOn(
                f"{path}: has changed since the manifest was written ({how}): name another output folder, "
                "or remove this one to begin anew"
            )


def _limited(job: Job, given: Input, found: list[Range], left: int) -> tuple[list[Range], int]:
    """Return the first ranges that have so many rows, and how many rows are left for other files."""
    kept: list[Range] = []
    for begin, end, weight, _ in found:
        if left == 0:
            break
        rows = 0
        unit = Unit(0, given, begin, end, weight, left)
        for each in Reader(unit, job.spec.column, job.sample, Counts()).rows():
            rows += 1 if isinstance(each, Broken) else len(each.places)
        kept.append((begin, end, weight, rows))
        left -= rows
    return kept, left


def _left(job: Job, manifest: Manifest) -> tuple[list[Unit], int]:
    """Return the units that are not done or whose parts are gone, and the number of the latter."""
    units = [unit for each in manifest.planned for unit in each.units()]
    folder = Path(job.folder)
    gone = {
        number
        for number, done in manifest.done.items()
        if any(not _is_whole(folder / part.name, part.size) for part in done.parts)
    }
    for number in gone:
        del manifest.done[number]
    return [unit for unit in units if unit.number not in manifest.done], len(gone)


def _is_whole(path: Path, size: int) -> bool:
    try:
        return path.stat().st_size == size
    except OSError:
        return False


def outcomes(plan: Plan, manifest: Manifest, engine: Engine, workers: int) -> Iterator[Done | Failed]:
    """Do what is left, and note in the manifest what is done.

    Args:
        plan: what is left.
        manifest: where it is noted.
        engine: who does it.
        workers: how many units are done at the same time; 0 lets the engine choose.

    Yields:
        Each unit that is done, once it is noted, and each that is not; after one that ends the job no other follows.

    Raises:
        OSError: the manifest cannot be written.
    """
    found = engine(plan.job, plan.units, workers)
    try:
        for each in found:
            if isinstance(each, Done):
                manifest.note(each)
            yield each
            if isinstance(each, Failed) and each.ends:
                return
    finally:
        close = getattr(found, "close", None)
        if close is not None:
            close()
