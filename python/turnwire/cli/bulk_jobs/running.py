"""One command of `turnwire bulk`: find the files, run the job, show its progress, and say what was counted."""

from __future__ import annotations

import contextlib
import os
import re
import sys
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

import click

from turnwire.bulk.counts import Counts, Missing
from turnwire.bulk.engines import CannotStart, engine
from turnwire.bulk.jobs import Done, Failed, Job
from turnwire.bulk.manifest import NAME as MANIFEST
from turnwire.bulk.manifest import CannotGoOn, Manifest
from turnwire.bulk.parts import REFUSED
from turnwire.bulk.runs import Plan, outcomes, planned
from turnwire.bulk.units import form_of
from turnwire.cli.bulk_jobs.closing import Before, closing
from turnwire.cli.codes import CANNOT_RUN, CLEAN, FINDINGS
from turnwire.cli.inputs import Files, named_unread
from turnwire.cli.outputs import explained
from turnwire.cli.progress import Progress, bar, is_shown
from turnwire.cli.words import count, plain, words

if TYPE_CHECKING:
    from collections import Counter
    from collections.abc import Callable, Iterator

    from turnwire.bulk.jobs import Output
    from turnwire.bulk.operations import Spec
    from turnwire.bulk.runs import Engine
    from turnwire.cli.bulk_jobs.options import Bulk

NOTHING = "-"
GOOD = frozenset({"converted", "valid", "clean", "mended", "counted"})
"""The outcomes that are no finding."""
_TWICE = "named twice"
_ADDRESS = re.compile(r"[A-Za-z][A-Za-z0-9+.-]+://")
"""What the address of a bucket begins with; as a path, `s3://bucket` would be a folder `s3:` of this machine."""
OF_ENGINES = {"PYSPARK_PYTHON": sys.executable}
"""Variables that engines read, and their values unless they are set: the workers of Spark need turnwire."""


def run(
    given: Bulk, spec: Spec, output: Output | None, end: Callable[[Counts, Missing, Path | None], None] | None = None
) -> int:
    """Run a job, and return the exit code.

    Args:
        given: the options of the command.
        spec: what is done.
        output: the form of the output, if it is given.
        end: what is done with the counts of a job that was not stopped, with what is in none of them, and with the
            folder of the output, if it has one; a job with it writes no rows.
    """
    if len(given["paths"]) <= 1:
        raise click.UsageError("name the input and then the folder for the output: IN... OUT")
    _refuse_addresses(given["paths"])
    *arguments, place = given["paths"]
    with contextlib.ExitStack() as stack:
        if place == NOTHING and end is None:
            raise click.UsageError("OUT is a folder, which has a part for each unit of work")
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory()) if place == NOTHING else place)
        if folder.is_file():
            raise click.UsageError(f"{plain(place)}: is a file; OUT is a folder")
        named = _named(given, arguments, folder)
        form = None if end else output or _form(place, named.paths)
        job = Job(spec=spec, folder=str(folder), output=form, sample=given["sample"], stops=given["on_error"] == "stop")
        with explained(str(folder)):
            folder.mkdir(parents=True, exist_ok=True)
            try:
                return _ran(given, job, named, end, None if place == NOTHING else folder)
            except (CannotGoOn, CannotStart) as refusal:
                words(plain(str(refusal)))
                return CANNOT_RUN


def _refuse_addresses(paths: tuple[str, ...]) -> None:
    for each in paths:
        if _ADDRESS.match(each):
            raise click.UsageError(
                f"{plain(each)}: is an address, and `turnwire bulk` reads and writes files of this machine: "
                "the programs for engines read and write buckets (docs/bulk.md)"
            )


class _Named(NamedTuple):
    """The files that the arguments name, each once, and how many files are not read, by what they are."""

    paths: list[str]
    unread: Counter[str]


