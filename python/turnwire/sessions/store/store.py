"""A store of sessions in SQLite or PostgreSQL, in the tables of the canonical message format."""

from __future__ import annotations

import contextlib
import itertools
from typing import TYPE_CHECKING, Self

from turnwire.documents.migrations import MIGRATIONS
from turnwire.errors import invalid
from turnwire.sessions.store import others
from turnwire.sessions.store.calls import Call, Status, cancel, count_calls, select_calls
from turnwire.sessions.store.messages import (
    count_messages,
    insert_messages,
    last_seq,
    pages,
    replace_message,
    select_message,
)
from turnwire.sessions.store.opening import Database
from turnwire.sessions.store.records import messages_of, records_of
from turnwire.sessions.store.refusals import named
from turnwire.sessions.store.sessions import (
    Session,
    add_session,
    delete_session,
    has_session,
    hold,
    no_session,
    page_of_sessions,
    select_session,
    touch,
    update_session,
)
from turnwire.sessions.store.tool_ids import add_tool_ids, select_tool_ids

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence
    from pathlib import Path

    from sqlalchemy import Connection

    from turnwire.documents.migrations import Migrations
    from turnwire.errors import InvalidDocument
    from turnwire.model import Message, ToolId
    from turnwire.sessions.store.records import Record

TAKEN_AT_ONCE = 500
"""Messages that are made ready to be written at once."""


class Store:
    """Sessions and their messages.  Every method raises InvalidDocument; its codes are `store.…` unless said.

    What a method has written is on the disk when it returns, whole; a process that is killed within it leaves nothing
    of it.  Any number of processes and threads may use a store at once.  Times are microseconds since 1970, and all of
    them come from the caller.
    """

    def __init__(
        self,
        where: str | Path,
        *,
        create: bool = False,
        read_only: bool = False,
        wait: float = 60.0,
        migrations: Migrations = MIGRATIONS,
    ) -> None:
        """Open a store: the path of a SQLite file, or a URL (`postgresql://user@host/database`).

        `wait`: seconds until another program's writing is too long.  Raises InvalidDocument: `store.url`,
        `store.missing` where there is none and none is to be made, `store.newer`, `store.foreign`, `store.no-database`.
        """
        self.migrations = migrations
        self.database = Database(where, create=create, read_only=read_only, wait=wait)
        try:
            self._note()
        except BaseException:
            self.close()
            raise

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Let go of the database."""
        self.database.close()

    def discard(self) -> None:
        """Let go of the database; a store that this object made, and that has no session, is taken away again."""
        self.database.discard()

    @contextlib.contextmanager
    def writing(self) -> Iterator[Connection]:
        """A transaction in which all messages have their places."""
        with self.database.writing() as connection:
            if self.database.is_sqlite:
                others.take_in(connection)
            yield connection
            if self.database.is_sqlite:
                others.settle(connection)

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
        """Put messages at the end of a session, all of them or none; how many messages it has now.

        `at`: the time, for messages that do not say theirs.  `tool_ids`: those that providers have for calls in them,
        as `SessionIds.rows` gives them.  Codes: `store.no-session`, `store.no-id`, `store.repeated-id`,
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
        """One message as it is stored."""
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
        self._check_session(session_id)
        yield from pages(self.database, session_id, after)

    def count_messages(self, session_id: str) -> int:
        """How many messages a session has."""
        with self.database.reading() as connection:
            return count_messages(connection, session_id)

    @property
    def is_noted(self) -> bool:
        """Whether calls are noted: not where another program made the store, and it was only read since."""
        return self.database.has_ours

    def unanswered(self, session_id: str) -> list[Call]:
        """The calls of tools that nothing answers yet.  Codes: `store.no-session`, `store.not-noted`."""
        return self.calls(session_id, "pending")

    def failed(self, session_id: str) -> int:
        """How many calls of tools failed.  Codes: `store.no-session`, `store.not-noted`."""
        return self.count_calls(session_id).get("failed", 0)

    def calls(self, session_id: str, *statuses: Status) -> list[Call]:
        """The calls of a session, or those with these statuses.  Codes: `store.no-session`, `store.not-noted`."""
        self._check_session(session_id)
        with self._noted() as connection:
            return list(select_calls(connection, session_id, statuses))

    def count_calls(self, session_id: str) -> dict[Status, int]:
        """How many calls of a session there are by status.  Codes: `store.no-session`, `store.not-noted`."""
        self._check_session(session_id)
        with self._noted() as connection:
            return count_calls(connection, session_id)

    def cancel(self, call_id: str, *, at: int) -> bool:
        """Say that nobody will answer a call; whether it was pending."""
        with self.writing() as connection:
            return cancel(connection, call_id, at)

    def tool_ids(self, session_id: str) -> list[ToolId]:
        """The ids that providers have for the calls of a session: `SessionIds(session_id, store.tool_ids(session_id))`.

        Code: `store.no-session`.
        """
        self._check_session(session_id)
        if not self.database.has_ours:
            return []
        with self.database.reading() as connection:
            return select_tool_ids(connection, session_id)

    def add_tool_ids(self, session_id: str, ids: Iterable[ToolId]) -> None:
        """Note ids behind those that are there, each pair once.  Codes: `store.no-session`, `store.text`."""
        with self.writing() as connection:
            hold(connection, session_id)
            add_tool_ids(connection, session_id, ids)

    def _check_session(self, session_id: str) -> None:
        with self.database.reading() as connection:
            if not has_session(connection, session_id):
                raise no_session(session_id)

    @contextlib.contextmanager
    def _noted(self) -> Iterator[Connection]:
        """A transaction in which all calls are noted, as far as this store may write them."""
        if not self.database.has_ours:
            with named(self.database.name):
                raise _no_calls()
        self._note()
        with self.database.reading() as connection:
            yield connection

    def _note(self) -> None:
        """Give what other programs wrote its places, as far as this store may be written."""
        if not self.database.is_sqlite or self.database.read_only:
            return
        with self.database.reading() as connection:
            behind = others.are_there(connection)
        if behind:
            with self.writing():
                pass


def _made(messages: Iterable[Message], session_id: str, at: int) -> Iterator[Record]:
    source = iter(messages)
    while some := list(itertools.islice(source, TAKEN_AT_ONCE)):
        for message in some:
            if message.session_id not in (None, session_id):
                words = f"message {str(message.id)[:80]!r} is of session {message.session_id!r:.80}"
                raise invalid("store.other-session", words, hint="append it to that session")
        yield from records_of(some, session_id, at)


def _no_calls() -> InvalidDocument:
    hint = "open it for writing once: its calls are noted then"
    return invalid("store.not-noted", "its calls are not noted, since another program made it", hint=hint)
