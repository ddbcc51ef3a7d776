"""An opened store: its database, and the calls of tools in it."""

from __future__ import annotations

import contextlib
from typing import TYPE_CHECKING, Self

from turnwire.documents.migrations import MIGRATIONS
from turnwire.errors import invalid
from turnwire.sessions.store import others
from turnwire.sessions.store.calls import Call, Status, cancel, count_calls, select_calls
from turnwire.sessions.store.opening import Database
from turnwire.sessions.store.refusals import named
from turnwire.sessions.store.sessions import has_session, no_session

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from sqlalchemy import Connection

    from turnwire.documents.migrations import Migrations
    from turnwire.errors import InvalidDocument


class OpenedStore:
    """A store, and the calls of tools in its sessions.  Every method raises InvalidDocument."""

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

    @property
    def is_noted(self) -> bool:
        """Whether calls are noted: not where another program made the store, and it was only read since."""
        return self.database.has_ours

    def unanswered(self, session_id: str) -> list[Call]:
        """The calls of tools that nothing answers yet.  Codes: `store.no-session`, `store.not-noted`."""
        return self.calls(session_id, "pending")

    def failed(self, session_id: str) -> int:
        """Count the failed tool uses.  Codes: `store.no-session`, `store.not-noted`."""
        return self.count_calls(session_id).get("failed", 0)

    def calls(self, session_id: str, *statuses: Status) -> list[Call]:
        """The calls of a session, or those with these statuses.  Codes: `store.no-session`, `store.not-noted`."""
        self.check_session(session_id)
        with self._noted() as connection:
            return list(select_calls(connection, session_id, statuses))

    def count_calls(self, session_id: str) -> dict[Status, int]:
        """Count the calls of a session by status.  Codes: `store.no-session`, `store.not-noted`."""
        self.check_session(session_id)
        with self._noted() as connection:
            return count_calls(connection, session_id)

    def cancel(self, call_id: str, *, at: int) -> bool:
        """Mark a call as cancelled; return whether it was pending."""
        with self.writing() as connection:
            return cancel(connection, call_id, at)

    def check_session(self, session_id: str) -> None:
        """Raise InvalidDocument (`store.no-session`) if the session does not exist."""
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


def _no_calls() -> InvalidDocument:
    hint = "open it for writing once: its calls are noted then"
    return invalid("store.not-noted", "its calls are not noted, since another program made it", hint=hint)
