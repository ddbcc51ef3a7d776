"""Databases of the real implementation, which knows the tables of the specification but for one, and none of ours."""

from __future__ import annotations

import contextlib
import json
import sqlite3
from typing import TYPE_CHECKING, Any

import pytest
from tests.store.conftest import AT, ids, said, session, use
from tests.store.test_store import code

from turnwire.sessions.store import Store, verify

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

# What it makes, as reference/systems.md D.2.11 describes it: more columns in sessions, no table of calls.
TABLES = """
PRAGMA journal_mode = WAL;
CREATE TABLE sessions (
  id TEXT PRIMARY KEY, workspace_path TEXT NOT NULL, active_model TEXT, routing_policy_json TEXT,
  cost_so_far_usd REAL NOT NULL DEFAULT 0, turn_count INTEGER NOT NULL DEFAULT 0, schema_version INTEGER NOT NULL,
  created_at INTEGER NOT NULL, updated_at INTEGER NOT NULL,
  parent_session_id TEXT, parent_tool_use_id TEXT, is_worker INTEGER NOT NULL DEFAULT 0
);
CREATE TABLE messages (
  id TEXT PRIMARY KEY, session_id TEXT NOT NULL, role TEXT NOT NULL, content_json TEXT NOT NULL,
  metadata_json TEXT NOT NULL, created_at INTEGER NOT NULL, schema_version INTEGER NOT NULL,
  FOREIGN KEY (session_id) REFERENCES sessions(id)
);
CREATE INDEX idx_messages_session_created ON messages(session_id, created_at);
CREATE TABLE events (id TEXT PRIMARY KEY, payload_json TEXT NOT NULL);
"""
NOTHING_KNOWN = (
    '{"model":null,"provider":null,"routing":null,"usage":null,"parent_tool_use_id":null,'
    '"status":"complete","provider_raw":null,"user_id":null,"team_id":null}'
)


class Other:
    """The other program: its connection checks no foreign keys, and its messages are ordered by time and id."""

    def __init__(self, path: Path) -> None:
        self.database = sqlite3.connect(path, isolation_level=None, timeout=30)

    def add(self, ident: str, content: Any, at: int, *, role: str = "user", session_id: str = "sess_1") -> None:
        row = (ident, session_id, role, json.dumps(content), NOTHING_KNOWN, at, 1)
        self.database.execute("INSERT INTO messages VALUES (?, ?, ?, ?, ?, ?, ?)", row)

    def order(self) -> list[str]:
        found = self.database.execute("SELECT id FROM messages WHERE session_id = 'sess_1' ORDER BY created_at, id")
        return [row[0] for row in found]


def text(words: str) -> list[dict[str, str]]:
    return [{"type": "text", "text": words}]


USE = [{"type": "tool_use", "id": "tu_1", "name": "read_file", "input": {}}]
RESULT = [{"type": "tool_result", "tool_use_id": "tu_1", "content": text("x"), "is_error": True}]


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "sessions.db"


@pytest.fixture
def other(path: Path) -> Iterator[Other]:
    """A database that it made, with a session of four messages."""
    program = Other(path)
    with contextlib.closing(program.database):
        program.database.executescript(TABLES)
        program.database.execute(
            "INSERT INTO sessions (id, workspace_path, schema_version, created_at, updated_at) VALUES (?, ?, 1, ?, ?)",
            ("sess_1", "/w", AT, AT),
        )
        program.add("m3", RESULT, AT + 30, role="tool")
        program.add("m1", text("Rhine or Elbe?"), AT + 10)
        program.add("m2", USE, AT + 20, role="assistant")
        program.add("m0", text("be brief"), AT + 10, role="system")
        yield program


def test_it_is_read_without_a_change(path: Path, other: Other) -> None:
    with Store(path, read_only=True) as store:
        assert ["sess_1"] == [each.id for each in store.sessions()]
        assert ["m0", "m1", "m2", "m3"] == ids(store, "sess_1") == other.order()
        assert 4 == store.count_messages("sess_1")
        record = store.record("m1")
        assert record is not None
        assert (json.dumps(text("Rhine or Elbe?")), NOTHING_KNOWN) == (record.content, record.metadata)
        assert "store.not-noted" == code(lambda: store.unanswered("sess_1"))
        assert [] == store.tool_ids("sess_1")
        assert [] == list(verify(store))
    assert [("events",), ("messages",), ("sessions",)] == other.database.execute(
        "SELECT name FROM sqlite_master WHERE type = 'table' ORDER BY name"
    ).fetchall()


