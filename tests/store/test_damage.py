"""A file that is damaged, or that another program wrote without care: what is wrong is found."""

from __future__ import annotations

import sqlite3
from typing import TYPE_CHECKING

from tests.store.conftest import AT, said, session

from turnwire.errors import InvalidDocument
from turnwire.store import Store, verify

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


def test_rows_that_belong_to_nothing_are_found(tmp_path: Path) -> None:
    path = tmp_path / "orphans.db"
    with Store(path, create=True) as store:
        store.add_session(session())
        store.append("s", [said("m1")], at=AT)
        database = sqlite3.connect(path, isolation_level=None)
        database.execute("DELETE FROM sessions")
        database.close()
        assert {"store.orphan"} == codes(path)
