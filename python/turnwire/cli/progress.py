"""Show the progress of a long run on a terminal."""

from __future__ import annotations

import contextlib
import sys
import time
from typing import TYPE_CHECKING, Final, NamedTuple

from turnwire.cli.words import count, takes_colours

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from turnwire.cli.inputs import Entry

_PAUSE: Final = 0.1
"""Seconds between two pictures."""


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
    from rich import progress as rich
    from rich.console import Console

    text = rich.TextColumn("{task.description}")
    columns: list[rich.ProgressColumn] = [rich.SpinnerColumn(), text, rich.TimeElapsedColumn()]
    if total:
        rate = (rich.DownloadColumn(), rich.TransferSpeedColumn(), rich.TimeRemainingColumn())
        columns = [rich.BarColumn(), rich.TaskProgressColumn(), text, *rate]
    # Messages go through the same console, above the bar.
    console = Console(stderr=True)
    with rich.Progress(*columns, console=console, transient=True, redirect_stdout=False) as drawn:
        task = drawn.add_task("", total=total or None)
        last, latest = 0.0, Progress(0, 0, 0)

        def draw() -> None:
            losses = f", {count(latest.losses, 'loss')}" if latest.losses else ""
            described = f"{count(latest.documents, 'document')}{losses}"
            drawn.update(task, completed=latest.consumed, description=described)

        def show(done: Progress) -> None:
            nonlocal last, latest
            now, latest = time.monotonic(), done
            if now - last >= _PAUSE:
                last = now
                draw()

        yield show
        draw()
