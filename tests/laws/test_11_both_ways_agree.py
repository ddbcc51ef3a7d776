"""Law 11: the short way of plain messages gives what the long way, by the passes, gives: bytes, losses and ids."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.laws import checks
from tests.laws.subjects import PARTS, documents_of, recordings

from fidelity_rows import document_for, rows
from turnwire import read
from turnwire.dialects import writer_of
from turnwire.draft import draft_history
from turnwire.model import History

if TYPE_CHECKING:
    from pathlib import Path

    from turnwire.testing.documents import Profile

SHORT = [
    name
    for name, kind in PARTS
    if kind == "request" and name != "turnwire" and writer_of(name, History).draft is not draft_history
]
CASES = rows()


def test_some_dialects_have_a_short_way() -> None:
    assert "anthropic_messages" in SHORT


@pytest.mark.parametrize("target", SHORT)
@pytest.mark.parametrize("profile", ["plain", "wild"])
@given(data=st.data())
def test_any_document(target: str, profile: Profile, data: st.DataObject) -> None:
    document = data.draw(documents_of("request", profile))
    assert isinstance(document, History)
    assert checks.both_ways_agree(document, target) == []


@pytest.mark.parametrize("target", SHORT)
def test_every_field_of_the_model(target: str) -> None:
    documents = {row: document_for(case, target)[1] for row, case in CASES.items()}
    found = {
        row: faults
        for row, document in documents.items()
        if isinstance(document, History) and (faults := checks.both_ways_agree(document, target))
    }
    assert found == {}


@pytest.mark.parametrize("target", SHORT)
def test_recorded_traffic(target: str, recorded: Path) -> None:
    short, found = 0, {}
    for body in recordings(recorded):
        if body.kind == "request":
            document = read(body.body, body.dialect, kind=body.kind)
            assert isinstance(document, History)
            short += writer_of(target, History).draft(document).plain is not None
            if faults := checks.both_ways_agree(document, target):
                found[body.name] = faults
    assert found == {}
    assert short > 0, "no recorded request went the short way, so that nothing was compared"
