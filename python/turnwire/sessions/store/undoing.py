"""Taking a new store away again in which nothing came to be, so that a run that failed leaves nothing behind."""

from __future__ import annotations

import contextlib
import sqlite3
from typing import TYPE_CHECKING

from sqlalchemy import exists, inspect, select, text

from turnwire.sessions.store.tables import METADATA, SESSIONS

if TYPE_CHECKING:
    from pathlib import Path

    from sqlalchemy import Connection


def take_file_away(path: Path) -> None:
    """Remove a file without sessions, unless another program has it open.  Nothing else may use it here."""
    with (
        contextlib.suppress(sqlite3.Error, OSError),
        contextlib.closing(sqlite3.connect(f"{path.absolute().as_uri()}?mode=rw", uri=True, timeout=0)) as connection,
    ):
        connection.isolation_level = None
        # This is refused while another connection has the file open; and without a log there is no second file that
        # somebody who makes a store of the same name now might lose.
        if connection.execute("PRAGMA journal_mode = DELETE").fetchone() != ("delete",):
            return
        connection.execute("BEGIN EXCLUSIVE")
        known = connection.execute("SELECT 1 FROM sqlite_master WHERE name = ?", (SESSIONS.name,)).fetchone()
        if known is None or connection.execute(str(select(SESSIONS.c.id))).fetchone() is None:
            path.unlink()
        connection.execute("ROLLBACK")


def take_tables_away(connection: Connection) -> None:
    """Remove our tables from a PostgreSQL database, unless there is a session in them."""
    if not inspect(connection).has_table(SESSIONS.name):
        return
    # Whoever writes the first session now is waited for, and whoever comes later finds no tables.
    connection.execute(text(f"LOCK TABLE {SESSIONS.name} IN ACCESS EXCLUSIVE MODE"))
    if not connection.scalar(select(exists(select(SESSIONS.c.id)))):
        METADATA.drop_all(connection)
