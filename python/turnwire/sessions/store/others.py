"""Messages that another program wrote: the system's own implementation, which does not know our tables.

They get places at the end of their session, in the order of their times as that system sorts them, and their calls are
noted.  In SQLite new rows have greater numbers than all before, so one comparison finds out whether there are any.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from sqlalchemy import exists, func, insert, literal_column, select, update

from turnwire.sessions.store.calls import Ledger, answer
from turnwire.sessions.store.messages import last_seq, page_of_others, place_of
from turnwire.sessions.store.tables import FACTS, MESSAGES, PLACES, SESSIONS, TOOL_CALLS

if TYPE_CHECKING:
    from sqlalchemy import Connection

    from turnwire.sessions.store.records import Record

_ROW: Any = literal_column("messages.rowid")
_UPTO = FACTS.c.name == "upto"


def are_there(connection: Connection) -> bool:
    """Whether other programs wrote since `settle`.  SQLite only."""
    return _last(connection) != connection.scalar(select(FACTS.c.value).where(_UPTO))


def take_in(connection: Connection) -> None:
    """Give places to all messages that have none.  SQLite only."""
    last, upto = _last(connection), connection.scalar(select(FACTS.c.value).where(_UPTO)) or 0
    if last == upto:
        return
    placed = exists().where(PLACES.c.message_id == MESSAGES.c.id)
    # Rows that were taken out at the end give their numbers to the next.
    new = (upto if last > upto else 0) < _ROW
    # Others may not check that there is a session; without one there is nothing to put a message into.
    known = exists().where(SESSIONS.c.id == MESSAGES.c.session_id)
    for session_id in connection.scalars(select(MESSAGES.c.session_id).where(new, ~placed, known).distinct()).all():
        _take_in(connection, session_id)
    settle(connection)


def _take_in(connection: Connection, session_id: str) -> None:
    seq = last_seq(connection, session_id)
    # A message with a place is not one of the others any more.
    while records := page_of_others(connection, session_id, None, has_ours=True):
        rows = [place_of(record, seq + n) for n, record in enumerate(records, 1)]
        connection.execute(insert(PLACES), rows)
        seq += len(records)
        note_calls(connection, records)


def note_calls(connection: Connection, records: list[Record]) -> None:
    """Note the calls in messages that are stored; one whose id is taken keeps to the first of that id."""
    ledger = Ledger()
    for record in records:
        ledger.take(record)
    if ledger.rows:
        connection.execute(insert(TOOL_CALLS).prefix_with("OR IGNORE"), list(ledger.rows.values()))
    answer(connection, ledger.answers)


def settle(connection: Connection) -> None:
    """Note that all messages have places.  SQLite only."""
    connection.execute(update(FACTS).where(_UPTO).values(value=_last(connection)))


def _last(connection: Connection) -> int:
    return int(connection.scalar(select(func.max(_ROW)).select_from(MESSAGES)) or 0)
