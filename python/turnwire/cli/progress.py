"""Show the progress of a long run on a terminal."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

from turnwire.cli.words import is_lively

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from turnwire.cli.inputs import Entry


def is_shown() -> bool:
    """Return whether standard error is a terminal that can show progress."""
    return sys.stderr.isatty() and is_lively(sys.stderr)


def watched(
    documents: Iterator[tuple[Entry, bytes]], counts: Callable[[], tuple[int, int]]
) -> Iterator[tuple[Entry, bytes]]:
    """Yield the same documents, and show their number on standard error.

    Args:
        documents: the documents of a run.
        counts: returns the number of documents read, and of their losses.
    """
    from rich.console import Console
    from rich.progress import Progress, SpinnerColumn, TextColumn, TimeElapsedColumn

    columns = (SpinnerColumn(), TextColumn("{task.completed} documents, {task.description}"), TimeElapsedColumn())
    # Messages go through the same console, above the progress line.
    with Progress(*columns, console=Console(stderr=True), transient=True, redirect_stdout=False) as progress:
        task = progress.add_task("", total=None)
        for document in documents:
            yield document
            done, losses = counts()
            progress.update(task, completed=done, description=f"{losses} losses")
