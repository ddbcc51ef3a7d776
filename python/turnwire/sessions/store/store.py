"""A store of sessions in SQLite or PostgreSQL, in the tables of the canonical message format."""

from __future__ import annotations

import itertools
from typing import TYPE_CHECKING

from turnwire.errors import invalid
from turnwire.sessions.store.messages import (
    count_messages,
    insert_messages,
    last_seq,
    pages,
    replace_message,
    select_message,
)
from turnwire.sessions.store.opened import OpenedStore
from turnwire.sessions.store.records import messages_of, records_of
from turnwire.sessions.store.refusals import named
from turnwire.sessions.store.sessions import (
    Session,
    add_session,
    delete_session,
    hold,
    page_of_sessions,
    select_session,
    touch,
    update_session,
)
from turnwire.sessions.store.tool_ids import add_tool_ids, select_tool_ids

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from turnwire.model import Message, ToolId
    from turnwire.sessions.store.records import Record

TAKEN_AT_ONCE = 500
"""Messages that are made ready to be written at once."""


class Store(OpenedStore):
    """Sessions and their messages.  Every method raises InvalidDocument; its codes are `store.…` unless documented.

    When a method returns, its changes are completely on the disk; if the process is killed before, none of them is.
    Any number of processes and threads may use a store at once.  Times are microseconds since 1970, and all of
    them come from the caller.
    """

    def add_session(self, session: Session) -> None:
        """Add a session without messages.  Codes: `store.no-id`, `store.repeated-id`, `store.text`."""
        with self.writing() as connection:
            add_session(connection, session)

    def session(self, session_id: str) -> Session:
        """One session.  Code: `store.no-session`."""
        with self.database.reading() as connection:
            return select_session(connection, session_id, has_ours=self.database.has_ours)

    def sessions(self) -> Iterator[Session]:
        """All sessions, the oldest first; read some at a time."""
        after: tuple[int, str] | None = None
        while True:
            with self.database.reading() as connection:
                found = page_of_sessions(connection, after, has_ours=self.database.has_ours)
            if not found:
                return
            yield from found
            after = found[-1].created_at, found[-1].id

    def update_session(self, session: Session) -> None:
        """Replace what is known about a session.  Codes: `store.no-session`, `store.text`."""
        with self.writing() as connection:
            update_session(connection, session)

    def delete_session(self, session_id: str) -> None:
        """Delete a session, its messages, calls and ids.  Code: `store.no-session`."""
        with self.writing() as connection:
            delete_session(connection, session_id)

    def append(
        self,
        session_id: str,
        messages: Iterable[Message],
        *,
        at: int,
        tool_ids: Sequence[ToolId] = (),
    ) -> int:
        """Append messages to a session, all of them or none; return how many messages it has now.

        `at`: the time, for messages without one.  `tool_ids`: the ids that providers have for their calls, as
        `SessionIds.rows` returns them.  Codes: `store.no-session`, `store.no-id`, `store.repeated-id`,
        `store.other-session`, `store.text`, and those of a document that cannot be read.
        """
        made = _made(messages, session_id, at)
        with named(self.database.name):
            # Most are few, and made before anybody has to wait for them.
            made = itertools.chain(list(itertools.islice(made, TAKEN_AT_ONCE)), made)
        with self.writing() as connection:
            hold(connection, session_id)
            seq = insert_messages(connection, made, last_seq(connection, session_id), tool_ids)
            add_tool_ids(connection, session_id, tool_ids)
            touch(connection, session_id, at)
        return seq

    def save(self, message: Message, *, session_id: str, at: int) -> None:
        """Write a message over the one of its id: one that is complete now, or one of an older version.

        Codes: `store.no-session`, `store.no-message`, and those of `append`.
        """
        with named(self.database.name):
            (record,) = _made([message], session_id, at)
        with self.writing() as connection:
            hold(connection, session_id)
            replace_message(connection, record)
            touch(connection, session_id, at)

    def message(self, message_id: str) -> Message | None:
        """One message as the current version has it, or None where there is none of this id."""
        record = self.record(message_id)
        with named(self.database.name):
            return None if record is None else messages_of([record], migrations=self.migrations)[0]

    def record(self, message_id: str) -> Record | None:
        """Return one message as it is stored."""
        with self.database.reading() as connection:
            return select_message(connection, message_id, has_ours=self.database.has_ours)

    def messages(self, session_id: str, *, after: int = 0) -> Iterator[Message]:
        """The messages of a session in their order, behind a place; read some at a time.

        Older ones are brought up to the current version, which is not written back.  Code: `store.no-session`.
        """
        for found in self.pages(session_id, after=after):
            with named(self.database.name):
                some = messages_of(found, migrations=self.migrations)
            yield from some

    def records(self, session_id: str, *, after: int = 0) -> Iterator[Record]:
        """The same as they are stored."""
        for found in self.pages(session_id, after=after):
            yield from found

    def pages(self, session_id: str, *, after: int = 0) -> Iterator[list[Record]]:
        """The same, some at a time."""
        self.check_session(session_id)
        yield from pages(self.database, session_id, after)

    def count_messages(self, session_id: str) -> int:
        """Count the messages of a session."""
        with self.database.reading() as connection:
            return count_messages(connection, session_id)

    def tool_ids(self, session_id: str) -> list[ToolId]:
        """The ids that providers have for the calls of a session: `SessionIds(session_id, store.tool_ids(session_id))`.

        Code: `store.no-session`.
        """
        self.check_session(session_id)
        if not self.database.has_ours:
            return []
        with self.database.reading() as connection:
            return select_tool_ids(connection, session_id)

    def add_tool_ids(self, session_id: str, ids: Iterable[ToolId]) -> None:
        """Note ids behind those that are there, each pair once.  Codes: `store.no-session`, `store.text`."""
        with self.writing() as connection:
            hold(connection, session_id)
            add_tool_ids(connection, session_id, ids)


def _made(messages: Iterable[Message], session_id: str, at: int) -> Iterator[Record]:
    source = iter(messages)
    while some := list(itertools.islice(source, TAKEN_AT_ONCE)):
        for message in some:
            if message.session_id not in (None, session_id):
                words = f"message {str(message.id)[:80]!r} is of session {message.session_id!r:.80}"
                raise invalid("store.other-session", words, hint="append it to that session")
        yield from records_of(some, session_id, at)
