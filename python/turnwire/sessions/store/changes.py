"""Find the rows of a session that something other than a store has changed or removed."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sqlalchemy import func, select

from turnwire.model import Diagnostic
from turnwire.sessions.store.checksums import changed_messages, changed_tool_ids, is_changed, write_digests
from turnwire.sessions.store.columns import row_of
from turnwire.sessions.store.tables import PLACES

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator

    from sqlalchemy import Connection

    from turnwire.sessions.store.store import Store

_HINT = "restore a backup; if another program changed it on purpose: turnwire store verify --accept"


def changed_rows(store: Store, session_id: str, reported: Collection[str | None]) -> Iterator[Diagnostic]:
    """Yield a finding for each row of a session that is not as it was written: `store.changed`, `store.gap`.

    Args:
        store: the store; its rows have digests.
        session_id: the session; all of its messages have places.
        reported: messages that have a finding already, by id, and None for the session itself.
    """
    with store.database.reading() as connection:
        yield from _missing(connection, session_id)
        if None not in reported and is_changed(connection, session_id):
            yield _changed(row_of("sessions", {"id": session_id}))
        for ident in changed_messages(connection, session_id):
            if ident in reported:
                continue
            yield _changed(row_of("messages", {"session_id": session_id, "id": ident}))
        for seq in changed_tool_ids(connection, session_id):
            yield _changed(f"turnwire_tool_ids, {row_of('turnwire_tool_ids', {'session_id': session_id, 'seq': seq})}")


def _changed(row: str) -> Diagnostic:
    return Diagnostic("store.changed", f"{row}: it is not as turnwire wrote it", "error", hint=_HINT)


def _missing(connection: Connection, session_id: str) -> Iterator[Diagnostic]:
    counts = select(func.count(), func.max(PLACES.c.seq)).where(PLACES.c.session_id == session_id)
    count, last = connection.execute(counts).one()
    if last is not None and count != last:
        place = row_of("sessions", {"id": session_id})
        words = f"{place}: {count} messages are there, and the last one is number {last}"
        yield Diagnostic("store.gap", words, "error", hint="restore a backup: messages were taken out")


def accept_changes(store: Store) -> None:
    """Take all rows as they are now for right: `verify` does not report them as changed any more.

    For changes that another program made on purpose.  Raises InvalidDocument, `store.…`.

    Args:
        store: a store that is open for writing.
    """
    with store.writing() as connection:
        write_digests(connection)
