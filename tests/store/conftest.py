"""Stores for the tests: every test of a store runs on SQLite, and once more on a real PostgreSQL server."""

from __future__ import annotations

import itertools
import json
import os
from typing import TYPE_CHECKING, Any
from urllib.parse import quote

import pytest
from tests.data import data
from tests.store.servers import cluster, initdb

from turnwire.documents.ids import Ulids, seeded
from turnwire.model import Message, TextBlock, ToolResultBlock, ToolUseBlock
from turnwire.sessions.store import Session, Store

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path


AT = 1_790_000_000_000_000
"""The time of all that does not say its own."""

_schemas = itertools.count()


@pytest.fixture(scope="session")
def server() -> Iterator[str]:
    """The URL of a PostgreSQL database: that of TURNWIRE_POSTGRESQL_URL, or of a server of our own."""
    given = os.environ.get("TURNWIRE_POSTGRESQL_URL")
    if given:
        yield given
        return
    program = initdb()
    if program is None:
        pytest.skip("SKIPPED, PostgreSQL: no initdb here, and no TURNWIRE_POSTGRESQL_URL; only SQLite was tested")
    with cluster(program) as url:
        yield url


@pytest.fixture
def postgresql(server: str) -> Iterator[str]:
    """The URL of an empty schema, which goes with the test."""
    import psycopg

    name = f"turnwire_test_{os.getpid()}_{next(_schemas)}"
    with psycopg.connect(server, autocommit=True) as connection:
        connection.execute(f"CREATE SCHEMA {name}".encode())
        yield f"{server}{'&' if '?' in server else '?'}options={quote(f'-csearch_path={name}')}"
        connection.execute(f"DROP SCHEMA {name} CASCADE".encode())


@pytest.fixture(params=["sqlite", "postgresql"])
def where(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """A place for a store, of each kind."""
    if request.param == "sqlite":
        return str(tmp_path / "store.db")
    url: str = request.getfixturevalue("postgresql")
    return url


@pytest.fixture
def store(where: str) -> Iterator[Store]:
    """A new store."""
    with Store(where, create=True) as opened:
        yield opened


@pytest.fixture
def ulids() -> Ulids:
    """Ids without chance."""
    ticks = itertools.count(1_790_000_000_000)
    return Ulids(lambda: next(ticks), seeded("store"))


@pytest.fixture(scope="session")
def worked() -> dict[str, Any]:
    """A session that the real implementation wrote."""
    found: dict[str, Any] = json.loads(data("systems/canonical/worked-session.json").read_bytes())
    return found


def session(ident: str = "s", **about: Any) -> Session:
    """A session."""
    return Session(id=ident, created_at=AT, updated_at=AT, **about)


def said(ident: str, text: str = "hi", role: Any = "user", **about: Any) -> Message:
    """A message of one text."""
    return Message(role, [TextBlock(text)], id=ident, **about)


def use(ident: str, *calls: str, **about: Any) -> Message:
    """A message that calls a tool, once for each id."""
    return Message("assistant", [ToolUseBlock(each, "read_file") for each in calls], id=ident, **about)


def result(ident: str, call: str, *, failed: bool | None = None) -> Message:
    """A message that answers a call."""
    return Message("tool", [ToolResultBlock(call, is_error=failed)], id=ident)


def ids(store: Store, session_id: str = "s") -> list[str]:
    """The ids of the messages of a session, in their order."""
    return [str(each.id) for each in store.messages(session_id)]
