"""Law 3: the document minus the reported losses is what comes back.

`turnwire.testing.accounts` says what is compared and why it cannot be weaker.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.laws import checks
from tests.laws.subjects import LOSING, SUBJECTS, documents_of, recordings_for

from turnwire import read
from turnwire.dialects import names

if TYPE_CHECKING:
    from pathlib import Path

    from tests.laws.subjects import Subject


@pytest.mark.parametrize("subject", SUBJECTS, ids=str)
@given(data=st.data())
def test_a_plain_document(subject: Subject, data: st.DataObject) -> None:
    document = data.draw(documents_of(subject.kind, "plain"))
    assert subject.faults(lambda target: checks.losses_account_for_everything(document, target)) == {}


@pytest.mark.parametrize("subject", SUBJECTS, ids=str)
@given(data=st.data())
def test_any_document(subject: Subject, data: st.DataObject) -> None:
    document = data.draw(documents_of(subject.kind, "wild"))
    assert subject.faults(lambda target: checks.losses_account_for_everything(document, target)) == {}


@pytest.mark.parametrize("subject", LOSING, ids=str)
@given(data=st.data())
def test_opaque_state_of_another_provider_is_not_sent(subject: Subject, data: st.DataObject) -> None:
    document = data.draw(documents_of(subject.kind, "plain"))
    assert subject.faults(lambda target: checks.foreign_state_stays_home(document, target)) == {}


@pytest.mark.parametrize("target", names())
def test_recorded_traffic(target: str, recorded: Path) -> None:
    lost = {
        body.name: found
        for body in recordings_for(recorded, target)
        if (found := checks.losses_account_for_everything(read(body.body, body.dialect, kind=body.kind), target))
    }
    assert lost == {}
