"""Law 1: read then write in the same dialect gives the same JSON and no loss.

Also for unknown keys put into any object ("tomorrow's key survives"), and for blocks of unknown type.
A reader may refuse what no provider would say; what it reads, it must give back.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st
from tests.laws import checks
from tests.laws.subjects import SUBJECTS, recordings

from turnwire.testing import difference, with_unknown_keys

if TYPE_CHECKING:
    from pathlib import Path

    from tests.laws.subjects import Subject


@pytest.mark.parametrize("subject", SUBJECTS, ids=str)
@given(data=st.data())
def test_what_its_writer_makes_comes_back(subject: Subject, data: st.DataObject) -> None:
    wire = data.draw(subject.wires("plain"))
    assert subject.faults(lambda dialect: checks.identity(dialect, subject.kind, wire)) == {}


@pytest.mark.parametrize("subject", SUBJECTS, ids=str)
@given(data=st.data())
def test_tomorrows_key_survives(subject: Subject, data: st.DataObject) -> None:
    wire = data.draw(with_unknown_keys(subject.wires("plain")))
    assert subject.faults(lambda dialect: checks.identity(dialect, subject.kind, wire)) == {}


@pytest.mark.parametrize("subject", SUBJECTS, ids=str)
@given(data=st.data())
def test_whatever_is_read_comes_back(subject: Subject, data: st.DataObject) -> None:
    wire = data.draw(st.one_of(subject.wires("wild"), with_unknown_keys(subject.wires("wild"))))
    readers = subject.readers_of(wire)
    assume(readers.dialects)
    assert readers.faults(lambda dialect: checks.identity(dialect, subject.kind, wire)) == {}


def test_recorded_traffic_comes_back(recorded: Path) -> None:
    changed = {
        (body.name, reader): found
        for body in recordings(recorded)
        for reader in body.readers
        if (found := checks.identity(reader, body.kind, body.body, body.envelope))
    }
    assert changed == {}


@given(st.data())
def test_recorded_traffic_with_tomorrows_keys_comes_back(recorded: Path, data: st.DataObject) -> None:
    body = data.draw(st.sampled_from(recordings(recorded)))
    wire = data.draw(with_unknown_keys(body.body))
    found = {reader: checks.identity(reader, body.kind, wire, body.envelope) for reader in body.readers}
    assert not any(found.values()), (body.name, found, difference(body.body, wire))
