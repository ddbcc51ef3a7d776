"""Run a command over an archive: in this process or in several, and with a progress bar."""

from __future__ import annotations

import contextlib
import itertools
from pathlib import Path
from typing import TYPE_CHECKING, TypedDict, TypeVar

import click

from turnwire.bulk.spawned import processors
from turnwire.cli.archives.journal import Beside, Journal
from turnwire.cli.archives.outcomes import Between, Fault, Made, Refused, Trouble
from turnwire.cli.archives.quarantine import Quarantine
from turnwire.cli.archives.tasks import bytes_of, tasks
from turnwire.cli.archives.work import Work
from turnwire.cli.archives.workers import Workers
from turnwire.cli.codes import GO_ON
from turnwire.cli.completing import FILE
from turnwire.cli.files import is_folder, is_there
from turnwire.cli.inputs import is_special
from turnwire.cli.options import with_options
from turnwire.cli.progress import bar
from turnwire.cli.words import plain
from turnwire.sessions.replacing import is_replaced

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator
    from typing import Any

    from turnwire.cli.archives.tasks import Task
    from turnwire.cli.archives.work import Step
    from turnwire.cli.archives.written import Destination
    from turnwire.cli.inputs import Entry
    from turnwire.cli.running import Run

F = TypeVar("F", bound="Callable[..., Any]")
M = TypeVar("M", bound=Made)


class Bulk(TypedDict):
    """The options of commands that run over archives."""

    jobs: int
    quarantine: str | None
    journal: str | None
    resume: bool


JOBS = click.option(
    "--jobs",
    "-j",
    metavar="N",
    type=click.IntRange(min=0),
    default=1,
    show_default=True,
    help="Work in N processes; 0 takes one for each processor.",
)
"""The option of `Bulk` that a command has whose runs cannot go on."""

_BULK = (
    JOBS,
    click.option(
        "--quarantine", metavar="DIR", type=FILE, help="Copy invalid documents there, with what was found in them."
    ),
    click.option(
        "--journal", metavar="FILE", type=FILE, help="Note there what is done, so that an interrupted run can go on."
    ),
    click.option("--resume", is_flag=True, help="Go on with the run of --journal, if there is one."),
)


def bulk(command: F) -> F:
    """Add the options of `Bulk`."""
    return with_options(*_BULK)(command)


def worked(
    run: Run, given: Bulk, step: Step[M], made: type[M], output: Destination | None = None
) -> Iterator[tuple[Entry, M]]:
    """Yield what a command makes of each document of a run, in their order; report what cannot be read or used.

    Args:
        run: the documents, and what is counted.
        given: the options of the command.
        step: what the command does with each document, here or in other processes.
        made: what it makes.
        output: where the command writes it.
    """
    with contextlib.ExitStack() as stack:
        _set_aside(run, given, stack)
        show = stack.enter_context(bar(bytes_of(run.sources))) if run.is_watched else None
        journal = _journal(run, given, made, output)
        if journal:
            yield from _done_before(run, journal, made, output)
        for task, outcomes in _done(_left(run, journal), Work(run.decoder, step), given["jobs"] or processors()):
            noted = journal.noted(outcomes, output) if journal else outcomes
            for entry, outcome in noted:
                if (found := _settled(run, entry, outcome, made)) is not None:
                    yield entry, found
                if show:
                    show(run.progress(task.consumed))
            if output and not journal:
                output.written()
        if output:
            output.end(journal.complete if journal else None)


def _set_aside(run: Run, given: Bulk, stack: contextlib.ExitStack) -> None:
    """Let the run copy invalid documents, if that is asked for."""
    if given["quarantine"]:
        folder = Path(given["quarantine"])
        aside = stack.enter_context(Quarantine(folder, run.sources, is_resumed=given["resume"]))
        run.set_aside = aside.put


def _left(run: Run, journal: Journal[M] | None) -> Iterator[Task]:
    """Yield the tasks that the interrupted run has not done."""
    if journal and journal.is_complete:
        return iter(())
    return itertools.islice(tasks(run.sources, run.decoder.cut, run.meter), journal.done if journal else 0, None)


def _done_before(run: Run, journal: Journal[M], made: type[M], output: Destination | None) -> Iterator[tuple[Entry, M]]:
    """Yield what the interrupted run made, so that it is reported and counted again; what it wrote is kept."""
    if output:
        output.is_done = True
    for entry, outcome in journal.before():
        if (found := _settled(run, entry, outcome, made)) is not None:
            yield entry, found
    if output:
        output.is_done = journal.is_complete
        if journal.written and not journal.is_complete:
            output.go_on(journal.written)


def _journal(run: Run, given: Bulk, made: type[M], output: Destination | None) -> Journal[M] | None:
    """Return the journal that is asked for, and prepare the output for it."""
    path = given["journal"]
    if path is None:
        if given["resume"]:
            raise click.UsageError("--resume needs --journal")
        return None
    if output and output.place is None:
        raise click.UsageError("--journal needs -o: what went to standard output cannot be taken back")
    if output and not is_folder(place := Path(output.place or "")) and not is_replaced(place):
        raise click.UsageError(f"-o {output.place}: is a pipe or a device: --journal needs a file or a folder")
    if is_there(Path(path)) and is_special(Path(path)) and not is_folder(Path(path)):
        raise click.UsageError(f"--journal {path}: is a pipe or a device: a journal is a file")
    beside = Beside(run.unread, run.existing)
    context = click.get_current_context()
    journal = Journal(Path(path), run.sources, context.params, made, beside)
    if output:
        output.keep_parts(journal.name)
    run.at_end.append(journal.remove)
    context.meta[GO_ON] = f"{plain(path)} has what is done: add --resume to the command to go on"
    run.at_end.append(lambda: context.meta.pop(GO_ON))
    return journal


def _done(cut: Iterator[Task], work: Work, jobs: int) -> Iterator[tuple[Task, Iterable[tuple[Entry, Made]]]]:
    """Do the tasks, in worker processes if there are several tasks and several processes are wanted."""
    first = list(itertools.islice(cut, 2)) if jobs > 1 else []
    cut = itertools.chain(first, cut)
    if len(first) > 1:
        yield from Workers(jobs, work).outcomes(cut)
    else:
        for task in cut:
            yield task, work.outcomes(task)


def _settled(run: Run, entry: Entry, outcome: Made, made: type[M]) -> M | None:
    """Count the documents of an outcome; return what was made of them, or report why nothing was."""
    if isinstance(outcome, Trouble):
        run.unreadable(entry.source, outcome.what)
    elif isinstance(outcome, Between):
        if run.pass_on:
            run.pass_on(entry.source, outcome.text)
    else:
        run.documents += outcome.documents
        if isinstance(outcome, made):
            return outcome
        if isinstance(outcome, Refused):
            run.refuse(entry, outcome.findings)
        elif isinstance(outcome, Fault):
            run.fault(entry, outcome.what)
    return None
