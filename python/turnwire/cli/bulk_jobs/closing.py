"""What a job counted, as a table that adds up, with the first refused rows above it."""

from __future__ import annotations

import itertools
from typing import TYPE_CHECKING, Final, NamedTuple

from turnwire.bulk.rows import CannotRead, lines_before
from turnwire.cli.words import json_line, plain, words

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from turnwire.bulk.counts import Counts
    from turnwire.bulk.jobs import Done, Job
    from turnwire.bulk.manifest import Manifest
    from turnwire.bulk.units import Unit
    from turnwire.cli.bulk_jobs.options import Bulk

SHOWN: Final = 10
"""Refused rows and names of losses that a person wants to see; the others are counted."""


class Before(NamedTuple):
    """What was known before this run did anything.

    Args:
        done: how many units were done by earlier runs.
        troubles: how many files cannot be read, so that they are not divided into units.
        unread: how many files are not read for what they are, such as a suffix.
    """

    done: int
    troubles: int
    unread: Mapping[str, int]


def closing(given: Bulk, job: Job, manifest: Manifest, total: Counts, before: Before) -> None:
    """Print the counts of a job to standard error.

    Args:
        given: the options of the command.
        job: what was done.
        manifest: what is planned and done.
        total: the counts of all units that are done.
        before: what was known before.
    """
    if given["quiet"]:
        return
    done = [manifest.done[number] for number in sorted(manifest.done)]
    parts = [part for each in done for part in each.parts]
    units = {"planned": sum(len(each.ranges) for each in manifest.planned), "done": len(done), "before": before.done}
    if given["report"] == "json":
        counts = {"rows": total.rows, "left_out": total.left_out, **total.outcomes}
        written = {"parts": len(parts), "bytes": sum(part.size for part in parts)}
        found = {"errors": total.errors, "losses": total.losses, "files_not_read": before.troubles, "units": units}
        unread = {"unread": before.unread} if before.unread else {}
        words(json_line({"summary": counts | found | written | unread}))
        return
    for text in itertools.islice(_first_errors(done), SHOWN):
        words(plain(text))
    troubles = [("files not read", before.troubles, "as said above")] if before.troubles else []
    rows = [*troubles, *_rows(job, total, units)]
    if job.output is not None:
        rows.append(("parts written", len(parts), f"{sum(part.size for part in parts):,} bytes"))
    width = max(len(name) for name, *_ in rows)
    digits = max(len(f"{number:,}") for _, number, _ in rows)
    for name, number, more in rows:
        words(f"{plain(name):<{width}}  {number:>{digits},}  {plain(more)}".rstrip())


def _rows(job: Job, total: Counts, units: Mapping[str, int]) -> Iterator[tuple[str, int, str]]:
    yield "units", units["planned"], _not_done(units)
    if job.sample is not None:
        yield "rows read", total.rows + total.left_out, ""
        yield "  not in the sample", total.left_out, ""
    yield "rows", total.rows, ""
    for name, number in sorted(total.outcomes.items()):
        yield f"  {name}", number, ""
    if total.errors:
        yield "rows with errors", sum(total.errors.values()), "by the first error"
        yield from _most(total.errors)
    if total.losses:
        yield "losses", sum(total.losses.values()), ""
        yield from _most(total.losses)


def _not_done(units: Mapping[str, int]) -> str:
    left = units["planned"] - units["done"]
    told = [f"{units['before']:,} done before"] if units["before"] else []
    return ", ".join([*told, f"{left:,} not done"] if left else told)


def _most(counts: Mapping[str, int]) -> Iterator[tuple[str, int, str]]:
    ordered = sorted(counts.items(), key=lambda row: (-row[1], row[0]))
    for name, number in ordered[:SHOWN]:
        yield f"  {name}", number, ""
    if rest := ordered[SHOWN:]:
        yield f"  {len(rest)} others", sum(number for _, number in rest), ""


def _first_errors(done: list[Done]) -> Iterator[str]:
    """Yield the first errors of each unit, with the lines of their files."""
    lines: dict[str, tuple[int, int]] = {}
    for each in done:
        path = each.unit.input.path
        before, end = lines.get(path, (0, 0))
        is_next = end == each.unit.begin
        for found in each.first:
            where = _line(each.unit, found.place, before) if is_next else _place(each.unit, found.place)
            yield f"{where}: {found.message} [{found.code}]"
        if is_next:
            lines[path] = before + each.counts.lines, each.unit.end


def _line(unit: Unit, place: int, before: int) -> str:
    """Return the place of a row as a line of its file, of which so many are in the units before."""
    try:
        line = 0 if unit.input.form == "parquet" else before + lines_before(unit, place) + 1
    except CannotRead:  # the file has gone since its unit was done
        line = 0
    return f"{unit.input.path}:{line}" if line else _place(unit, place)


def _place(unit: Unit, place: int) -> str:
    return f"{unit.input.path}, {'row' if unit.input.form == 'parquet' else 'byte'} {place}"
