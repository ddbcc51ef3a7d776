"""Laws 6 and 3 together: what a field costs is told wherever it stands, and so is residue of other dialects at it."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from msgspec import structs
from tests.laws.outcomes import Outcomes, faults_of_rows
from tests.laws.placings import placings, with_residue
from tests.laws.subjects import LOSING

import turnwire

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tests.laws.subjects import Subject

    from turnwire.documents.written import Written
    from turnwire.model import Document


@pytest.mark.parametrize("subject", LOSING, ids=str)
def test_every_row_in_every_place(subject: Subject) -> None:
    found = faults_of_rows(subject, placings)
    assert set(subject.dialects) == {name.partition(":")[0] for name in found}
    assert {} == {name: faults for name, faults in found.items() if faults}


@pytest.mark.parametrize("subject", LOSING, ids=str)
def test_every_row_with_residue(subject: Subject) -> None:
    found = faults_of_rows(subject, _with_residue)
    assert {} == {name: faults for name, faults in found.items() if faults}


def _with_residue(document: Document) -> Iterator[tuple[str, Document]]:
    for place, moved in placings(document):
        yield place, with_residue(moved)


def test_a_vendor_that_keeps_silent_is_found_among_others(monkeypatch: pytest.MonkeyPatch) -> None:
    document = turnwire.read(SAID, "turnwire", kind="request")
    write = turnwire.write

    def silent(document: Document, dialect: str) -> Written:
        written = write(document, dialect)
        return structs.replace(written, losses=()) if dialect == "xai_chat" else written

    monkeypatch.setattr(turnwire, "write", silent)
    outcomes = Outcomes()
    asked = ("groq_chat", "xai_chat", "zai_chat")
    assert ["xai_chat"] == [name for name in asked if outcomes.faults(document, name)]
    assert 2 == len(outcomes.judged)


SAID = {
    "history": [{"role": "user", "content": [{"type": "text", "text": "Hi."}], "session_id": "s_1"}],
    "settings": {"model": "m"},
}
