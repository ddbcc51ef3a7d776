"""Check a store: its file, its messages, and the tables that repeat their content."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

import msgspec
from sqlalchemy import func, select, text

from turnwire.errors import InvalidDocument
from turnwire.model import Diagnostic
from turnwire.sessions.store.calls import Ledger, has_other_provider, select_calls
from turnwire.sessions.store.changes import changed_rows
from turnwire.sessions.store.columns import column_of, members_of
from turnwire.sessions.store.records import messages_of, name_of, time_of
from turnwire.sessions.store.tables import MESSAGES, SESSIONS
from turnwire.sessions.store.tool_ids import select_tool_ids

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from sqlalchemy import Connection

    from turnwire.model import ToolId
    from turnwire.sessions.store.calls import Call
    from turnwire.sessions.store.records import Record
    from turnwire.sessions.store.sessions import Session
    from turnwire.sessions.store.store import Store

MOST_PAGES = 100
"""The maximum number of damaged places of a file that are reported."""


class _Said(NamedTuple):
    """What messages say of a call: its name, the message with the call, the one that answers it, how it ended."""

    name: str
    made: str
    answered: str | None
    status: str
    provider: str | None
    """That of the message with the call."""


class _Noted(NamedTuple):
    """What other tables say of a call: its row, and what providers call it."""

    call: Call
    ids: list[ToolId]


def verify(store: Store) -> Iterator[Diagnostic]:
    """Yield the findings about a store as they are found; nothing is changed.

    Errors: `store.damaged`, `store.orphan` (a row without the session or message that it belongs to), `store.call` (a
    call whose row differs from the messages), `store.changed` (a row that does not have its digest), `store.gap` (a
    session that lacks messages), and those of messages that cannot be read.  Warnings: `store.orphan-result`,
    `store.not-noted`, `store.newer-message`, `store.no-digests`.  A database that cannot be read further raises
    InvalidDocument, `store.damaged`.
    """
    for found in _findings(store):
        yield msgspec.structs.replace(found, file=found.file or store.database.name)


def _findings(store: Store) -> Iterator[Diagnostic]:
    if store.database.is_sqlite:
        yield from _file(store)
    else:
        yield from _orphans(store)
    if store.database.has_ours and not store.database.has_digests:
        words = "an older turnwire made it, without digests: changed letters are not found"
        yield Diagnostic("store.no-digests", words, "warning", hint="turnwire store verify --accept adds digests")
    for session in store.sessions():
        damaged = list(_about(session))
        yield from damaged
        yield from _readable(session.id, _session(store, session.id, is_damaged=bool(damaged)))


def _readable(session_id: str, findings: Iterator[Diagnostic]) -> Iterator[Diagnostic]:
    """Yield the findings about a session; rows that the driver cannot read end it, and not the sessions after it."""
    try:
        yield from findings
    except InvalidDocument as refusal:
        for found in refusal.diagnostics:
            words = found.message if "session '" in found.message else f"session {session_id[:60]!r}: {found.message}"
            yield msgspec.structs.replace(found, message=words)


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


def _about(session: Session) -> Iterator[Diagnostic]:
    """Yield the findings about the times of a session, and about its JSON."""
    columns: dict[str, Callable[[Any, str], object]] = {
        "created_at": time_of,
        "updated_at": time_of,
        "rest": members_of,
        "told": members_of,
    }
    for name, check in columns.items():
        value, column = getattr(session, name), name if check is time_of else f"{name}_json"
        try:
            if value:
                check(value, column_of("sessions", {"id": session.id}, column))
        except InvalidDocument as refusal:
            yield from refusal.diagnostics


def _session(store: Store, session_id: str, *, is_damaged: bool) -> Iterator[Diagnostic]:
    calls: dict[str, _Noted] | None = None
    if store.database.has_ours:
        with store.database.reading() as connection:
            calls = _noted(connection, session_id)
    said: dict[str, _Said] = {}
    is_noted = calls is not None
    # What is changed because it is damaged has one finding.
    reported: set[str | None] = {None} if is_damaged else set()
    for record in store.records(session_id):
        for found in (*_message(store, record), *_calls_of(record, said)):
            if found.severity == "error":
                reported.add(record.id)
            yield found
        is_noted &= record.seq is not None
    if calls is not None and is_noted:
        yield from _compared(session_id, calls, said)
        if store.database.has_digests:
            yield from changed_rows(store, session_id, reported)


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
        said.setdefault(ident, _Said(row["name"], record.id, row["result_message_id"], row["status"], row["provider"]))
    for each in ledger.answers:
        found = said.get(each["call"])
        if found is None:
            words = f"message {record.id[:60]!r} answers {each['call'][:60]!r}, which its session does not call"
            yield Diagnostic("store.orphan-result", words, "warning")
        elif found.answered is None:
            said[each["call"]] = found._replace(answered=record.id, status=each["status"])


def _noted(connection: Connection, session_id: str) -> dict[str, _Noted]:
    ids: dict[str, list[ToolId]] = {}
    for each in select_tool_ids(connection, session_id):
        ids.setdefault(each.canonical, []).append(each)
    return {call.id: _Noted(call, ids.get(call.id, [])) for call in select_calls(connection, session_id, ())}


def _compared(session_id: str, calls: dict[str, _Noted], said: dict[str, _Said]) -> Iterator[Diagnostic]:
    for ident in calls.keys() | said.keys():
        if _differs(calls.get(ident), said.get(ident)):
            words = f"session {session_id[:60]!r}: the call {ident[:60]!r} differs from its messages"
            hint = "save the message that makes it once more"
            yield Diagnostic("store.call", words, "error", hint=hint)


def _differs(noted: _Noted | None, said: _Said | None) -> bool:
    if noted is None or said is None:
        return True
    call, ids = noted
    # Messages do not show that a call was cancelled.
    if call.status not in (said.status, _given_up(said.status)):
        return True
    row = (call.name, call.message_id, call.result_message_id)
    return row != (said.name, said.made, said.answered) or has_other_provider(call, said.provider, ids)


def _given_up(status: str) -> str:
    return "cancelled" if status == "pending" else status
