"""`turnwire thread verify`: check a store of threads."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from turnwire.cli.codes import FINDINGS
from turnwire.cli.options import QUIET
from turnwire.cli.thread_store import about_threads
from turnwire.cli.words import data, finding_text, json_line, plain, words

if TYPE_CHECKING:
    from pathlib import Path


@click.command("verify")
@click.option("--accept", is_flag=True, help="Take lines that were changed on purpose (thread.changed) for right.")
@QUIET
@about_threads
def verify(folder: Path, report: str, *, quiet: bool, accept: bool) -> int:
    """Check every line and every content of the store, and report errors.

    Nothing is changed, unless --accept is given: it writes new digests of all lines. Ends with 1 if there is an error.
    """
    from turnwire.systems.gpt2099 import threads

    errors = warnings = 0
    with threads.Store(folder) as store:
        if accept:
            store.accept_changes()
        for found in threads.verify(store):
            errors += found.severity == "error"
            warnings += found.severity != "error"
            data(json_line(found) if report == "json" else finding_text(found))
    if report == "text" and not quiet:
        name = plain(str(folder))
        words(f"{name}: {errors} errors, {warnings} warnings" if errors or warnings else f"{name}: whole")
    return FINDINGS if errors else 0
