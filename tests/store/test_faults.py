"""What a disk or a server does not do: it is said with a code, and nothing half is left."""

from __future__ import annotations

import sqlite3
from typing import TYPE_CHECKING, Any

import pytest
from sqlalchemy import text
from tests.store.conftest import AT, ids, said, session
from tests.store.test_store import code

from turnwire.sessions.store import Store, verify

if TYPE_CHECKING:
    from pathlib import Path


@pytest.fixture
def file(tmp_path: Path) -> Path:
    """A store with one message."""
    path = tmp_path / "store.db"
    with Store(path, create=True) as store:
        store.add_session(session())
        store.append("s", [said("m1")], at=AT)
    return path


def test_a_disk_without_room_is_said_and_nothing_is_half_written(file: Path) -> None:
    with Store(file) as store:
        with store.database.reading() as connection:
            # The one connection of this store, which it keeps.
            pages = connection.exec_driver_sql("PRAGMA page_count").scalar()
            connection.exec_driver_sql(f"PRAGMA max_page_count = {pages}")
        many = [said("m2"), *(said(f"n{n}", "x" * 90_000) for n in range(9))]
        assert "store.full" == code(lambda: store.append("s", many, at=AT))
        assert ["m1"] == ids(store)
    with Store(file) as store:
        store.append("s", many, at=AT)
        assert 11 == store.count_messages("s")
        assert [] == list(verify(store))


def test_a_message_that_is_too_large_for_the_database_is_said(file: Path) -> None:
    with Store(file) as store:
        with store.database.reading() as connection:
            driver: Any = connection.connection.driver_connection
            driver.setlimit(sqlite3.SQLITE_LIMIT_LENGTH, 100_000)
        assert "store.too-large" == code(lambda: store.append("s", [said("m2", "x" * 200_000)], at=AT))
        assert ["m1"] == ids(store)


def test_a_connection_that_was_cut_is_made_anew(postgresql: str) -> None:
    with Store(postgresql, create=True) as store, Store(postgresql) as other:
        store.add_session(session())
        with store.database.reading() as connection:
            own = connection.scalar(text("SELECT pg_backend_pid()"))
        with other.writing() as connection:
            connection.execute(text("SELECT pg_terminate_backend(:own)"), {"own": own})
        store.append("s", [said("m1")], at=AT)
        assert ["m1"] == ids(store)


def test_a_connection_that_is_cut_within_a_transaction_is_said(postgresql: str) -> None:
    with Store(postgresql, create=True) as store:
        store.add_session(session())

        def cut() -> None:
            with store.writing() as connection:
                connection.execute(text("UPDATE sessions SET active_model = 'half'"))
                connection.execute(text("SELECT pg_terminate_backend(pg_backend_pid())"))

        assert "store.unavailable" == code(cut)
        assert None is store.session("s").active_model


def test_a_server_that_is_locked_for_too_long_is_said(postgresql: str) -> None:
    with Store(postgresql, create=True) as store, Store(postgresql, wait=0.1) as other:
        store.add_session(session())
        with store.writing() as connection:
            connection.execute(text("UPDATE sessions SET active_model = 'm'"))
            assert "store.busy" == code(lambda: other.append("s", [said("m1")], at=AT))
        other.append("s", [said("m1")], at=AT)
