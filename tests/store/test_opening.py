"""Which databases are stores, and how one is refused that is none."""

from __future__ import annotations

import contextlib
import os
import shutil
import sqlite3
import subprocess
import sys
from typing import TYPE_CHECKING, Any

import pytest
from sqlalchemy import select
from tests.store.conftest import AT, ids, said, session
from tests.store.test_store import code

from turnwire.errors import InvalidDocument
from turnwire.sessions.store import Store, opening, upgrades
from turnwire.sessions.store.tables import FACTS, GIVEN, METADATA, VERSION

if TYPE_CHECKING:
    from pathlib import Path

# "9.1 SQLite schema" of the canonical message format: (name, type, nullable) of each column, and the indexes.
SPECIFIED = {
    "sessions": [
        ("id", "TEXT", False),
        ("workspace_path", "TEXT", False),
        ("active_model", "TEXT", True),
        ("routing_policy_json", "TEXT", True),
        ("schema_version", "INTEGER", False),
        ("created_at", "INTEGER", False),
        ("updated_at", "INTEGER", False),
    ],
    "messages": [
        ("id", "TEXT", False),
        ("session_id", "TEXT", False),
        ("role", "TEXT", False),
        ("content_json", "TEXT", False),
        ("metadata_json", "TEXT", False),
        ("created_at", "INTEGER", False),
        ("schema_version", "INTEGER", False),
    ],
    "tool_calls": [
        ("id", "TEXT", False),
        ("session_id", "TEXT", False),
        ("message_id", "TEXT", False),
        ("result_message_id", "TEXT", True),
        ("name", "TEXT", False),
        ("status", "TEXT", False),
        ("provider_id", "TEXT", True),
        ("provider", "TEXT", True),
        ("created_at", "INTEGER", False),
        ("completed_at", "INTEGER", True),
    ],
}
INDEXES = {
    "idx_messages_session_created": ("messages", ["session_id", "created_at"]),
    "idx_tool_calls_session_status": ("tool_calls", ["session_id", "status"]),
}
KEYS = {
    "messages": [("session_id", "sessions", "id")],
    "tool_calls": [
        ("message_id", "messages", "id"),
        ("result_message_id", "messages", "id"),
        ("session_id", "sessions", "id"),
    ],
}


@pytest.fixture
def file(tmp_path: Path) -> Path:
    """A store with one message, and nobody has it open."""
    path = tmp_path / "store.db"
    with Store(path, create=True) as store:
        store.add_session(session())
        store.append("s", [said("m1")], at=AT)
    return path


def test_the_tables_are_those_of_the_specification(file: Path) -> None:
    assert set(SPECIFIED) == {table.name for table in GIVEN}
    with contextlib.closing(sqlite3.connect(file)) as database:
        for table, columns in SPECIFIED.items():
            found = database.execute(f"PRAGMA table_info({table})").fetchall()
            assert columns == [(name, kind, not required) for _, name, kind, required, _, _ in found]
            assert ["id"] == [name for _, name, _, _, _, is_key in found if is_key]
        for index, (table, indexed) in INDEXES.items():
            assert [(index,)] == database.execute(
                "SELECT name FROM sqlite_master WHERE type = 'index' AND name = ? AND tbl_name = ?", (index, table)
            ).fetchall()
            assert indexed == [row[2] for row in database.execute(f"PRAGMA index_info({index})")]
        for table, keys in KEYS.items():
            found = database.execute(f"PRAGMA foreign_key_list({table})").fetchall()
            assert keys == sorted((row[3], row[2], row[4]) for row in found)


def test_sqlite_is_set_to_last(file: Path) -> None:
    with Store(file) as store, store.database.reading() as connection:
        found = [connection.exec_driver_sql(f"PRAGMA {each}").scalar() for each in ("journal_mode", "synchronous")]
        assert ["wal", 2] == found
        assert 1 == connection.exec_driver_sql("PRAGMA foreign_keys").scalar()


@pytest.mark.usefixtures("file")
def test_a_place_without_a_store_is_refused(tmp_path: Path) -> None:
    assert "store.missing" == code(lambda: Store(tmp_path / "none.db"))
    assert "store.missing" == code(lambda: Store(tmp_path / "none.db", read_only=True, create=True))
    assert "store.missing" == code(lambda: Store(tmp_path))
    assert "store.missing" == code(lambda: Store(tmp_path / "no" / "folder.db", create=True))
    assert ["store.db"] == [each.name for each in tmp_path.iterdir()]
    (tmp_path / "empty.db").touch()
    assert "store.missing" == code(lambda: Store(tmp_path / "empty.db"))
    Store(tmp_path / "empty.db", create=True).close()


