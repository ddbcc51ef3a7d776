"""`turnwire canonical`: make messages of the canonical message format of logs, with ids and metadata."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Unpack

import click

from turnwire.cli.options import Reading, reading
from turnwire.cli.running import Run, found_in_json, record
from turnwire.cli.store_opening import new_ids
from turnwire.cli.words import data, loss_text, place, words
from turnwire.codec.json import one_line
from turnwire.detect import guess
from turnwire.errors import InvalidDocument, UnknownDialect, invalid

if TYPE_CHECKING:
    from collections.abc import Sequence

    from turnwire.cli.inputs import Entry
    from turnwire.documents.ids import Ulids
    from turnwire.model import Loss
    from turnwire.systems.canonical.messages import CanonicalMessages


class Making(Reading):
    """The options of `canonical`."""

    session: str | None
    model: str | None
    provider: str | None


@click.command("canonical")
@reading
@click.option("--session", metavar="ID", help="The session of the messages; a new one for each document if not given.")
@click.option("--model", metavar="MODEL", help="The model that answered, where the log does not say it.")
@click.option("--provider", metavar="KEY", help="The provider of the model; that of the dialect if not given.")
def command(**given: Unpack[Making]) -> int:
    """Make messages of the canonical message format of requests and replies, and print them.

    Messages, calls and sessions get new ids by the clock and the randomness of this machine; answers get a model, a
    provider, a routing record and usage. The messages pass `turnwire validate --invariants`, which warns of calls that
    were interrupted: they stay without a result. What the log did not say is listed as invented on standard error, and
    what the format has no place for as dropped.

    A PATH is a file, a folder (searched for .json, .jsonl, .ndjson, .yaml, .yml and .binpb), a quoted glob, or - for
    standard input. Each document becomes one line, a list of messages.
    """
    run = Run(given)
    ulids = new_ids()
    for entry, text in run.all_documents():
        made = _made(run, entry, text, ulids)
        if made is not None:
            data(one_line(made.data).decode())
            _tell(run, entry, made.losses)
    return run.finish("written", silent=True)


def _tell(run: Run, entry: Entry, losses: Sequence[Loss]) -> None:
    """Print one line for each kind of loss, with the first place of it; with `--format json` all of them."""
    run.count_losses(losses)
    if run.given["quiet"]:
        return
    if run.given["report"] == "json":
        words(record(entry, {"losses": losses}))
        return
    where = place(entry.source.name, entry.line)
    number = Counter((loss.kind, loss.feature) for loss in losses)
    first = {(loss.kind, loss.feature): loss for loss in reversed(losses)}
    for what, count in number.items():
        more = f"; {count} of these in the document" if count > 1 else ""
        words(f"{loss_text(where, first[what])}{more}")


def _made(run: Run, entry: Entry, text: bytes, ulids: Ulids) -> CanonicalMessages | None:
    """Return the messages of a document; None if it was refused."""
    from turnwire.systems.canonical.messages import canonical_messages

    given: Making = run.given  # type: ignore[assignment]
    session = given["session"] or ulids.new("session")
    try:
        dialect = run.dialect_of(entry) or guess(text, None, given["kind"])[0]
        return canonical_messages(
            text,
            dialect,
            session_id=session,
            ulids=ulids,
            kind=given["kind"],
            model=given["model"],
            provider=given["provider"],
        )
    except UnknownDialect as refusal:
        run.refuse(entry, found_in_json(entry, text, invalid("convert.no-place", str(refusal)).diagnostics))
    except InvalidDocument as refusal:
        run.refuse(entry, found_in_json(entry, text, list(refusal.diagnostics)))
    return None
