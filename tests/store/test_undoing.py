"""A run that failed leaves nothing that was not there."""

from __future__ import annotations

import contextlib
import json
import sqlite3
from typing import TYPE_CHECKING, Any

import pytest
from click.testing import CliRunner
from sqlalchemy import inspect
from tests.store.conftest import AT, ids, said, session
from tests.store.test_store import code

from turnwire.cli.app import app
from turnwire.sessions.store import Store, upgrades

if TYPE_CHECKING:
    from pathlib import Path

CHAT = {"model": "m", "messages": [{"role": "user", "content": "hi"}]}
TURN = {"role": "user", "content": []}
REFUSED: dict[str, Any] = {
    "no JSON": "{",
    "nothing that is known": "{}",
    "two sessions": {"history": [{**TURN, "session_id": "a"}, {**TURN, "session_id": "b"}]},
    "an id that no index takes": {"id": "sess_" + "x" * 2_000, "history": []},
    "an id twice": {"history": [{**TURN, "id": "01HZ0000000000000000000001"}] * 2},
}


def stored(where: str, *bodies: Any) -> tuple[int, int]:
    """The exit code of an import of these, one a line, and how many ids it told."""
    lines = "\n".join(body if isinstance(body, str) else json.dumps(body) for body in bodies)
    command = ["store", "import", "--input-format", "jsonl", "-", "--store", where]
    found = CliRunner().invoke(app, command, input=lines, catch_exceptions=False)
    return found.exit_code, len(found.stdout.splitlines())


@pytest.mark.parametrize("name", REFUSED)
def test_an_import_that_stores_nothing_makes_no_store(tmp_path: Path, name: str) -> None:
    where = str(tmp_path / "new.db")
    assert (1, 0) == stored(where, REFUSED[name])
    assert [] == list(tmp_path.iterdir())
    assert (1, 1) == stored(where, REFUSED[name], CHAT)
    before = _dump(tmp_path / "new.db")
    assert (1, 0) == stored(where, REFUSED[name])
    assert before == _dump(tmp_path / "new.db")


def _dump(path: Path) -> list[str]:
    with contextlib.closing(sqlite3.connect(path)) as database:
        return list(database.iterdump())


def test_an_import_that_stores_nothing_leaves_no_tables_on_a_server(postgresql: str) -> None:
    assert (1, 0) == stored(postgresql, REFUSED["two sessions"])
    assert "store.missing" == code(lambda: Store(postgresql))
    assert (0, 1) == stored(postgresql, CHAT)
    assert (1, 0) == stored(postgresql, REFUSED["two sessions"])
    with Store(postgresql) as store:
        assert 1 == len(list(store.sessions()))
        with store.database.reading() as connection:
            assert "turnwire_store" in inspect(connection).get_table_names()


def test_a_store_that_cannot_be_made_whole_is_not_left_half(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(connection: Any) -> None:
        connection.exec_driver_sql("CREATE TABLE half (x)")
        connection.exec_driver_sql("no SQL")

    monkeypatch.setattr(upgrades, "STEPS", (broken,))
    assert "store.refused" == code(lambda: Store(tmp_path / "new.db", create=True))
    assert [] == list(tmp_path.iterdir())


def test_only_what_is_new_and_empty_is_taken_away(tmp_path: Path) -> None:
    path = tmp_path / "store.db"
    path.touch()
    Store(path, create=True).discard()
    assert path.exists()
    path.unlink()

    first = Store(path, create=True)
    with Store(path) as other:
        first.discard()
        other.add_session(session())
    with Store(path) as store:
        assert ["s"] == [each.id for each in store.sessions()]
        store.discard()
    assert path.exists()


def test_nothing_is_written_into_a_file_that_is_gone(tmp_path: Path) -> None:
    path = tmp_path / "store.db"
    with Store(path, create=True) as store:
        store.add_session(session())
        path.rename(tmp_path / "away.db")
        assert "store.missing" == code(lambda: store.append("s", [said("m1")], at=AT))
        Store(path, create=True).close()
        assert "store.missing" == code(lambda: store.append("s", [said("m1")], at=AT))
    with Store(path) as store:
        store.add_session(session())
        store.append("s", [said("m1")], at=AT)
        assert ["m1"] == ids(store)
