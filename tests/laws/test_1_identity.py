"""Law 1: read then write in the same dialect gives the same JSON and no loss.

Also for unknown keys put into any object ("tomorrow's key survives"), and for blocks of unknown type.
A reader may refuse what no provider would say; what it reads, it must give back.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from hypothesis import given, reject
from hypothesis import strategies as st
from tests.laws import checks
from tests.laws.subjects import PARTS, recordings

from turnwire.errors import InvalidDocument
from turnwire.testing import difference, wire_documents, with_unknown_keys

if TYPE_CHECKING:
    from pathlib import Path

    from turnwire.dialect import Kind


@pytest.mark.parametrize(("dialect", "kind"), PARTS)
@given(data=st.data())
def test_what_its_writer_makes_comes_back(dialect: str, kind: Kind, data: st.DataObject) -> None:
    assert checks.identity(dialect, kind, data.draw(wire_documents(dialect, kind, "plain"))) == []


@pytest.mark.parametrize(("dialect", "kind"), PARTS)
@given(data=st.data())
def test_tomorrows_key_survives(dialect: str, kind: Kind, data: st.DataObject) -> None:
    wire = data.draw(with_unknown_keys(wire_documents(dialect, kind, "plain")))
    assert checks.identity(dialect, kind, wire) == []


@pytest.mark.parametrize(("dialect", "kind"), PARTS)
@given(data=st.data())
def test_whatever_is_read_comes_back(dialect: str, kind: Kind, data: st.DataObject) -> None:
    wire = data.draw(st.one_of(wire_documents(dialect, kind), with_unknown_keys(wire_documents(dialect, kind))))
    try:
        found = checks.identity(dialect, kind, wire)
    except InvalidDocument:
        reject()
    assert found == []


def test_recorded_traffic_comes_back(recorded: Path) -> None:
    changed = {
        body.name: found
        for body in recordings(recorded)
        if (found := checks.identity(body.dialect, body.kind, body.body, body.envelope))
    }
    assert changed == {}


@given(st.data())
def test_recorded_traffic_with_tomorrows_keys_comes_back(recorded: Path, data: st.DataObject) -> None:
    body = data.draw(st.sampled_from(recordings(recorded)))
    wire = data.draw(with_unknown_keys(body.body))
    assert checks.identity(body.dialect, body.kind, wire, body.envelope) == [], difference(body.body, wire)
