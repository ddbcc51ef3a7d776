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
from tests.laws.subjects import PARTS, recordings

from turnwire import read
from turnwire.testing import wire_documents, with_unknown_keys

if TYPE_CHECKING:
    from pathlib import Path

    from turnwire.dialect import Kind


@pytest.mark.parametrize(("dialect", "kind"), PARTS)
@given(data=st.data())
def test_an_edit_after_reading(dialect: str, kind: Kind, data: st.DataObject) -> None:
    wire = data.draw(with_unknown_keys(wire_documents(dialect, kind, "plain"), parts=False))
    edit = data.draw(st.sampled_from(list(edits(read(wire, dialect, kind=kind)))))
    assert checks.edits_win(wire, edit, dialect) == [], edit.place


def test_an_edit_of_recorded_traffic(recorded: Path) -> None:
    resurrected = {}
    for body in recordings(recorded)[::4]:
        document = read(body.body, body.dialect, kind=body.kind, envelope=body.envelope)
        for edit in list(edits(document))[:12]:
            if found := checks.edits_win(body.body, edit, body.dialect):
                resurrected[body.name, edit.place] = found
    assert resurrected == {}
