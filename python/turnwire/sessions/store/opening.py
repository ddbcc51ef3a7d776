"""Opening a store: which database, its settings, and tables of the version that this turnwire writes."""

from __future__ import annotations

import contextlib
import os
import re
import sqlite3
import threading
from pathlib import Path
from typing import TYPE_CHECKING

from sqlalchemy import create_engine, event, inspect, select, text
from sqlalchemy.engine import make_url
from sqlalchemy.exc import ArgumentError, NoSuchModuleError
from sqlalchemy.pool import QueuePool

from turnwire.errors import InvalidDocument, invalid
from turnwire.sessions.fsync import sync_folder
from turnwire.sessions.store.columns import placed
from turnwire.sessions.store.refusals import explained, held, meaning_of, named
from turnwire.sessions.store.tables import FACTS, GIVEN, METADATA, VERSION
from turnwire.sessions.store.undoing import take_file_away, take_tables_away
from turnwire.sessions.store.upgrades import upgrade

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from sqlalchemy import Connection, Engine
    from sqlalchemy.engine import URL

_WRITES = "turnwire_writes"
_POSTGRESQL = "postgresql+psycopg"
_LOCK = 0x7475726E77697265
"""The advisory lock of PostgreSQL under which tables are made: the bytes of `turnwire`."""

_NAP = 0.02

# The password in `user:password@`, which may contain any character, and those that PostgreSQL takes as parameters.
_SECRET = re.compile(r"(://[^:@]*:).*(?=@)|([?&](?:ssl)?password=)[^&]*", re.DOTALL)


