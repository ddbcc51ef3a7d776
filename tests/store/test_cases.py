"""Every conversation among the cases of every dialect goes into a store and comes out as if there were none."""

from __future__ import annotations

import itertools
from typing import TYPE_CHECKING

import pytest
from tests.cases import case
from tests.store.conftest import AT

import turnwire
from turnwire.dialects import get, names
from turnwire.documents.ids import Ulids, seeded
from turnwire.model import History
from turnwire.sessions.store import Store, export_history, import_history, verify

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

REQUESTS = [name for name in names() if get(name).request is not None]
FOUND = [
    found
    for file in case.files()
    for found in case.load(file)
    if found.case.kind == "request" and found.case.refused is None
]


@pytest.fixture
def fresh() -> Ulids:
    """Ids without chance, none of them twice in the one store."""
    ticks = itertools.count(1_790_000_000_000)
    return Ulids(lambda: next(ticks), seeded("cases"))


@pytest.fixture
def one(tmp_path: Path) -> Iterator[Store]:
    """One store for all conversations of a dialect."""
    with Store(tmp_path / "store.db", create=True) as store:
        yield store


@pytest.mark.parametrize("dialect", REQUESTS)
def test_each_conversation_of_a_dialect_comes_out_as_it_went_in(one: Store, fresh: Ulids, dialect: str) -> None:
    wrong = {}
    bodies = {bytes(found.case.wire): found for found in FOUND if found.source == dialect}
    for wire, found in bodies.items():
        document = turnwire.read(wire, dialect, kind="request")
        assert isinstance(document, History)
        done = import_history(one, document, fresh, at=AT, source=dialect, new_ids=True)
        back, wanted = export_history(one, done.session.id, dialect), turnwire.write(document, dialect)
        if (wanted.data, wanted.losses) != (back.data, back.losses):
            wrong[found.file.stem, found.case.name] = back.data, back.losses
    assert {} == wrong
    assert bodies
    assert [] == [found for found in verify(one) if found.severity == "error"]
