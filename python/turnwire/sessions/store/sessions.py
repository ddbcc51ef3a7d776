"""Sessions: their row in the specification's table, and the fields of a conversation besides its messages."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import msgspec
from msgspec import Raw, Struct
from sqlalchemy import delete, insert, select, update

from turnwire.errors import invalid
from turnwire.model import ABSENT
from turnwire.sessions.store.checksums import digest_of_session
from turnwire.sessions.store.columns import column_of, members_of
from turnwire.sessions.store.tables import ABOUT, MESSAGES, PLACES, SESSIONS, TOOL_CALLS, TOOL_IDS

if TYPE_CHECKING:
    from sqlalchemy import Connection, Row, Select

    from turnwire.errors import InvalidDocument

PAGE = 200
"""Sessions that are read at once."""


class Session(Struct, frozen=True, kw_only=True):
    """One session.  Times are microseconds since 1970."""

    id: str
    """`sess_<ulid>` where turnwire made it."""
    workspace_path: str = ""
    active_model: str | None = None
    routing_policy: Raw = ABSENT
    """Free JSON; empty where there is none."""
    schema_version: int = 1
    created_at: int
    updated_at: int
    source: str | None = None
    """The dialect that it was imported from."""
    rest: Raw = ABSENT
    """An object of native JSON: the fields of the conversation besides its messages (settings, meta, system)."""
    told: Raw = ABSENT
    """An object: the `id` that its source gave it, null for none, where that is not the one here."""


LONGEST_ID = 1_000
"""Letters: PostgreSQL takes no more than 2,700 bytes into an index."""


def check_text(text: str | None, what: str) -> None:
    """Raises InvalidDocument (`store.text`) for what one of the databases could not hold in a column."""
    if text is not None and "\0" in text:
        raise invalid("store.text", f"{what} with a NUL in it", hint="take it out: PostgreSQL has no such text")


def check_id(text: str, what: str) -> None:
    """Raises InvalidDocument: `store.no-id`, and `store.text` for what one of the databases could not look up."""
    if not text:
        raise invalid("store.no-id", f"{what} without id", hint="give it one")
    check_text(text, f"the id of {what}")
    if len(text) > LONGEST_ID:
        words = f"the id of {what} has {len(text)} letters"
        raise invalid("store.text", words, hint=f"ids have at most {LONGEST_ID}")


def add_session(connection: Connection, session: Session) -> None:
    """Raises InvalidDocument: `store.no-id`, `store.text`, `store.repeated-id`."""
    check_id(session.id, "a session")
    if has_session(connection, session.id):
        hint = "take another id, or append to that one"
        raise invalid("store.repeated-id", f"there is a session {session.id[:80]!r} already", hint=hint)
    connection.execute(insert(SESSIONS).values({"id": session.id, **_columns(session)}))
    _set_about(connection, session)


def update_session(connection: Connection, session: Session) -> None:
    """Replace what is known about a session.  Raises InvalidDocument: `store.no-session`, `store.text`."""
    hold(connection, session.id)
    connection.execute(update(SESSIONS).where(SESSIONS.c.id == session.id).values(_columns(session)))
    connection.execute(delete(ABOUT).where(ABOUT.c.session_id == session.id))
    _set_about(connection, session)


def _set_about(connection: Connection, session: Session) -> None:
    about = {"rest_json": _text(session.rest), "told_json": _text(session.told), "source": session.source}
    digest = digest_of_session({"id": session.id, **_columns(session), **about})
    connection.execute(insert(ABOUT).values({"session_id": session.id, "digest": digest, **about}))


def _columns(session: Session) -> dict[str, Any]:
    check_text(session.workspace_path, "a workspace_path")
    check_text(session.active_model, "an active_model")
    return {
        "workspace_path": session.workspace_path,
        "active_model": session.active_model,
        "routing_policy_json": _text(session.routing_policy),
        "schema_version": session.schema_version,
        "created_at": session.created_at,
        "updated_at": session.updated_at,
    }


def _text(raw: Raw) -> str | None:
    return bytes(raw).decode() if raw else None


def has_session(connection: Connection, session_id: str) -> bool:
    """Whether there is such a session."""
    return connection.scalar(select(SESSIONS.c.id).where(SESSIONS.c.id == session_id)) is not None


def hold(connection: Connection, session_id: str) -> None:
    """Lock a session for this transaction.  Raises InvalidDocument (`store.no-session`)."""
    wanted = select(SESSIONS.c.id).where(SESSIONS.c.id == session_id).with_for_update()
    if connection.scalar(wanted) is None:
        raise no_session(session_id)


def no_session(session_id: str) -> InvalidDocument:
    """Make the refusal for a session that does not exist."""
    hint = "turnwire store list names those that are"
    return invalid("store.no-session", f"there is no session {session_id[:80]!r}", hint=hint)


def touch(connection: Connection, session_id: str, at: int) -> None:
    """Note when a session last changed; the time never moves backwards."""
    older = (SESSIONS.c.id == session_id) & (SESSIONS.c.updated_at < at)
    connection.execute(update(SESSIONS).where(older).values(updated_at=at))


def select_session(connection: Connection, session_id: str, *, has_ours: bool) -> Session:
    """Raises InvalidDocument (`store.no-session`)."""
    row = connection.execute(_select(has_ours=has_ours).where(SESSIONS.c.id == session_id)).first()
    if row is None:
        raise no_session(session_id)
    return _session(row)


def page_of_sessions(connection: Connection, after: tuple[int, str] | None, *, has_ours: bool) -> list[Session]:
    """Some sessions, the oldest first: those after this time and id."""
    wanted = _select(has_ours=has_ours).order_by(SESSIONS.c.created_at, SESSIONS.c.id).limit(PAGE)
    if after is not None:
        created, ident = SESSIONS.c.created_at, SESSIONS.c.id
        wanted = wanted.where((created > after[0]) | ((created == after[0]) & (ident > after[1])))
    return [_session(row) for row in connection.execute(wanted)]


def _select(*, has_ours: bool) -> Select[Any]:
    if not has_ours:
        return select(*SESSIONS.c)
    about = (ABOUT.c.source, ABOUT.c.rest_json, ABOUT.c.told_json)
    return select(*SESSIONS.c, *about).outerjoin(ABOUT, ABOUT.c.session_id == SESSIONS.c.id)


def _session(row: Row[Any]) -> Session:
    found: dict[str, Any] = dict(row._mapping)  # noqa: SLF001 - its public name, in spite of the underscore
    for name in ("routing_policy", "rest", "told"):
        found[name] = _raw(found.pop(f"{name}_json", None))
    return Session(**found)


def _raw(text: str | None) -> Raw:
    return Raw(text.encode()) if text else ABSENT


def delete_session(connection: Connection, session_id: str) -> None:
    """Delete a session and everything in it.  Raises InvalidDocument (`store.no-session`)."""
    hold(connection, session_id)
    # The tables of the specification have no ON DELETE CASCADE.
    for table in (TOOL_IDS, TOOL_CALLS, PLACES, MESSAGES, ABOUT):
        connection.execute(delete(table).where(table.c.session_id == session_id))
    connection.execute(delete(SESSIONS).where(SESSIONS.c.id == session_id))


def source_id(session: Session) -> str | None:
    """The id that a session had where it came from."""
    members = members_of(session.told, column_of("sessions", {"id": session.id}, "told_json")) if session.told else {}
    told = msgspec.json.decode(members["id"]) if "id" in members else session.id
    return told if isinstance(told, str) else None