class Database:
    """One database that holds a store.  Any number of threads may use it at once."""

    def __init__(self, where: str | Path, *, create: bool, read_only: bool, wait: float) -> None:
        """Raises InvalidDocument, `store.…`."""
        self.name = shown(where)
        self.read_only = read_only
        self._wait = wait
        with named(self.name):
            url = _url(where)
            self.path = None if url.database is None or not _is_sqlite(url) else Path(url.database)
            self._open(url, create=create and not read_only)

    def _open(self, url: URL, *, create: bool) -> None:
        self.is_new = False
        self._identity = _identity(self.path)
        if self.path:
            _check_file(self.path, create=create, read_only=self.read_only)
            self._engine = self._sqlite(self.path, create=create)
        else:
            self._engine = self._postgresql(url)
        self._writer = self._engine.execution_options(**{_WRITES: True})
        try:
            self.has_ours = self._prepare(create=create)
            self._check_unmoved()
        except BaseException:
            self.discard()
            raise

    @property
    def is_sqlite(self) -> bool:
        """Whether it is a file."""
        return self.path is not None

    def close(self) -> None:
        """Let go of it."""
        self._engine.dispose()

    def discard(self) -> None:
        """Let go of it, and where it was made here and no session is in it, leave nothing of it."""
        if self.is_new and self.path is None:
            with contextlib.suppress(InvalidDocument), self.writing() as connection:
                take_tables_away(connection)
        self.close()
        if self.is_new and self.path is not None:
            take_file_away(self.path)

    @contextlib.contextmanager
    def reading(self) -> Iterator[Connection]:
        """Begin a transaction that only reads.  Raises InvalidDocument, `store.…`."""
        with explained(self.name, self._wait), self._engine.connect() as connection, placed(connection):
            yield connection

    @contextlib.contextmanager
    def snapshot(self) -> Iterator[Connection]:
        """Begin a transaction that only reads, and sees one moment of the database however long it takes."""
        # A transaction of SQLite always does; PostgreSQL's READ COMMITTED sees each commit of others.
        level = {} if self.is_sqlite else {"isolation_level": "REPEATABLE READ"}
        with explained(self.name, self._wait), self._engine.connect() as connection, placed(connection):
            yield connection.execution_options(**level)

    @contextlib.contextmanager
    def writing(self) -> Iterator[Connection]:
        """Begin a transaction that is committed to disk if the block succeeds, and rolled back if it raises.

        Raises InvalidDocument, `store.…`.
        """
        with explained(self.name, self._wait):
            self._check_writable()
        with explained(self.name, self._wait), self._writer.begin() as connection, placed(connection):
            self._check_unmoved()
            yield connection

    def _check_writable(self) -> None:
        if self.read_only:
            raise invalid("store.read-only", "it was opened for reading", hint="open it for writing")

    def _check_unmoved(self) -> None:
        """Raise InvalidDocument (`store.missing`) if the name of the open file now names another file or none.

        Writes to the open file would be lost with the process.
        """
        now = _identity(self.path)
        self._identity = self._identity or now
        if now != self._identity:
            words = "the file was removed, or another put in its place, while it was open"
            raise invalid("store.missing", words, hint="open it again; nothing of this was written")

    def _sqlite(self, path: Path, *, create: bool) -> Engine:
        engine = create_engine("sqlite://", creator=self._connector(path, create=create), poolclass=QueuePool)

        # The driver would begin a transaction where it sees fit, and never one that writes from its first word on: of
        # two that read and then write, SQLite refuses one at once, however long it may wait.
        @event.listens_for(engine, "begin")
        def _begin(connection: Connection) -> None:
            writes = connection.get_execution_options().get(_WRITES)
            connection.exec_driver_sql("BEGIN IMMEDIATE" if writes else "BEGIN")

        return engine

    def _connector(self, path: Path, *, create: bool) -> Callable[[], sqlite3.Connection]:
        mode = "ro" if self.read_only else "rwc" if create else "rw"

        def connect() -> sqlite3.Connection:
            if self.read_only and _is_unwritable(path):
                return self._connected(path, "ro&immutable=1")
            return self._connected(path, mode)

        return connect

    def _connected(self, path: Path, mode: str) -> sqlite3.Connection:
        connection = sqlite3.connect(
            f"{path.absolute().as_uri()}?mode={mode}",
            uri=True,
            timeout=self._wait,
            isolation_level=None,
            check_same_thread=False,
        )
        connection.execute("PRAGMA foreign_keys = ON")
        # With NORMAL, "WAL mode is always consistent [...] but WAL mode does lose durability" (sqlite.org/pragma.html,
        # synchronous): what was acknowledged would survive the process, and not the loss of power.
        connection.execute("PRAGMA synchronous = FULL")
        return connection

    def _postgresql(self, url: URL) -> Engine:
        told = url.query.get("options", "")
        options = [told if isinstance(told, str) else " ".join(told), f"-c lock_timeout={int(self._wait * 1000)}"]
        if self.read_only:
            options.append("-c default_transaction_read_only=on")
        settings = {"options": " ".join(options).strip(), "client_encoding": "utf8"}
        try:
            # A writer that waited for another must see its changes, whatever the server's default is.
            level = "READ COMMITTED"
            return create_engine(url, connect_args=settings, pool_pre_ping=True, isolation_level=level)
        except ImportError as error:
            hint = "pip install 'turnwire[postgresql]'"
            raise invalid("store.no-driver", f"PostgreSQL cannot be reached: {error}", hint=hint) from None

    def _prepare(self, *, create: bool) -> bool:
        """Return whether our tables exist; they are made in one transaction, or none of them.

        Sets `has_digests`: a store of an older version that is only read has none.
        """
        with self.reading() as connection:
            version = _version(connection)
            self.has_digests = version == VERSION or not self.read_only
            if version is None:
                self.is_new = not _check_given(connection, create=create) and self._identity is None
        if version == VERSION:
            return True
        if self.read_only:
            return version is not None
        if self.path:
            self._log_ahead(self.path, "rwc" if create else "rw")
        with self.writing() as connection:
            if not self.is_sqlite:
                connection.execute(text("SELECT pg_advisory_xact_lock(:lock)"), {"lock": _LOCK})
            upgrade(connection, _version(connection) or 0)
        if self.path:
            sync_folder(self.path.absolute().parent)
        return True

    def _log_ahead(self, path: Path, mode: str) -> None:
        """Switch SQLite to its write-ahead log, which lasts; until then readers and writers wait for each other."""
        # The one statement that does not wait while another process does the same.
        for _ in range(max(1, int(self._wait / _NAP))):
            with explained(self.name, self._wait), contextlib.closing(self._connected(path, mode)) as connection:
                try:
                    connection.execute("PRAGMA journal_mode = WAL")
                except sqlite3.OperationalError as error:
                    if meaning_of(error.sqlite_errorname) != "store.busy":
                        raise
                else:
                    return
            threading.Event().wait(_NAP)
        raise held(self._wait)


def shown(where: str | Path) -> str:
    """Return a location without its passwords."""
    text = str(where)
    return _SECRET.sub(r"\1\2***", text) if "://" in text else text


