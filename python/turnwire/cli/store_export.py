"""`turnwire store export`: write sessions as conversations of any dialect."""

from __future__ import annotations

import contextlib
import sys
from collections import Counter
from pathlib import Path
from typing import TYPE_CHECKING, BinaryIO, Unpack

import click
import msgspec

from turnwire.cli.codes import FINDINGS
from turnwire.cli.completing import FILE
from turnwire.cli.files import is_there
from turnwire.cli.options import QUIET
from turnwire.cli.outputs import STDOUT, Listing, explained
from turnwire.cli.store_opening import about_store, reader_of, reporting
from turnwire.cli.words import json_line, loss_text, losses_text, plain, words
from turnwire.cli.writing import Failing, Kept, Strict, StrictCommand, Target, chosen, keeping, strict, to
from turnwire.codec.json import one_line
from turnwire.documents.residue import NATIVE
from turnwire.errors import invalid
from turnwire.sessions.replacing import replacing

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from turnwire.documents.written import Written
    from turnwire.model import Loss
    from turnwire.sessions.store import Store

LOGS = ("-wal", "-shm", "-journal")
"""The suffixes of the files that SQLite keeps next to its own."""

SHOWN = 10
"""Losses that a person wants to see of one session."""


class Exporting(Kept, Strict):
    """The options of `export`."""

    sessions: tuple[str, ...]
    all_sessions: bool
    target: Target | None
    output: Path | None
    pretty: bool
    losses: str | None
    where: str


@click.command("export", cls=StrictCommand)
@click.argument("sessions", nargs=-1, metavar="[SESSION]...")
@click.option("--all", "all_sessions", is_flag=True, help="All sessions of the store.")
@to(
    "The dialect to write, and the model that the output names; "
    "that from which a session was imported if not given, else native JSON."
)
@click.option("--output", "-o", metavar="FILE", type=click.Path(dir_okay=False, path_type=Path), help="Where to write.")
@click.option("--pretty", is_flag=True, help="Indent the JSON.")
@click.option(
    "--losses", metavar="FILE|-", type=FILE, help="Write all losses as JSON Lines; - is standard output and needs -o."
)
@strict
@keeping
@reporting
@QUIET
@about_store
def command(**given: Unpack[Exporting]) -> int:
    """Write sessions as conversations: one as a document, several as JSON Lines.

    A dialect with places for ids and times, such as canonical, gets those of the store; the dialect from which a
    session was imported, and all others, get the original ones.
    """
    _check(given)
    lost: Counter[str] = Counter()
    failing = Failing(given)
    with (
        reader_of(given["where"]) as store,
        _losses(given["losses"], store) as listed,
        _output(given["output"], store) as stream,
    ):
        for ident in given["sessions"] or (each.id for each in store.sessions()):
            written = _written(store, ident, given)
            text = msgspec.json.format(written.data, indent=2) if given["pretty"] else one_line(written.data)
            with explained(str(given["output"] or "-")):
                stream.write(text + b"\n")
            lost.update(loss.kind for loss in written.losses)
            listed.put({"session": ident}, written.losses)
            failing.add(written.losses)
            if given["losses"] is None and not given["quiet"]:
                _report(ident, written.losses, given["report"])
    failed = failing.any()
    if lost and given["losses"] is not None and not given["quiet"]:
        _say_counts(lost, given["report"])
    return FINDINGS if failed else 0


def _written(store: Store, session_id: str, given: Exporting) -> Written:
    from turnwire.sessions.store import export_history

    target = given["target"] or Target(_source(store, session_id), None)
    return export_history(store, session_id, target.dialect, model=target.model, keeping=chosen(given))


def _check(given: Exporting) -> None:
    """Raise UsageError for options that exclude each other."""
    if bool(given["sessions"]) == given["all_sessions"]:
        raise click.UsageError("name the sessions, or use --all")
    many = given["all_sessions"] or len(given["sessions"]) > 1
    if many and given["pretty"]:
        raise click.UsageError("several conversations are JSON Lines: --pretty is for one")
    if given["losses"] == STDOUT and str(given["output"] or STDOUT) == STDOUT:
        raise click.UsageError("--losses - and the conversations cannot share standard output; add -o")


def _source(store: Store, session_id: str) -> str:
    """Return the dialect that a session came from.  Raises InvalidDocument if this turnwire does not have it."""
    from turnwire.dialects import names
    from turnwire.sessions.store.refusals import named

    source = store.session(session_id).source or NATIVE
    if source in names():
        return source
    with named(store.database.name):
        words = f"session {session_id[:80]!r} came from {source[:80]!r}, a dialect that is not known here"
        raise invalid("store.source", words, hint="name another with --to, or install a newer turnwire")


def _losses(place: str | None, store: Store) -> Listing:
    if place is not None and place != STDOUT:
        _check_apart("--losses", Path(place), store)
    return Listing(place)


@contextlib.contextmanager
def _output(place: Path | None, store: Store) -> Iterator[BinaryIO]:
    if place is None or str(place) == STDOUT:
        yield sys.stdout.buffer
        return
    _check_apart("-o", place, store)
    with explained(str(place)), replacing(place) as stream:
        yield stream


def _check_apart(option: str, place: Path, store: Store) -> None:
    """Raise UsageError if an output would overwrite the store."""
    path = store.database.path
    # The latest changes are in the log alone, so overwriting it is as bad as overwriting the file.
    for own in () if path is None else (path, *(path.with_name(path.name + log) for log in LOGS)):
        if _is_same(place, own):
            raise click.UsageError(f"{option} {plain(str(place))} is a file of the store: name another one")


def _is_same(one: Path, other: Path) -> bool:
    return one.resolve() == other.resolve() or (is_there(one) and is_there(other) and one.samefile(other))


def _say_counts(lost: Counter[str], report: str) -> None:
    """Report that something was lost, even if the losses themselves go to a file."""
    words(json_line({"summary": {"losses": lost}}) if report == "json" else losses_text(lost))


def _report(session_id: str, losses: Sequence[Loss], report: str) -> None:
    if report == "json":
        if losses:
            words(json_line({"session": session_id, "losses": losses}))
        return
    for loss in losses[:SHOWN]:
        words(loss_text(plain(session_id), loss))
    if len(losses) > SHOWN:
        words(f"{plain(session_id)}: {len(losses) - SHOWN} more losses; --losses FILE lists all")