@pytest.mark.parametrize(
    "url",
    [
        "",
        ":memory:",
        "sqlite://",
        "sqlite:///:memory:",
        "mysql://u:secret@h/d",
        "nothing://u:secret@h/d",
        "http://h",
        "://",
        "postgresql://h:port/d",
    ],
)
def test_what_no_store_can_be_in_is_refused_without_its_password(url: str) -> None:
    with pytest.raises(ValueError, match=r"store\.url") as refused:
        Store(url, create=True)
    assert "secret" not in str(refused.value)


def test_a_server_that_does_not_answer_is_refused(tmp_path: Path) -> None:
    url = f"postgresql://u:secret@/d?host={tmp_path}"
    with pytest.raises(ValueError, match=r"store\.unavailable") as refused:
        Store(url, create=True)
    assert "secret" not in str(refused.value)


SHOWN = {
    "chats.db": "chats.db",
    "postgresql://u@h/d": "postgresql://u@h/d",
    "postgresql://u:secret@h:5432/d?x=1": "postgresql://u:***@h:5432/d?x=1",
    "postgres://u:se@cr:et/@h/d": "postgres://u:***@h/d",
    "postgresql://h/d?password=secret&user=u": "postgresql://h/d?password=***&user=u",
    "postgresql://h/d?user=u&sslpassword=secret": "postgresql://h/d?user=u&sslpassword=***",
    "postgresql+psycopg://u:secret@h/d": "postgresql+psycopg://u:***@h/d",
}


@pytest.mark.parametrize("where", SHOWN)
def test_a_place_is_told_as_it_was_written_without_its_password(where: str) -> None:
    assert SHOWN[where] == opening.shown(where)


def test_a_file_is_named_by_a_url_too(file: Path) -> None:
    with Store(f"sqlite:///{file}") as store:
        assert ["m1"] == ids(store)


@pytest.mark.parametrize("name", ["a b.db", "a%20b?c#d.db", "ü.db", "-.db"])
def test_any_name_is_the_name_of_a_file(tmp_path: Path, name: str) -> None:
    with Store(tmp_path / name, create=True) as store:
        store.add_session(session())
    assert name in [each.name for each in tmp_path.iterdir()]


def test_a_file_that_is_no_database_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "notes.txt"
    path.write_text("which river is longer? " * 100)
    for how in ({}, {"create": True}, {"read_only": True}):
        assert "store.no-database" == code(lambda how=how: Store(path, **how))  # type: ignore[misc]
    assert path.read_text().startswith("which river")


def test_a_store_of_a_newer_version_is_refused_and_left_alone(where: str) -> None:
    with Store(where, create=True) as store, store.writing() as connection:
        connection.execute(FACTS.update().where(FACTS.c.name == "version").values(value=VERSION + 1))
    for how in ({}, {"create": True}, {"read_only": True}):
        assert "store.newer" == code(lambda how=how: Store(where, **how))  # type: ignore[misc]


def test_a_store_of_an_older_version_becomes_one_of_this(where: str, monkeypatch: pytest.MonkeyPatch) -> None:
    Store(where, create=True).close()
    for module in (opening, upgrades):
        monkeypatch.setattr(module, "VERSION", VERSION + 1)
    later = lambda c: c.exec_driver_sql("CREATE TABLE later (x TEXT)")  # noqa: E731
    monkeypatch.setattr(upgrades, "STEPS", (*upgrades.STEPS, later))
    with Store(where) as store, store.database.reading() as connection:
        assert VERSION + 1 == connection.scalar(select(FACTS.c.value).where(FACTS.c.name == "version"))
        assert [] == connection.exec_driver_sql("SELECT * FROM later").all()


def test_tables_of_others_are_left_alone(tmp_path: Path) -> None:
    path = tmp_path / "other.db"
    with contextlib.closing(sqlite3.connect(path)) as database:
        database.execute("CREATE TABLE messages (id INTEGER, body TEXT)")
        database.execute("CREATE TABLE sessions (id INTEGER)")
    assert "store.foreign" == code(lambda: Store(path))
    assert "store.foreign" == code(lambda: Store(path, create=True))
    with contextlib.closing(sqlite3.connect(path)) as database:
        assert 2 == database.execute("SELECT count(*) FROM sqlite_master").fetchone()[0]


def test_another_program_that_writes_for_too_long_is_said(file: Path) -> None:
    with contextlib.closing(sqlite3.connect(file, isolation_level=None)) as other, Store(file, wait=0.05) as store:
        other.execute("BEGIN IMMEDIATE")
        assert "store.busy" == code(lambda: store.append("s", [said("m2")], at=AT))
        # Who reads waits for nobody.
        assert ["m1"] == ids(store)
        other.execute("COMMIT")
        store.append("s", [said("m2")], at=AT)


