"""`turnwire store import`: store conversations of any dialect as sessions."""

from __future__ import annotations

import contextlib
from typing import TYPE_CHECKING, Unpack

import click
import msgspec

from turnwire.cli.options import Reading, reading
from turnwire.cli.running import Run, found_in_json, record
from turnwire.cli.store_opening import CANNOT_RUN_WITH, about_store, new_ids, now, writer_of
from turnwire.cli.words import data
from turnwire.codec.limits import STRICT
from turnwire.convert import read
from turnwire.detect import guess
from turnwire.errors import InvalidDocument, UnknownDialect, invalid
from turnwire.model import History

if TYPE_CHECKING:
    from turnwire.cli.inputs import Entry
    from turnwire.dialects.dialect import Kind
    from turnwire.documents.ids import Ulids
    from turnwire.model import Diagnostic
    from turnwire.sessions.store import Imported, Store


class Importing(Reading):
    """The options of `import`."""

    where: str
    session: str | None
    new_ids: bool


@click.command("import")
@reading
@click.option("--session", metavar="ID", help="Append the messages to this session, instead of making one.")
@click.option(
    "--new-ids", is_flag=True, help="Give all sessions, messages and calls new ids, so that none exists already."
)
@about_store
def command(**given: Unpack[Importing]) -> int:
    """Store conversations, each as a session, and print the ids of the sessions.

    A PATH is a file, a folder (searched for .json, .jsonl, .ndjson, .yaml, .yml and .binpb), a quoted glob, or - for
    standard input. In a .jsonl file each line is a conversation.

    A session is stored completely before its id is printed; an interrupted run keeps the sessions that were printed.
    Ids of the canonical form are kept, and refused if the store already has them. A missing store is created.
    """
    run = Run(given)
    ulids = new_ids()
    store = writer_of(given["where"], create=given["session"] is None)
    # If nothing could be stored, no empty store is left behind.
    with contextlib.ExitStack() as stack:
        stack.callback(store.discard)
        for entry, text in run.all_documents():
            done = _imported(run, store, entry, text, ulids)
            if done is not None:
                _say(run, entry, done)
    return run.finish("stored")


def _no_conversation(kind: Kind) -> InvalidDocument:
    if kind == "error":
        hint = "give the conversation in which it happened"
        return invalid("store.no-conversation", "an error is not a conversation", hint=hint)
    hint = "put the reply into the conversation that it answers"
    return invalid("store.no-conversation", "a reply is not a conversation", hint=hint)


def _imported(run: Run, store: Store, entry: Entry, text: bytes, ulids: Ulids) -> Imported | None:
    try:
        dialect, kind = run.dialect_of(entry), run.given["kind"]
        if dialect is None or kind is None:
            dialect, kind = guess(text, dialect, kind)
        document = read(text, dialect, kind=kind, limits=STRICT)
        if not isinstance(document, History):
            raise _no_conversation(kind)
        return _put(run, store, document, dialect, ulids)
    except UnknownDialect as refusal:
        run.refuse(entry, found_in_json(entry, text, invalid("convert.no-place", str(refusal)).diagnostics))
    except InvalidDocument as refusal:
        if any(found.code in CANNOT_RUN_WITH for found in refusal.diagnostics):
            raise
        run.refuse(entry, found_in_json(entry, text, [_of_store(found) for found in refusal.diagnostics]))
    return None


def _of_store(found: Diagnostic) -> Diagnostic:
    """Return a refusal by the store as a finding of the document, with the name of the store."""
    return found if found.file is None else msgspec.structs.replace(found, message=f"{found.file}: {found.message}")


def _put(run: Run, store: Store, document: History, dialect: str, ulids: Ulids) -> Imported:
    from turnwire.sessions.store import append_history, import_history

    given: Importing = run.given  # type: ignore[assignment]
    if given["session"] is not None:
        return append_history(store, given["session"], document, ulids, at=now(), source=dialect)
    return import_history(store, document, ulids, at=now(), source=dialect, new_ids=given["new_ids"])


def _say(run: Run, entry: Entry, done: Imported) -> None:
    if run.given["report"] == "json":
        data(record(entry, {"session": done.session.id, "messages": done.messages}))
    else:
        data(done.session.id)
