"""Run a command over an archive: in this process or in several, and with a progress bar."""

from __future__ import annotations

import contextlib
import itertools
import os
from typing import TYPE_CHECKING, TypedDict, TypeVar, cast

import click

from turnwire.cli.archives.outcomes import Fault, Refused, Trouble
from turnwire.cli.archives.tasks import bytes_of, tasks
from turnwire.cli.archives.work import Work
from turnwire.cli.archives.workers import Workers
from turnwire.cli.options import with_options
from turnwire.cli.progress import bar

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator
    from typing import Any

    from turnwire.cli.archives.outcomes import Made
    from turnwire.cli.archives.tasks import Task
    from turnwire.cli.archives.work import Outcome, Step
    from turnwire.cli.inputs import Entry
    from turnwire.cli.running import Run

F = TypeVar("F", bound="Callable[..., Any]")
M = TypeVar("M", bound="Made")


class Bulk(TypedDict):
    """The options of commands that run over archives."""

    jobs: int


_BULK = (
    click.option(
        "--jobs",
        "-j",
        metavar="N",
        type=click.IntRange(min=0),
        default=1,
        show_default=True,
        help="Work in N processes; 0 takes one for each processor.",
    ),
)


def bulk(command: F) -> F:
    """Add the options of `Bulk`."""
    return with_options(*_BULK)(command)


def worked(run: Run, given: Bulk, step: Step[M]) -> Iterator[tuple[Entry, M]]:
    """Yield what a command makes of each document of a run, in their order; report what cannot be read or used.

    Args:
        run: the documents, and what is counted.
        given: the options of the command.
        step: what the command does with each document, here or in other processes.
    """
    work = Work(run.decoder, step)
    cut = tasks(run.sources, run.decoder.cut, run.meter)
    with bar(bytes_of(run.sources)) if run.is_watched else contextlib.nullcontext(None) as show:
        for task, outcomes in _done(cut, work, given["jobs"] or _processors()):
            for entry, outcome in outcomes:
                if (settled := _settled(run, entry, outcome)) is not None:
                    yield entry, cast("M", settled)
                if show:
                    show(run.progress(task.consumed))


def _done(cut: Iterator[Task], work: Work, jobs: int) -> Iterator[tuple[Task, Iterable[tuple[Entry, Outcome]]]]:
    """Do the tasks, in worker processes if there are several tasks and several processes are wanted."""
    first = list(itertools.islice(cut, 2)) if jobs > 1 else []
    cut = itertools.chain(first, cut)
    if len(first) > 1:
        yield from Workers(jobs, work).outcomes(cut)
    else:
        for task in cut:
            yield task, work.outcomes(task)


def _settled(run: Run, entry: Entry, outcome: Outcome) -> Made | None:
    """Count a document, and report it if it cannot be used; return what was made of it otherwise."""
    if isinstance(outcome, Trouble):
        run.trouble(outcome.what)
        return None
    run.documents += 1
    if isinstance(outcome, Refused):
        run.refuse(entry, outcome.findings)
    elif isinstance(outcome, Fault):
        run.fault(entry, outcome.what)
    else:
        return outcome
    return None


def _processors() -> int:
    """Return how many processors this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1