@pytest.mark.parametrize("log", ["WAL", "DELETE"])
def test_a_file_that_another_program_holds_is_said_with_the_seconds_waited(file: Path, log: str) -> None:
    with contextlib.closing(sqlite3.connect(file, isolation_level=None)) as other:
        other.execute(f"PRAGMA journal_mode = {log}")
        other.execute("PRAGMA locking_mode = EXCLUSIVE")
        other.execute("BEGIN EXCLUSIVE")
        for how in ({}, {"create": True}, {"read_only": True}):
            with pytest.raises(InvalidDocument) as refused:
                Store(file, wait=0.05, **how)  # type: ignore[arg-type]
            (found,) = refused.value.diagnostics
            words = "another program has held it for 0.05 seconds"
            assert ("store.busy", words, str(file)) == (found.code, found.message, found.file)


def test_what_is_no_file_holds_no_store(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    for path, wanted in {
        tmp_path / "pipe": "store.no-database",
        "/dev/null": "store.no-database",
        "a\0b": "store.unavailable",
        tmp_path / ("n" * 300): "store.unavailable",
    }.items():
        assert wanted == code(lambda path=path: Store(path, create=True))  # type: ignore[misc]


def test_an_old_log_is_replaced_when_nobody_else_uses_the_file(tmp_path: Path) -> None:
    path = tmp_path / "store.db"
    with contextlib.closing(sqlite3.connect(path, isolation_level=None)) as other:
        METADATA.create_all(_engine(path))
        other.execute("BEGIN IMMEDIATE")
        assert "store.busy" == code(lambda: Store(path, wait=0.1))
        other.execute("COMMIT")
    Store(path, wait=0.1).close()


def _engine(path: Path) -> Any:
    from sqlalchemy import create_engine

    return create_engine(f"sqlite:///{path}")


READ = """
import sys
from turnwire.errors import InvalidDocument
from turnwire.sessions.store import Store
try:
    with Store(sys.argv[1], read_only=True) as store:
        print([each.id for each in store.messages("s")])
except InvalidDocument as refusal:
    print(refusal.diagnostics[0].code)
"""
WRITE = """
import sys
from turnwire.errors import InvalidDocument
from turnwire.sessions.store import Store
try:
    with Store(sys.argv[1]) as store:
        store.delete_session("s")
except InvalidDocument as refusal:
    print(refusal.diagnostics[0].code)
"""


def on_read_only_media(script: str, path: Path) -> str:
    """What a program says of a store on a disk that may not be written."""
    program = [sys.executable, "-c", script, str(path)]
    if os.geteuid() == 0:
        # Bits of permission mean nothing to root; a mount that is read-only does.
        mount = 'mount --bind "$1" "$1" && mount -o remount,bind,ro "$1" && shift && exec "$@"'
        program = ["unshare", "-m", "sh", "-c", mount, "sh", str(path.parent), *program]
    else:
        path.parent.chmod(0o555)
        path.chmod(0o444)
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)}
    done = subprocess.run(program, capture_output=True, text=True, check=False, env=environment)
    path.parent.chmod(0o755)
    if (done.returncode and "mount" in done.stderr + done.stdout) or "unshare" in done.stderr:
        pytest.skip("SKIPPED, read-only media: this machine lets nobody mount one")
    assert (0, "") == (done.returncode, done.stderr)
    return done.stdout.strip()


@pytest.mark.skipif(sys.platform != "linux", reason="SKIPPED, read-only media: made by Linux")
def test_a_store_on_read_only_media_is_read_and_not_written(file: Path) -> None:
    assert "['m1']" == on_read_only_media(READ, file)
    assert "store.read-only" == on_read_only_media(WRITE, file)


@pytest.mark.skipif(sys.platform != "linux", reason="SKIPPED, read-only media: made by Linux")
def test_a_log_that_cannot_be_read_on_read_only_media_is_not_passed_over(file: Path) -> None:
    with Store(file) as store:
        store.append("s", [said("m2")], at=AT)
        # As it is left by a program that was killed: a copy without the file that readers share.
        copy = file.parent / "copy"
        copy.mkdir()
        for suffix in ("", "-wal"):
            shutil.copy(f"{file}{suffix}", copy / f"store.db{suffix}")
    assert "store.unavailable" == on_read_only_media(READ, copy / "store.db")
    with Store(copy / "store.db", read_only=True) as store:
        assert ["m1", "m2"] == ids(store)
