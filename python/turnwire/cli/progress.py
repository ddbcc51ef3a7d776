"""How far a long run has come, on a terminal."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

from turnwire.cli.words import is_lively

if TYPE_CHECKING:
    from collections.abc import Iterator

    from turnwire.cli.inputs import Entry
    from turnwire.cli.running import Run


def watched(run: Run, documents: Iterator[tuple[Entry, bytes]]) -> Iterator[tuple[Entry, bytes]]:
    """The same documents; while they pass, their count shows on standard error if it is a terminal."""
    if not (run.many and sys.stderr.isatty() and is_lively(sys.stderr)) or run.given["quiet"]:
        yield from documents
        return
    from rich.console import Console
    from rich.progress import Progress, SpinnerColumn, TextColumn, TimeElapsedColumn

    columns = (SpinnerColumn(), TextColumn("{task.completed} documents, {task.description}"), TimeElapsedColumn())
    # The words that are said meanwhile go through the same console, above the line that moves.
    with Progress(*columns, console=Console(stderr=True), transient=True, redirect_stdout=False) as progress:
        task = progress.add_task("", total=None)
        for document in documents:
            yield document
            progress.update(task, completed=run.documents, description=f"{run.losses.total()} losses")
