"""Backups: a whole store copied to a new file, and from a file to a new store."""

from __future__ import annotations

import contextlib
import errno
import os
import sqlite3
from pathlib import Path
from typing import TYPE_CHECKING, Any

from sqlalchemy import exists, insert, inspect, select

from turnwire.errors import invalid
from turnwire.sessions.fsync import sync_folder
from turnwire.sessions.store import others
from turnwire.sessions.store.checksums import write_digests
from turnwire.sessions.store.refusals import explained, named
from turnwire.sessions.store.store import Store
from turnwire.sessions.store.tables import FACTS, METADATA, SESSIONS

if TYPE_CHECKING:
    from collections.abc import Iterator

    from sqlalchemy import Connection, Table

_FULL = {errno.ENOSPC, errno.EDQUOT, errno.EFBIG}
AT_ONCE = 200
"""Rows that are copied at once."""


def backup(store: Store, path: str | Path) -> None:
    """Copy a store to a new SQLite file, which is a store itself.

    The copy is of one moment: others may read and write the store meanwhile.
    Of a file everything is copied, also the tables of other programs.

    Args:
        store: the store; one that is only read will do.
        path: the file, which must not exist.  Only its owner may read it.

    Raises:
        InvalidDocument: `store.exists`, `store.full`, `store.unavailable`, and those of reading.

    Example:
        `backup(store, "chats-monday.db")`
    """
    with _new_file(Path(path)) as part:
        if store.database.is_sqlite:
            _copy_file(store, part, journal="DELETE")
        else:
            _copy_tables(store, part)


def restore(path: str | Path, where: str | Path) -> None:
    """Make a store of a backup.

    Args:
        path: the file that `backup` made.
        where: a file that does not exist, or the URL of a database without sessions.

    Raises:
        InvalidDocument: `store.exists`, `store.full`, `store.unavailable`, and those of reading and writing.

    Example:
        `restore("chats-monday.db", "chats.db")`
    """
    with Store(path, read_only=True) as source:
        if "://" in str(where):
            _copy_tables(source, where)
            return
        with _new_file(Path(where)) as part:
            _copy_file(source, part, journal="WAL")


@contextlib.contextmanager
def _new_file(path: Path) -> Iterator[Path]:
    """Yield the name of a file that gets its name when it is whole and on the disk; nothing is left of a failure."""
    if path.exists():
        with named(str(path)):
            raise invalid("store.exists", "there is a file already", hint="name a new file")
    part = path.with_name(f".{path.name}.part")
    try:
        with explained(str(path), 0), _disk_errors():
            # With the mode from the beginning: nobody else can open it before it is complete.
            os.close(os.open(part, os.O_CREAT | os.O_WRONLY | os.O_TRUNC, 0o600))
            yield part
            part.replace(path)
            sync_folder(path.absolute().parent)
    finally:
        for suffix in ("", "-wal", "-shm", "-journal"):
            part.with_name(part.name + suffix).unlink(missing_ok=True)


@contextlib.contextmanager
def _disk_errors() -> Iterator[None]:
    try:
        yield
    except OSError as error:
        if error.errno in _FULL:
            raise invalid("store.full", "the disk is full", hint="make room; nothing of this was written") from error
        words = f"it cannot be written: {error.strerror}"
        raise invalid("store.unavailable", words, hint="check its folder and its disk") from error


def _copy_file(store: Store, part: Path, *, journal: str) -> None:
    with contextlib.closing(sqlite3.connect(part, isolation_level=None)) as target:
        with store.database.reading() as connection:
            driver: Any = connection.connection.driver_connection
            driver.backup(target)
        # A backup is one file: without a write-ahead log, nothing of it is in a second one.
        target.execute("PRAGMA synchronous = FULL")
        target.execute(f"PRAGMA journal_mode = {journal}")
    handle = os.open(part, os.O_RDWR)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)


def _copy_tables(source: Store, where: str | Path) -> None:
    with (
        Store(where, create=True) as target,
        source.database.snapshot() as rows,
        named(target.database.name),
        target.writing() as connection,
    ):
        if connection.scalar(select(exists(select(SESSIONS.c.id)))):
            hint = "name a database without sessions"
            raise invalid("store.exists", "there are sessions already", hint=hint)
        for table in METADATA.sorted_tables:
            if table is not FACTS:
                _copy_table(rows, connection, table)
        if target.database.is_sqlite:
            others.settle(connection)
        if not source.database.has_digests:
            write_digests(connection)


def _copy_table(rows: Connection, connection: Connection, table: Table) -> None:
    there = inspect(rows)
    if not there.has_table(table.name):
        return
    known = {column["name"] for column in there.get_columns(table.name)}
    wanted = select(*(column for column in table.columns if column.name in known))
    for some in rows.execute(wanted, execution_options={"yield_per": AT_ONCE}).mappings().partitions():
        connection.execute(insert(table), [dict(row) for row in some])
