"""Check a store: its file, its messages, and the tables that repeat their content."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import msgspec
from sqlalchemy import func, select, text

from turnwire.errors import InvalidDocument
from turnwire.model import Diagnostic
from turnwire.sessions.store.calls import Ledger, select_calls
from turnwire.sessions.store.columns import column_of
from turnwire.sessions.store.records import messages_of, name_of, time_of
from turnwire.sessions.store.tables import MESSAGES, SESSIONS

if TYPE_CHECKING:
    from collections.abc import Iterator

    from turnwire.sessions.store.calls import Call
    from turnwire.sessions.store.records import Record
    from turnwire.sessions.store.sessions import Session
    from turnwire.sessions.store.store import Store

MOST_PAGES = 100
"""The maximum number of damaged places of a file that are reported."""


class _Said(NamedTuple):
    """The content of messages about a call: the message with the call, the one that answers it, and how it ended."""

    made: str
    answered: str | None
    status: str


def verify(store: Store) -> Iterator[Diagnostic]:
    """Yield the findings about a store as they are found; nothing is changed.

    Errors: `store.damaged`, `store.orphan` (a row without the session or message that it belongs to), `store.call` (a
    call whose row differs from the messages), and those of messages that cannot be read.  Warnings:
    `store.orphan-result`, `store.not-noted`, `store.newer-message`.  A database that cannot be read further raises
    InvalidDocument, `store.damaged`.
    """
    for found in _findings(store):
        yield msgspec.structs.replace(found, file=found.file or store.database.name)


def _findings(store: Store) -> Iterator[Diagnostic]:
    if store.database.is_sqlite:
        yield from _file(store)
    else:
        yield from _orphans(store)
    for session in store.sessions():
        yield from _times(session)
        yield from _session(store, session.id)


def _file(store: Store) -> Iterator[Diagnostic]:
    with store.database.reading() as connection:
        for (found,) in connection.execute(text(f"PRAGMA integrity_check({MOST_PAGES})")):
            if found != "ok":
                hint = "take a copy from before; messages that can be read are exported all the same"
                yield Diagnostic("store.damaged", f"the file is damaged: {found}", "error", hint=hint)
        for table, row, parent, _ in connection.execute(text("PRAGMA foreign_key_check")).all():
            words = f"row {row} of {table} belongs to none of {parent}"
            yield Diagnostic("store.orphan", words, "error", hint="another program wrote it; take it out")


def _orphans(store: Store) -> Iterator[Diagnostic]:
    known = select(SESSIONS.c.id)
    with store.database.reading() as connection:
        found = connection.scalar(select(func.count()).where(MESSAGES.c.session_id.not_in(known)))
    if found:
        yield Diagnostic("store.orphan", f"{found} messages belong to no session", "error")


def _times(session: Session) -> Iterator[Diagnostic]:
    for name in ("created_at", "updated_at"):
        try:
            time_of(getattr(session, name), column_of("sessions", {"id": session.id}, name))
        except InvalidDocument as refusal:
            yield from refusal.diagnostics


def _session(store: Store, session_id: str) -> Iterator[Diagnostic]:
    calls: dict[str, Call] | None = None
    if store.database.has_ours:
        with store.database.reading() as connection:
            calls = {each.id: each for each in select_calls(connection, session_id, ())}
    said: dict[str, _Said] = {}
    is_noted = calls is not None
    for record in store.records(session_id):
        yield from _message(store, record)
        yield from _calls_of(record, said)
        is_noted &= record.seq is not None
    if calls is not None and is_noted:
        yield from _compared(session_id, calls, said)


def _message(store: Store, record: Record) -> Iterator[Diagnostic]:
    place = name_of(record)
    try:
        messages_of([record], migrations=store.migrations)
    except InvalidDocument as refusal:
        yield from refusal.diagnostics
    if record.schema_version > store.migrations.current:
        words = f"{place}: of version {record.schema_version}, which is newer: read as far as it is known"
        yield Diagnostic("store.newer-message", words, "warning")
    if record.seq is None and store.database.has_ours:
        words = f"{place}: another program wrote it, and its place and calls are not noted yet"
        yield Diagnostic("store.not-noted", words, "warning", hint="they are, with the next message that is stored")


def _calls_of(record: Record, said: dict[str, _Said]) -> Iterator[Diagnostic]:
    """Add the calls of a message: the message that makes each, and the first that answers it."""
    ledger = Ledger()
    ledger.take(record)
    for ident, row in ledger.rows.items():
        said.setdefault(ident, _Said(record.id, row["result_message_id"], row["status"]))
    for each in ledger.answers:
        found = said.get(each["call"])
        if found is None:
            words = f"message {record.id[:60]!r} answers {each['call'][:60]!r}, which its session does not call"
            yield Diagnostic("store.orphan-result", words, "warning")
        elif found.answered is None:
            said[each["call"]] = _Said(found.made, record.id, each["status"])


def _compared(session_id: str, calls: dict[str, Call], said: dict[str, _Said]) -> Iterator[Diagnostic]:
    for ident in calls.keys() | said.keys():
        call, found = calls.get(ident), said.get(ident)
        noted = None if call is None else _Said(call.message_id, call.result_message_id, call.status)
        # Messages do not show that a call was cancelled.
        if noted != found and (found is None or noted != found._replace(status=_given_up(found.status))):
            words = f"session {session_id[:60]!r}: the call {ident[:60]!r} differs from its messages"
            hint = "save the message that makes it once more"
            yield Diagnostic("store.call", words, "error", hint=hint)


def _given_up(status: str) -> str:
    return "cancelled" if status == "pending" else status
