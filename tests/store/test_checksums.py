"""A letter that something other than a store has changed is found, in every column that a store keeps."""

from __future__ import annotations

import json
import sqlite3
from typing import TYPE_CHECKING

import pytest
from click.testing import CliRunner
from msgspec import Raw
from sqlalchemy import text
from tests.store.conftest import AT, said, session, use

from turnwire.cli.app import app
from turnwire.model import ToolId
from turnwire.sessions.store import Store, accept_changes, verify

if TYPE_CHECKING:
    from pathlib import Path

CHANGES = {
    "the text of a message": "UPDATE messages SET content_json = replace(content_json, 'Rhine', 'Rhone')",
    "a key of the metadata": """UPDATE messages SET metadata_json = '{"provider":"opemai"}' WHERE id = 'm2'""",
    "the role of a message": "UPDATE messages SET role = 'assistant' WHERE id = 'm1'",
    "the time of a message": "UPDATE messages SET created_at = created_at + 1 WHERE id = 'm1'",
    "the version of a message": "UPDATE messages SET schema_version = 0 WHERE id = 'm1'",
    "a name that has no column": "UPDATE turnwire_messages SET rest_json = replace(rest_json, 'Ada', 'Ade')",
    "what the source had": "UPDATE turnwire_messages SET told_json = '{}'",
    "the order of messages": "UPDATE turnwire_messages SET seq = seq + 10",
    "the folder of a session": "UPDATE sessions SET workspace_path = '/elsewhere'",
    "the model of a session": "UPDATE sessions SET active_model = 'n'",
    "the beginning of a session": "UPDATE sessions SET created_at = created_at - 1",
    "settings of a session": "UPDATE turnwire_sessions SET rest_json = replace(rest_json, 'm', 'n')",
    "the source of a session": "UPDATE turnwire_sessions SET source = 'openai_chat'",
    "an id of a provider": "UPDATE turnwire_tool_ids SET provider_id = 'call_2'",
    "the provider of an id": "UPDATE turnwire_tool_ids SET provider = 'opemai'",
    "the name of a call": "UPDATE tool_calls SET name = 'write_file'",
    "what a provider calls a call": "UPDATE tool_calls SET provider_id = 'call_2'",
    "the provider of a call": "UPDATE tool_calls SET provider = 'opemai'",
}


def filled(where: str) -> None:
    """A store with one of everything."""
    with Store(where, create=True) as store:
        store.add_session(session("s", active_model="m", rest=Raw(b'{"settings":{"model":"m"}}')))
        ids = [ToolId("tu_1", "openai", "call_1")]
        store.append("s", [said("m1", "Rhine or Elbe?", name="Ada"), use("m2", "tu_1")], at=AT, tool_ids=ids)


def codes(where: str) -> list[str]:
    with Store(where, read_only=True) as store:
        return [found.code for found in verify(store)]


@pytest.mark.parametrize("change", CHANGES.values(), ids=CHANGES)
def test_a_changed_letter_is_found_and_can_be_accepted(change: str, where: str) -> None:
    filled(where)
    assert [] == codes(where)
    with Store(where) as store, store.database.writing() as connection:
        assert connection.execute(text(change)).rowcount

    found = codes(where)

    assert found
    assert set(found) <= {"store.changed", "store.gap", "store.call"}
    with Store(where) as store:
        accept_changes(store)
    assert "store.changed" not in codes(where)


def test_whatever_a_store_writes_has_its_digest(where: str) -> None:
    filled(where)
    with Store(where) as store:
        store.save(said("m1", "Elbe."), session_id="s", at=AT)
        store.update_session(session("s", active_model="o"))
        store.cancel("tu_1", at=AT)
        store.add_tool_ids("s", [ToolId("tu_1", "anthropic", "toolu_1")])
    assert [] == codes(where)


def test_a_message_that_was_taken_out_is_missed(where: str) -> None:
    filled(where)
    with Store(where) as store, store.database.writing() as connection:
        connection.execute(text("DELETE FROM turnwire_messages WHERE message_id = 'm1'"))
        connection.execute(text("DELETE FROM messages WHERE id = 'm1'"))
    assert ["store.gap"] == codes(where)


def test_each_flipped_bit_of_a_text_is_found(tmp_path: Path) -> None:
    path = tmp_path / "store.db"
    with Store(path, create=True) as store:
        store.add_session(session())
        store.append("s", [said("m1", "All of this text matters.")], at=AT)
    database = sqlite3.connect(path)
    database.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    database.close()
    whole = path.read_bytes()
    at = whole.index(b"All of this text matters.")
    for bit in range(8 * 25):
        spoilt = bytearray(whole)
        spoilt[at + bit // 8] ^= 1 << bit % 8
        path.write_bytes(spoilt)
        assert codes(str(path)), f"bit {bit % 8} of {whole[at + bit // 8 :][:1]!r}"


def test_a_store_of_the_first_version_gets_digests_when_it_is_written(tmp_path: Path) -> None:
    path = tmp_path / "old.db"
    filled(str(path))
    database = sqlite3.connect(path, isolation_level=None)
    for table in ("turnwire_messages", "turnwire_sessions", "turnwire_tool_ids"):
        database.execute(f"ALTER TABLE {table} DROP COLUMN digest")
    database.execute("UPDATE turnwire_store SET value = 1 WHERE name = 'version'")
    database.close()

    assert ["store.no-digests"] == codes(str(path))
    with Store(path, read_only=True) as store:
        assert ["m1", "m2"] == [message.id for message in store.messages("s")]
    Store(path).close()
    assert [] == codes(str(path))


def test_the_command_names_the_row_and_what_to_do(tmp_path: Path) -> None:
    path = str(tmp_path / "store.db")
    filled(path)
    database = sqlite3.connect(path, isolation_level=None)
    database.execute(CHANGES["the text of a message"])
    database.close()

    done = CliRunner().invoke(app, ["store", "verify", path, "--json"])

    found = json.loads(done.stdout)
    assert 1 == done.exit_code
    assert ("store.changed", path) == (found["code"], found["file"])
    assert "session 's', message 'm1': it is not as turnwire wrote it" == found["message"]
    assert "turnwire store verify --accept" in found["hint"]
    assert 0 == CliRunner().invoke(app, ["store", "verify", path, "--accept"]).exit_code
    assert 0 == CliRunner().invoke(app, ["store", "verify", path]).exit_code