def _named(given: Bulk, arguments: list[str], folder: Path) -> _Named:
    """Return the files that the arguments name, but for those of the output."""
    files = Files(given["exclude"], lambda name: form_of(name) is not None)
    found = [
        str(path)
        for argument in arguments
        for path, relative in files.named(argument)
        if str(path) == argument or not _is_beside_parts(relative)
    ]
    unread, is_told = files.unread, not given["quiet"] and given["report"] != "json"
    if unread and is_told:
        words(f"not read: {named_unread(unread)}")
    if files.missing:
        raise click.UsageError(f"{plain(files.missing[0])}: nothing here to read")
    kept, twice = _once(found)
    unread[_TWICE] += len(twice)
    for text in twice if is_told else ():
        words(plain(text))
    out = Path(os.path.realpath(folder))
    paths = [path for file, path in kept.items() if out not in file.parents]
    if not paths and found:
        raise click.UsageError(
            f"all files of the input are in {plain(str(folder))}: name another folder for the output"
        )
    if not paths:
        raise click.UsageError("the input has no file .parquet, .jsonl, .ndjson, .jsonl.gz or .jsonl.zst")
    return _Named(paths, +unread)


def _once(paths: list[str]) -> tuple[dict[Path, str], list[str]]:
    """Return each file with its first name, and sentences about the other names."""
    kept: dict[Path, str] = {}
    twice = []
    for path in paths:
        # `resolve` raises for a link that leads to itself.
        file = Path(os.path.realpath(path))
        if kept.setdefault(file, path) != path:
            twice.append(f"{path}: is the same file as {kept[file]}, which is taken once")
    return kept, twice


def _is_beside_parts(path: Path) -> bool:
    """Return whether a file below a folder of the input is of an earlier job, and none of its parts."""
    return path.name == MANIFEST or REFUSED in path.parts[:-1]


def _form(place: str, paths: list[str]) -> Output:
    found = form_of(place) or form_of(paths[0])
    return found[0] if found else "jsonl"


def _ran(
    given: Bulk,
    job: Job,
    named: _Named,
    end: Callable[[Counts, Missing, Path | None], None] | None,
    folder: Path | None,
) -> int:
    size = given["unit_size"]
    # All that changes the output, but for where it goes.
    identity = f"{job.operation.name} {job.spec!r} {job.output} {job.sample} {given['limit']} {size}"
    with Manifest(Path(job.folder), identity) as manifest:
        plan = planned(job, named.paths, manifest, limit=given["limit"], size=size)
        before = len(manifest.done)
        _say_plan(given, plan, before)
        failed = list(_failures(given, plan, manifest))
        total = Counts()
        for number in sorted(manifest.done):
            total.add(manifest.done[number].counts)
        for text in (*plan.troubles, *(each.what for each in failed)):
            words(plain(text))
        is_stopped = any(each.ends for each in failed)
        if end and not is_stopped:
            end(total, Missing(len(plan.troubles), len(failed)), folder)
        if manifest.planned or given["report"] == "json":
            closing(given, job, manifest, total, Before(before, len(plan.troubles), named.unread))
    if plan.troubles or any(not each.is_refusal for each in failed):
        return CANNOT_RUN
    return FINDINGS if failed or set(total.outcomes) - GOOD else CLEAN


def _say_plan(given: Bulk, plan: Plan, before: int) -> None:
    if given["quiet"] or given["report"] == "json":
        return
    if before:
        words(f"{count(before, 'unit')} done before, {len(plan.units)} left")
    if plan.again:
        words(f"the parts of {count(plan.again, 'unit')} are gone or not whole: they are made again")
    for path in plan.added:
        words(f"{plain(path)}: is new since the manifest was written")


def _failures(given: Bulk, plan: Plan, manifest: Manifest) -> Iterator[Failed]:
    """Do what is left, and show the progress; yield what is not done."""
    weight = sum(unit.weight for unit in plan.units)
    with contextlib.ExitStack() as stack:
        is_watched = len(plan.units) > 1 and not given["quiet"] and is_shown()
        show = stack.enter_context(bar(weight)) if is_watched else None
        weights = {unit.number: unit.weight for unit in plan.units}
        consumed = rows = losses = 0
        for each in outcomes(plan, manifest, _engine(given["engine"]), given["jobs"]):
            if isinstance(each, Failed):
                consumed += weights.pop(each.unit, 0)
                yield each
            elif isinstance(each, Done):
                consumed += weights.pop(each.unit.number, 0)
                rows += each.counts.rows
                losses += sum(each.counts.losses.values())
            if show:
                show(Progress(consumed, rows, losses))


def _engine(name: str) -> Engine:
    for variable, value in OF_ENGINES.items():
        os.environ.setdefault(variable, value)
    try:
        return engine(name)
    except ImportError as error:
        message = f"--engine {name} needs the package {error.name}: pip install 'turnwire[{name}]'"
        raise click.UsageError(message) from None
