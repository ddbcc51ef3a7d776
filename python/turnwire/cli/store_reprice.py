"""`turnwire store reprice`: price stored sessions by another price table."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypedDict, Unpack

import click

from turnwire.catalogue.pricing import text_of
from turnwire.cli.codes import CANNOT_RUN, FINDINGS
from turnwire.cli.completing import FILE
from turnwire.cli.options import QUIET
from turnwire.cli.price import table_of
from turnwire.cli.store_opening import about_store, reader_of, reporting, writer_of
from turnwire.cli.words import count, data, finding_text, json_line, plain, words

if TYPE_CHECKING:
    from turnwire.catalogue.pricing import PriceTable
    from turnwire.sessions.store import RepricedSession


class Repricing(TypedDict):
    """The options of `reprice`."""

    sessions: tuple[str, ...]
    table: str | None
    overlays: tuple[str, ...]
    dry_run: bool
    where: str
    report: str
    quiet: bool


@click.command("reprice")
@click.argument("sessions", nargs=-1, metavar="[SESSION]...")
@click.option("--table", metavar="FILE", type=FILE, help="A price table in YAML; default: that of the specification.")
@click.option(
    "--overlay",
    "overlays",
    metavar="FILE",
    type=FILE,
    multiple=True,
    help="A table that overrides entries of the first; the last one wins.",
)
@click.option("--dry-run", is_flag=True, help="Report what would change, and change nothing.")
@reporting
@QUIET
@about_store
def command(**given: Unpack[Repricing]) -> int:
    """Price the messages of sessions by a table, all sessions if none is named, and store their costs.

    Each session is changed in one transaction. Ends with 1 if a usage could not be priced, and with 2 if a table cannot
    be read.
    """
    table = table_of(given["table"], given["overlays"])
    if table is None:
        return CANNOT_RUN
    if given["table"] is None and not given["quiet"] and given["report"] == "text":
        words(f"prices of version {table.version}, illustrative in the specification; --table FILE gives others")
    from turnwire.sessions.store import reprice_session

    complete = True
    with reader_of(given["where"]) if given["dry_run"] else writer_of(given["where"]) as store:
        for ident in given["sessions"] or (each.id for each in store.sessions()):
            done = reprice_session(store, ident, table, dry=given["dry_run"])
            complete &= done.complete
            _say(ident, done, table, given["report"])
    return 0 if complete else FINDINGS


def _say(session_id: str, done: RepricedSession, table: PriceTable, report: str) -> None:
    total = None if done.total is None else text_of(done.total)
    if report == "json":
        told = {"session": session_id, "pricing_version": table.version, "total_usd": total}
        data(json_line({**told, "changes": done.changes, "findings": done.findings}))
        return
    cost = "no price" if total is None else f"{total} USD"
    where = click.style(plain(session_id), bold=True)
    data(f"{where}: {cost} by version {plain(table.version)}, {count(len(done.changes), 'change')}")
    for found in done.findings:
        words(finding_text(found))
