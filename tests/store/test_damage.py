"""A file that is damaged, or that another program wrote without care: what is wrong is found."""

from __future__ import annotations

import sqlite3
from typing import TYPE_CHECKING

import pytest
from click.testing import CliRunner, Result
from msgspec import Raw
from tests.store.conftest import AT, said, session

from turnwire.cli.app import app
from turnwire.errors import InvalidDocument
from turnwire.model import Diagnostic
from turnwire.sessions.store import Store, export_history, verify

if TYPE_CHECKING:
    from pathlib import Path


def codes(path: Path) -> set[str]:
    """What is said of a store, opened or refused."""
    found = set()
    try:
        with Store(path, read_only=True) as store:
            for each in verify(store):
                found.add(each.code)
    except InvalidDocument as refusal:
        found.add(refusal.diagnostics[0].code)
    return found


def test_a_damaged_page_is_found_wherever_it_is(tmp_path: Path) -> None:
    path = tmp_path / "damaged.db"
    with Store(path, create=True) as store:
        store.add_session(session())
        store.append("s", [said(f"m{n:02}", "x" * 3_000) for n in range(40)], at=AT)
    assert set() == codes(path)
    whole = path.read_bytes()
    size = int.from_bytes(whole[16:18], "big")
    for page in range(1, len(whole) // size):
        path.write_bytes(whole[: page * size] + b"\xff" * size + whole[(page + 1) * size :])
        assert codes(path), f"page {page} of {len(whole) // size}"
    path.write_bytes(whole[: len(whole) // 2])
    assert {"store.damaged"} == codes(path)


WRONG = {
    "a text as a time": "UPDATE messages SET created_at = 'yesterday'",
    "bytes as a content": "UPDATE messages SET content_json = X'ff00'",
    "a list as metadata": "UPDATE messages SET metadata_json = '[1]'",
    "a text as a version": "UPDATE turnwire_store SET value = 'abc'",
    "a text as a size": "UPDATE turnwire_messages SET size = 'x'",
    "a list as what has no column": "UPDATE turnwire_messages SET rest_json = '[]'",
    "no JSON as what was told": "UPDATE turnwire_messages SET told_json = 'zz'",
    "a list beside the messages": "UPDATE turnwire_sessions SET rest_json = '[]'",
    "a list as what a session told": "UPDATE turnwire_sessions SET told_json = '[]'",
    "bytes as the name of a provider": "UPDATE turnwire_tool_ids SET provider = X'00'",
    "a dialect of the future": "UPDATE turnwire_sessions SET source = 'telepathy'",
    "a session before all years": "UPDATE sessions SET updated_at = -9223372036854775807",
    "a text as the time of a session": "UPDATE sessions SET updated_at = 'x'",
}
"""SQLite takes any of these."""


@pytest.mark.parametrize("spoilt", WRONG.values(), ids=WRONG)
def test_a_value_of_another_type_is_told_and_crashes_nothing(
    spoilt: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("TURNWIRE_STORE", str(tmp_path / "spoilt.db"))
    assert 0 == _command("import", "-", said=CALLING).exit_code
    assert {0} == {_command(*each).exit_code for each in READING}
    database = sqlite3.connect(tmp_path / "spoilt.db", isolation_level=None)
    assert database.execute(spoilt).rowcount
    database.close()

    found = [_command(*each) for each in READING]

    assert {1} <= {each.exit_code for each in found} <= {0, 1}
    assert any("[store." in each.output or "[json.type]" in each.output for each in found)
    # Which store it is stands first in each line about it.
    told = [line for each in found for line in each.stderr.splitlines() if line.endswith("]")]
    assert [] == [line for line in told if not line.startswith(f"{tmp_path / 'spoilt.db'}: ")]


PLACES = {
    "a text as a time": ("s", "m1", "messages.created_at", "whole numbers"),
    "bytes as a content": ("s", "m1", "messages.content_json", "texts"),
    "a list as metadata": ("s", "m1", "column metadata_json", "object"),
    "no list as a content": ("s", "m1", "column content_json", ""),
    "two messages in one": ("s", "m1", "", "one message"),
    "a list as what has no column": ("s", "m1", "column rest_json", "object"),
    "a session before all years": ("s", "", "column updated_at", "not a time"),
    "a text as the time of a session": ("s", "", "sessions.updated_at", "whole numbers"),
    "a list beside the messages": ("s", "", "column rest_json", "object"),
    "a model of no known kind": ("s", "", "column rest_json", ""),
}
MORE = {
    "no list as a content": "UPDATE messages SET content_json = '[1'",
    "two messages in one": """UPDATE messages SET content_json = '[]},{"role":"user","content":[]'""",
    "a model of no known kind": """UPDATE turnwire_sessions SET rest_json = '{"settings":{"model":1}}'""",
}


@pytest.mark.parametrize("name", PLACES)
def test_what_is_damaged_is_named_to_the_column(name: str, tmp_path: Path) -> None:
    path = tmp_path / "spoilt.db"
    with Store(path, create=True) as store:
        store.add_session(session("s", rest=Raw(b'{"settings":{"model":"m"}}')))
        store.append("s", [said("m1", name="Ada"), said("m2", name="Ada")], at=AT)
    database = sqlite3.connect(path, isolation_level=None)
    assert database.execute({**WRONG, **MORE}[name]).rowcount
    database.close()

    told = []
    with Store(path, read_only=True) as store:
        for look in (verify, lambda store: export_history(store, "s", "turnwire").losses):
            try:
                told += [each for each in look(store) if isinstance(each, Diagnostic)]
            except InvalidDocument as refusal:
                told += refusal.diagnostics

    assert {(str(path), True)} == {(found.file, found.hint is not None) for found in told}
    ident, message, column, what = PLACES[name]
    words = (f"session {ident!r}", f"message {message!r}" if message else "", column, what)
    assert any(all(word in found.message for word in words) for found in told)


def test_how_many_rows_are_damaged_is_told(tmp_path: Path) -> None:
    path = tmp_path / "spoilt.db"
    with Store(path, create=True) as store:
        store.add_session(session())
        store.append("s", [said(f"m{n}") for n in range(5)], at=AT)
    database = sqlite3.connect(path, isolation_level=None)
    database.execute("UPDATE messages SET role = X'00' WHERE id > 'm1'")
    database.close()
    with Store(path, read_only=True) as store, pytest.raises(InvalidDocument, match=r"message 'm2' \(and 2 more\)"):
        list(store.messages("s"))


CALLING = """{"model": "m", "messages": [
    {"role": "assistant", "tool_calls": [{"id": "c", "type": "function", "function": {"name": "f", "arguments": "{}"}}]}
]}"""
READING = (("list",), ("verify",), ("export", "--all"), ("export", "--all", "--to", "turnwire"))


def _command(*arguments: str, said: str | None = None) -> Result:
    return CliRunner().invoke(app, ["store", *arguments], input=said, catch_exceptions=False)


def test_rows_that_belong_to_nothing_are_found(tmp_path: Path) -> None:
    path = tmp_path / "orphans.db"
    with Store(path, create=True) as store:
        store.add_session(session())
        store.append("s", [said("m1")], at=AT)
        database = sqlite3.connect(path, isolation_level=None)
        database.execute("DELETE FROM sessions")
        database.close()
        assert {"store.orphan"} == codes(path)
