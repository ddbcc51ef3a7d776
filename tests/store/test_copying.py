"""Backups: everything comes back, nothing is replaced, and a failure leaves nothing."""

from __future__ import annotations

import sqlite3
import threading
from typing import TYPE_CHECKING, Any

from click.testing import CliRunner
from tests.store.conftest import AT, ids, said, session
from tests.store.test_checksums import codes, filled
from tests.store.test_store import code

from turnwire.cli.app import app
from turnwire.sessions.store import Store, backup, copying, restore

if TYPE_CHECKING:
    from pathlib import Path

    import pytest


def everything(where: str) -> list[Any]:
    """All that a store holds, as its methods give it."""
    with Store(where, read_only=True) as store:
        return [
            (each, list(store.records(each.id)), store.calls(each.id), store.tool_ids(each.id))
            for each in store.sessions()
        ]


def test_a_backup_holds_everything_and_becomes_a_store_again(where: str, tmp_path: Path) -> None:
    filled(where)
    kept, again = tmp_path / "kept.db", tmp_path / "again.db"
    with Store(where, read_only=True) as store:
        backup(store, kept)

    restore(kept, again)

    assert everything(where) == everything(str(kept)) == everything(str(again))
    assert [] == codes(str(kept)) == codes(str(again))
    assert 0o600 == kept.stat().st_mode & 0o777 == again.stat().st_mode & 0o777
    assert [] == [path.name for path in tmp_path.iterdir() if ".part" in path.name]
    with Store(again) as store:
        store.append("s", [said("m3")], at=AT)
        assert ["m1", "m2", "m3"] == ids(store)


def test_a_file_is_restored_to_a_server(postgresql: str, tmp_path: Path) -> None:
    path = str(tmp_path / "chats.db")
    filled(path)
    restore(path, postgresql)
    assert everything(path) == everything(postgresql)
    assert [] == codes(postgresql)
    assert "store.exists" == code(lambda: restore(path, postgresql))


def test_nothing_is_replaced(tmp_path: Path) -> None:
    path, there = tmp_path / "chats.db", tmp_path / "there.db"
    filled(str(path))
    there.write_bytes(b"mine")
    with Store(path, read_only=True) as store:
        assert "store.exists" == code(lambda: backup(store, there))
        assert "store.exists" == code(lambda: backup(store, path))
    assert "store.exists" == code(lambda: restore(path, there))
    assert b"mine" == there.read_bytes()


def test_a_full_disk_leaves_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "chats.db"
    filled(str(path))

    def full(*_: Any, **__: Any) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(copying, "_copy_file", full)
    with Store(path, read_only=True) as store:
        assert "store.full" == code(lambda: backup(store, tmp_path / "kept.db"))
    assert [] == [each.name for each in tmp_path.iterdir() if "kept" in each.name]


def test_a_backup_is_of_one_moment(where: str, tmp_path: Path) -> None:
    with Store(where, create=True) as store:
        store.add_session(session())
        store.append("s", [said(f"m{n:04}") for n in range(600)], at=AT)
    stop = threading.Event()

    def write() -> None:
        with Store(where) as store:
            n = 0
            while not stop.is_set():
                n += 1
                store.append("s", [said(f"n{n:06}"), said(f"o{n:06}")], at=AT)

    writer = threading.Thread(target=write)
    writer.start()
    try:
        with Store(where, read_only=True) as store:
            for n in range(3):
                backup(store, tmp_path / f"{n}.db")
    finally:
        stop.set()
        writer.join()
    for n in range(3):
        assert [] == codes(str(tmp_path / f"{n}.db"))
        with Store(tmp_path / f"{n}.db", read_only=True) as store:
            assert store.count_messages("s") % 2 == 0


def test_tables_of_other_programs_are_in_a_backup_of_a_file(tmp_path: Path) -> None:
    path = tmp_path / "chats.db"
    filled(str(path))
    database = sqlite3.connect(path, isolation_level=None)
    database.execute("CREATE TABLE theirs (x TEXT)")
    database.execute("INSERT INTO theirs VALUES ('kept')")
    database.close()
    with Store(path, read_only=True) as store:
        backup(store, tmp_path / "kept.db")
    database = sqlite3.connect(tmp_path / "kept.db")
    assert [("kept",)] == database.execute("SELECT x FROM theirs").fetchall()
    database.close()


def test_the_commands_check_what_they_copied(tmp_path: Path) -> None:
    path, kept, again = (str(tmp_path / name) for name in ("chats.db", "kept.db", "again.db"))
    filled(path)
    run = CliRunner().invoke
    done = run(app, ["store", "backup", kept, "--store", path])
    assert (0, f"{path}: backed up to {kept}: 1 sessions, 2 messages\n") == (done.exit_code, done.stderr)
    done = run(app, ["store", "restore", kept, "--store", again])
    assert (0, f"{kept}: restored: 1 sessions, 2 messages\n") == (done.exit_code, done.stderr)
    assert 2 == run(app, ["store", "backup", kept, "--store", path]).exit_code
    database = sqlite3.connect(path, isolation_level=None)
    database.execute("UPDATE messages SET role = 'assistant' WHERE id = 'm1'")
    database.close()
    done = run(app, ["store", "backup", str(tmp_path / "spoilt.db"), "--store", path])
    assert 1 == done.exit_code
    assert "store.changed" in done.stdout
    assert "1 wrong" in done.stderr
