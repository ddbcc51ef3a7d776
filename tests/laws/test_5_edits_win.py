"""Law 5: change a field after reading, and the change is what is written; residue never resurrects old content.

The document is read from wire JSON with unknown keys, so that it carries residue, and then edited.
What is written must read back as the edited document (law 3), and a text that stood once in the source and was
edited away must not stand in the output.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.laws import checks
from tests.laws.edits import edits
from tests.laws.subjects import SUBJECTS, recordings

from turnwire import read
from turnwire.testing import with_unknown_keys

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from tests.laws.edits import Edit
    from tests.laws.subjects import Recording, Subject


EDITS = 12


@pytest.mark.parametrize("subject", SUBJECTS, ids=str)
@given(data=st.data())
def test_an_edit_after_reading(subject: Subject, data: st.DataObject) -> None:
    wire = data.draw(with_unknown_keys(subject.wires("plain"), parts=False))
    found = {}
    for dialect in subject.dialects:
        edit = data.draw(st.sampled_from(list(edits(read(wire, dialect, kind=subject.kind)))))
        if faults := checks.edits_win(wire, edit, dialect):
            found[dialect, edit.place] = faults
    assert found == {}


def test_an_edit_of_recorded_traffic(recorded: Path) -> None:
    resurrected = {}
    for body in recordings(recorded)[::4]:
        for edit, reader in _some_edits(body):
            if found := checks.edits_win(body.body, edit, reader):
                resurrected[body.name, reader, edit.place] = found
    assert resurrected == {}


def _some_edits(body: Recording) -> Iterator[tuple[Edit, str]]:
    """The first edits of a body as its dialect reads it, and one for each vendor of that, another for each."""
    for number, reader in enumerate(body.readers):
        every = list(edits(read(body.body, reader, kind=body.kind, envelope=body.envelope)))
        first = every[:EDITS] if reader == body.dialect else [every[(EDITS + number) % len(every)]]
        yield from ((edit, reader) for edit in first)