def _url(where: str | Path) -> URL:
    named = str(where)
    hint = "give the path of a file, or postgresql://user@host/database"
    if "://" not in named:
        if not named or named == ":memory:":
            raise invalid("store.url", "a store is a file or a database of a server", hint=hint)
        return make_url("sqlite://").set(database=named)
    try:
        url = make_url(named)
    except (ArgumentError, ValueError):  # the latter for a port that is no number
        raise invalid("store.url", "this is not the URL of a database", hint=hint) from None
    if url.get_backend_name() in ("postgresql", "postgres"):
        return url.set(drivername=_POSTGRESQL)
    if not _is_sqlite(url) or not url.database or url.database == ":memory:":
        raise invalid("store.url", "no store can be there", hint=hint)
    return url


def _is_sqlite(url: URL) -> bool:
    try:
        return url.get_backend_name() == "sqlite"
    except NoSuchModuleError:  # pragma: no branch - a name without a driver is no SQLite
        return False


def _check_file(path: Path, *, create: bool, read_only: bool) -> None:
    there = _is_there(path)
    if there and path.is_dir():
        raise invalid("store.missing", "it is a folder", hint="name a file in it")
    if there and not path.is_file():
        raise invalid("store.no-database", "it is no file", hint="name another one")
    if not there and not create:
        hint = "turnwire store import makes a store; name its file"
        raise invalid("store.missing", "there is no store", hint=hint)
    if not there and not path.absolute().parent.is_dir():
        raise invalid("store.missing", "there is no folder for it", hint="make the folder")
    if not there:
        _make_private(path)
    if there and not read_only and not os.access(path, os.W_OK):
        raise invalid("store.read-only", "it may only be read", hint="open a copy that may be written")


def _make_private(path: Path) -> None:
    """Make an empty file that only its owner may read; SQLite gives its logs the same permissions."""
    try:
        os.close(os.open(path, os.O_CREAT | os.O_WRONLY, 0o600))
    except OSError as error:
        words = f"it cannot be opened: {error.strerror}"
        raise invalid("store.unavailable", words, hint="check its folder and its permissions") from None


def _is_there(path: Path) -> bool:
    """Return whether the file exists.  Raises InvalidDocument (`store.unavailable`) if that cannot be determined."""
    try:
        path.stat()
    except (FileNotFoundError, NotADirectoryError):
        return False
    except (OSError, ValueError) as error:  # the latter for a NUL in it
        words = f"it cannot be opened: {error.strerror if isinstance(error, OSError) else error}"
        hint = "check its name and its folder, and their permissions"
        raise invalid("store.unavailable", words, hint=hint) from None
    return True


def _identity(path: Path | None) -> tuple[int, int] | None:
    """Return the identity of a file; None if it does not exist, or is not a regular file."""
    try:
        found = path.stat() if path else None
    except (OSError, ValueError):
        return None
    return (found.st_dev, found.st_ino) if found else None


def _is_unwritable(path: Path) -> bool:
    """Return whether no file can be written next to the database, where SQLite keeps its shared state.

    Then SQLite must be told that no other program writes, unless there is a log that it would leave unread.
    """
    log = path.with_name(path.name + "-wal")
    return not os.access(path.absolute().parent, os.W_OK) and not (log.exists() and log.stat().st_size)


def _version(connection: Connection) -> int | None:
    """The version of the tables; None where none of ours are there.  Raises InvalidDocument (`store.newer`)."""
    if not inspect(connection).has_table(FACTS.name):
        return None
    found = connection.scalar(select(FACTS.c.value).where(FACTS.c.name == "version"))
    if found is None:
        return None
    if found > VERSION:
        words = f"its tables are of version {found}, made by a newer turnwire; this one knows {VERSION}"
        raise invalid("store.newer", words, hint="install the newer turnwire")
    return int(found)


def _check_given(connection: Connection, *, create: bool) -> bool:
    """Return whether any of the specification's tables exists.

    Raises InvalidDocument if there is no store to open, or if tables with these names are something else.
    """
    there = inspect(connection)
    tables = set(there.get_table_names())
    wanted = {table.name for table in GIVEN[:2]}
    if not wanted <= tables and not create:
        hint = "turnwire store import makes a store; name another database"
        raise invalid("store.missing", "it holds no store", hint=hint)
    for table in GIVEN:
        if table.name in tables:
            missing = {column.name for column in table.columns} - {c["name"] for c in there.get_columns(table.name)}
            if missing:
                words = f"its table {table.name} has no column {min(missing)}, so it is another's"
                raise invalid("store.foreign", words, hint="name another database")
    return not tables.isdisjoint(METADATA.tables)
