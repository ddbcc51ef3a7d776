"""`turnwire store verify`: check a store."""

from __future__ import annotations

import click

from turnwire.cli.codes import FINDINGS
from turnwire.cli.options import QUIET
from turnwire.cli.store_opening import about_store, naming_store, reader_of, reporting, writer_of
from turnwire.cli.words import data, finding_text, json_line, plain, words


@click.command("verify")
@reporting
@QUIET
@click.option("--accept", is_flag=True, help="Take rows that another program changed (store.changed) for right.")
@about_store
@naming_store
def command(where: str, report: str, *, quiet: bool, accept: bool) -> int:
    """Check every page, every message and every call of a store, and report errors.

    Nothing is changed, unless --accept is given: it writes new digests of all rows. Ends with 1 if there is an error.
    """
    from turnwire.sessions.store import accept_changes, verify

    if accept:
        with writer_of(where) as store:
            accept_changes(store)
    errors = warnings = 0
    with reader_of(where) as store:
        # A URL may contain a password.
        name = plain(store.database.name)
        for found in verify(store):
            errors += found.severity == "error"
            warnings += found.severity != "error"
            data(json_line(found) if report == "json" else finding_text(found))
    if report == "text" and not quiet:
        words(f"{name}: {errors} wrong, {warnings} to know" if errors or warnings else f"{name}: whole")
    return FINDINGS if errors else 0