def test_its_order_and_its_calls_are_noted_when_it_is_opened(path: Path, other: Other) -> None:
    before = other.database.execute("SELECT * FROM messages ORDER BY id").fetchall()
    with Store(path) as store:
        assert [("tu_1", "m2", "m3", "failed")] == [
            (each.id, each.message_id, each.result_message_id, each.status) for each in store.calls("sess_1")
        ]
        assert ["m0", "m1", "m2", "m3"] == ids(store, "sess_1")
        assert [] == list(verify(store))
        store.append("sess_1", [said("m9", created_at="2001-01-01T00:00:00Z")], at=AT)
        assert ["m0", "m1", "m2", "m3", "m9"] == ids(store, "sess_1")
    assert before == other.database.execute("SELECT * FROM messages WHERE id <> 'm9' ORDER BY id").fetchall()
    assert [(0.0, 0)] == other.database.execute("SELECT cost_so_far_usd, turn_count FROM sessions").fetchall()


def test_both_programs_write_in_turn(path: Path, other: Other) -> None:
    with Store(path) as store:
        store.append("sess_1", [said("m4"), use("m5", "tu_2")], at=AT + 40)
        other.add("m6", [{**RESULT[0], "tool_use_id": "tu_2"}], AT + 60, role="tool")
        # What it wrote stands at the end before it is noted, and after.
        assert ["m0", "m1", "m2", "m3", "m4", "m5", "m6"] == ids(store, "sess_1")
        assert [] == store.unanswered("sess_1")
        store.append("sess_1", [said("m7")], at=AT + 70)
        other.add("m8", text("last"), AT + 80)
        store.append("sess_1", [said("m9")], at=AT + 90)
        assert [f"m{n}" for n in range(10)] == ids(store, "sess_1") == other.order()
        assert [] == list(verify(store))
        # Rows that are taken out give their numbers to the next: nothing is overlooked then either.
        store.add_session(session("s"))
        store.append("s", [said("n1"), said("n2")], at=AT)
        store.delete_session("s")
        other.add("ma", [{**USE[0], "id": "tu_3"}], AT + 100, role="assistant")
        assert ["tu_3"] == [each.id for each in store.unanswered("sess_1")]


def test_what_it_writes_without_a_session_is_told_and_in_nobodys_way(path: Path, other: Other) -> None:
    other.add("lost", text("of the gateway"), AT, session_id="")
    other.add("twice", USE, AT + 50, role="assistant")
    with Store(path) as store:
        # Two calls of one id: the first is the one that counts.
        assert [("tu_1", "m2")] == [(each.id, each.message_id) for each in store.calls("sess_1")]
        assert ["store.orphan"] == [found.code for found in verify(store)]
        store.append("sess_1", [said("m9")], at=AT)
        assert 6 == store.count_messages("sess_1")


def test_a_message_that_cannot_be_read_leaves_the_others_readable(path: Path, other: Other) -> None:
    other.add("bad", [{"type": "text"}], AT + 40)
    other.add("m5", [{"type": "hologram", "x": 1}], AT + 50)
    with Store(path) as store:
        with pytest.raises(ValueError, match="'bad'"):
            ids(store, "sess_1")
        assert ["m0", "m1", "m2", "m3", "bad", "m5"] == [each.id for each in store.records("sess_1")]
        assert ["m5"] == [each.id for each in store.messages("sess_1", after=5)]
        (found,) = verify(store)
        assert ("error", True) == (found.severity, "'bad'" in found.message)


def test_what_we_write_is_read_by_its_statements(path: Path, other: Other) -> None:
    with Store(path) as store:
        store.add_session(session("sess_2"))
        store.append("sess_2", [said("m4", "café", created_at="2026-05-08T12:00:00Z")], at=AT)
    wanted = "SELECT role, content_json, metadata_json, created_at, schema_version FROM messages WHERE session_id = ?"
    (row,) = other.database.execute(wanted, ("sess_2",)).fetchall()
    assert ("user", '[{"type":"text","text":"café"}]', "{}", 1_778_241_600_000_000, 1) == row
    wanted = "SELECT cost_so_far_usd, turn_count, is_worker FROM sessions WHERE id = 'sess_2'"
    assert [(0.0, 0, 0)] == other.database.execute(wanted).fetchall()
