"""Law 2: where no loss is reported, reading back gives an equal document.

Equal is what `turnwire.testing.sameness` says: native JSON without `provider_raw`, and what the proto itself calls
the same.  Weaker would not do: a text, an order or a role that changes shows in it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.laws import checks
from tests.laws.subjects import SUBJECTS, documents_of, recordings_for

from turnwire import read
from turnwire.dialects import names

if TYPE_CHECKING:
    from pathlib import Path

    from tests.laws.subjects import Subject


@pytest.mark.parametrize("subject", SUBJECTS, ids=str)
@given(data=st.data())
def test_a_plain_document(subject: Subject, data: st.DataObject) -> None:
    document = data.draw(documents_of(subject.kind, "plain"))
    assert subject.faults(lambda target: checks.no_silent_loss(document, target)) == {}


@pytest.mark.parametrize("subject", SUBJECTS, ids=str)
@given(data=st.data())
def test_any_document(subject: Subject, data: st.DataObject) -> None:
    document = data.draw(documents_of(subject.kind, "wild"))
    assert subject.faults(lambda target: checks.no_silent_loss(document, target)) == {}


@pytest.mark.parametrize("target", names())
def test_recorded_traffic(target: str, recorded: Path) -> None:
    lost = {
        body.name: found
        for body in recordings_for(recorded, target)
        if (found := checks.no_silent_loss(read(body.body, body.dialect, kind=body.kind), target))
    }
    assert lost == {}
