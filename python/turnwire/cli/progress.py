"""Show the progress of a long run on a terminal."""

from __future__ import annotations

import contextlib
import sys
import time
from typing import TYPE_CHECKING, Final, NamedTuple

from turnwire.cli.words import above, count, takes_colours

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from rich.progress import ProgressColumn

    from turnwire.cli.inputs import Entry

_PAUSE: Final = 0.1
"""Seconds between two pictures."""
_TAKEN_OFF: Final = "\r\x1b[2K"
"""The beginning of the line, and the line erased (ECMA-48: CR, EL)."""


class Progress(NamedTuple):
    """How far a run is: bytes of the files as they are stored, documents, and their losses."""

    consumed: int
    documents: int
    losses: int


def is_shown() -> bool:
    """Return whether standard error is a terminal that can show progress."""
    return sys.stderr.isatty() and takes_colours(sys.stderr)


def watched(
    documents: Iterator[tuple[Entry, bytes]], total: int | None, progress: Callable[[], Progress]
) -> Iterator[tuple[Entry, bytes]]:
    """Yield the same documents, and show their number on standard error.

    Args:
        documents: the documents of a run.
        total: the bytes of all files; None if that is not known.
        progress: returns how far the run is.
    """
    with bar(total) as show:
        for document in documents:
            yield document
            show(progress())


@contextlib.contextmanager
def bar(total: int | None) -> Iterator[Callable[[Progress], None]]:
    """Show a bar with the total, the rate and the remaining time; give the function that moves it.

    Without a total it shows the number of documents and the time that has passed.
    """
    from rich.console import Console
    from rich.progress import Progress as Drawn

    console = Console(stderr=True)
    # It is drawn here and by no thread, which could draw it between a line of the report and the end of that line.
    drawn = Drawn(
        *_columns(is_rated=bool(total)),
        console=console,
        transient=True,
        auto_refresh=False,
        redirect_stdout=False,
        redirect_stderr=False,
    )

    def take_off() -> None:
        console.file.write(_TAKEN_OFF)
        console.file.flush()

    with above(take_off), drawn:
        task = drawn.add_task("", total=total or None)
        last, latest = 0.0, Progress(0, 0, 0)

        def draw() -> None:
            losses = f", {count(latest.losses, 'loss')}" if latest.losses else ""
            described = f"{count(latest.documents, 'document')}{losses}"
            drawn.update(task, completed=latest.consumed, description=described, refresh=True)

        def show(done: Progress) -> None:
            nonlocal last, latest
            now, latest = time.monotonic(), done
            if now - last >= _PAUSE:
                last = now
                draw()

        draw()
        yield show
        draw()


def _columns(*, is_rated: bool) -> Iterator[ProgressColumn]:
    """Yield the parts of a bar; all are on one line on a narrow terminal, too, since it is taken off as one line."""
    from rich import progress as rich
    from rich.table import Column

    text = rich.TextColumn("{task.description}")
    if not is_rated:
        yield from (rich.SpinnerColumn(), text, rich.TimeElapsedColumn())
        return
    yield from (rich.BarColumn(), rich.TaskProgressColumn(), text)
    for kind in (rich.DownloadColumn, rich.TransferSpeedColumn, rich.TimeRemainingColumn):
        yield kind(table_column=Column(no_wrap=True))
