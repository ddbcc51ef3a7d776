"""Digests of rows, by which `verify` finds a letter that something other than a store has changed.

SQLite's `integrity_check` does not see a changed letter in a text: checksums of pages are an extension "that adds an
8-byte checksum to the end of every page in an SQLite database" (sqlite.org/cksumvfs.html), and Python's has it not.
"""

from __future__ import annotations

import hashlib
from typing import TYPE_CHECKING, Any

import msgspec
from sqlalchemy import ColumnElement, bindparam, insert, select, update

from turnwire.sessions.store.tables import ABOUT, MESSAGES, PLACES, SESSIONS, TOOL_IDS

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from sqlalchemy import Connection, Select

AT_ONCE = 20
"""Rows that are read at once; each may hold megabytes."""

# What a digest is made of, in this order.  `updated_at` of a session is not among it: every message changes it.
_OF_MESSAGE = (
    *(MESSAGES.c[name] for name in ("id", "session_id", "role", "content_json", "metadata_json", "created_at")),
    MESSAGES.c.schema_version,
    *(PLACES.c[name] for name in ("rest_json", "told_json", "seq")),
)
_OF_SESSION = (
    *(SESSIONS.c[name] for name in ("id", "workspace_path", "active_model", "routing_policy_json", "schema_version")),
    SESSIONS.c.created_at,
    *(ABOUT.c[name] for name in ("source", "rest_json", "told_json")),
)
_OF_TOOL_ID = tuple(TOOL_IDS.c[name] for name in ("session_id", "seq", "provider", "canonical", "provider_id"))


def digest_of_message(row: Mapping[str, Any]) -> str:
    """Return the digest of a message.

    Args:
        row: the values of its rows in `messages` and `turnwire_messages`, by the names of the columns.

    Returns:
        A SHA-256 as 64 hex digits.
    """
    return _digest([row[column.name] for column in _OF_MESSAGE])


def digest_of_session(row: Mapping[str, Any]) -> str:
    """Return the digest of a session, of its values in `sessions` and `turnwire_sessions`."""
    return _digest([row.get(column.name) for column in _OF_SESSION])


def digest_of_tool_id(row: Mapping[str, Any]) -> str:
    """Return the digest of a row of `turnwire_tool_ids`."""
    return _digest([row[column.name] for column in _OF_TOOL_ID])


def _digest(values: list[Any]) -> str:
    # As JSON, so that no two lists of values have the same bytes.
    return hashlib.sha256(msgspec.json.encode(values)).hexdigest()


def changed_messages(connection: Connection, session_id: str) -> Iterator[str]:
    """Yield the id of each message of a session whose rows do not have their digest."""
    after = 0
    while rows := _page(connection, _messages().where(PLACES.c.session_id == session_id), PLACES.c.seq, after):
        yield from (row["id"] for row in rows if row["digest"] != digest_of_message(row))
        after = rows[-1]["seq"]


def is_changed(connection: Connection, session_id: str) -> bool:
    """Return whether the row of a session does not have its digest."""
    row = connection.execute(_sessions().where(SESSIONS.c.id == session_id)).mappings().first()
    # A session that another program made has no digest before a store has noted it.
    return row is not None and row["digest"] is not None and row["digest"] != digest_of_session(dict(row))


def changed_tool_ids(connection: Connection, session_id: str) -> Iterator[int]:
    """Yield the number of each row of `turnwire_tool_ids` that does not have its digest."""
    after = 0
    wanted = select(*_OF_TOOL_ID, TOOL_IDS.c.digest).where(TOOL_IDS.c.session_id == session_id)
    while rows := _page(connection, wanted, TOOL_IDS.c.seq, after):
        yield from (row["seq"] for row in rows if row["digest"] != digest_of_tool_id(row))
        after = rows[-1]["seq"]


def write_digests(connection: Connection) -> None:
    """Give every row the digest of what it holds now."""
    sessions = list(connection.scalars(select(SESSIONS.c.id)))
    for session_id in sessions:
        write_session_digest(connection, session_id)
        for ident, digest in _new_digests(connection, session_id):
            connection.execute(_SET_MESSAGE, {"of": ident, "new": digest})
        after = 0
        wanted = select(*_OF_TOOL_ID).where(TOOL_IDS.c.session_id == session_id)
        while rows := _page(connection, wanted, TOOL_IDS.c.seq, after):
            values = [{"of": session_id, "at": row["seq"], "new": digest_of_tool_id(row)} for row in rows]
            connection.execute(_SET_TOOL_ID, values)
            after = rows[-1]["seq"]


def write_session_digest(connection: Connection, session_id: str) -> None:
    """Give a session the digest of what it holds now; its row in `turnwire_sessions` is made if it has none."""
    row = connection.execute(_sessions().where(SESSIONS.c.id == session_id)).mappings().one()
    digest = digest_of_session(dict(row))
    changed = connection.execute(update(ABOUT).where(ABOUT.c.session_id == session_id).values(digest=digest))
    if not changed.rowcount:
        connection.execute(insert(ABOUT).values(session_id=session_id, digest=digest))


def write_message_digest(connection: Connection, message_id: str) -> None:
    """Give a message the digest of what it holds now."""
    row = connection.execute(_messages().where(MESSAGES.c.id == message_id)).mappings().first()
    if row is not None:
        connection.execute(_SET_MESSAGE, {"of": message_id, "new": digest_of_message(dict(row))})


_SET_MESSAGE = update(PLACES).where(PLACES.c.message_id == bindparam("of")).values(digest=bindparam("new"))
_SET_TOOL_ID = (
    update(TOOL_IDS)
    .where(TOOL_IDS.c.session_id == bindparam("of"), TOOL_IDS.c.seq == bindparam("at"))
    .values(digest=bindparam("new"))
)


def _new_digests(connection: Connection, session_id: str) -> Iterator[tuple[str, str]]:
    after = 0
    while rows := _page(connection, _messages().where(PLACES.c.session_id == session_id), PLACES.c.seq, after):
        yield from [(row["id"], digest_of_message(row)) for row in rows]
        after = rows[-1]["seq"]


def _messages() -> Select[Any]:
    return select(*_OF_MESSAGE, PLACES.c.digest).join(PLACES, PLACES.c.message_id == MESSAGES.c.id)


def _sessions() -> Select[Any]:
    return select(*_OF_SESSION, ABOUT.c.digest).outerjoin(ABOUT, ABOUT.c.session_id == SESSIONS.c.id)


def _page(connection: Connection, wanted: Select[Any], order: ColumnElement[int], after: int) -> list[dict[str, Any]]:
    found = connection.execute(wanted.where(order > after).order_by(order).limit(AT_ONCE))
    return [dict(row) for row in found.mappings()]
