"""`turnwire store backup` and `turnwire store restore`: copy a whole store to a file, and back."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from turnwire.cli.codes import FINDINGS
from turnwire.cli.completing import FILE
from turnwire.cli.options import QUIET
from turnwire.cli.store_opening import about_store, reader_of, reporting
from turnwire.cli.words import data, finding_text, json_line, plain, words

if TYPE_CHECKING:
    from turnwire.sessions.store import Store


@click.command("backup")
@click.argument("path", metavar="FILE", type=FILE)
@reporting
@QUIET
@about_store
def backup(path: str, where: str, report: str, *, quiet: bool) -> int:
    """Copy the store to FILE, which must not exist, and check the copy.

    Other programs may use the store meanwhile. FILE is a store itself; only its owner may read it. Ends with 1 if the
    copy has an error, which the store has too then.
    """
    from turnwire.sessions import store as stores

    with reader_of(where) as store:
        name = store.database.name
        stores.backup(store, path)
    return _checked(path, report, f"{plain(name)}: backed up to {path}", quiet=quiet)


@click.command("restore")
@click.argument("path", metavar="FILE", type=FILE)
@reporting
@QUIET
@about_store
def restore(path: str, where: str, report: str, *, quiet: bool) -> int:
    """Make a new store of FILE, which `turnwire store backup` wrote, and check it.

    The store must be a file that does not exist, or a database without sessions. Ends with 1 if it has an error.
    """
    from turnwire.sessions import store as stores

    stores.restore(path, where)
    return _checked(where, report, f"{path}: restored", quiet=quiet)


def _checked(where: str, report: str, done: str, *, quiet: bool) -> int:
    """Report the findings about a copy, and how much is in it."""
    from turnwire.sessions.store import verify

    errors = 0
    with reader_of(where) as store:
        for found in verify(store):
            errors += found.severity == "error"
            data(json_line(found) if report == "json" else finding_text(found))
        if report == "text" and not quiet:
            words(f"{done}: {_contents(store)}{f', {errors} wrong' if errors else ''}")
    return FINDINGS if errors else 0


def _contents(store: Store) -> str:
    sessions = messages = 0
    for session in store.sessions():
        sessions += 1
        messages += store.count_messages(session.id)
    return f"{sessions} sessions, {messages} messages"
