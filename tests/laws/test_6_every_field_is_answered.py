"""Law 6: each dialect answers every field of the model: it writes it or reports it.

The fields are those that the cost table has rows for, and the first test fails where the model has a field without one.
What is asked of an answer is law 3: the thing is in the output, or in the losses.
"""

from __future__ import annotations

import pytest
from tests.laws import checks

from fidelity_rows import document_for, rows, undecided
from turnwire.dialects import get, names

ROWS = rows()


def test_every_field_of_the_model_has_a_row() -> None:
    assert [] == undecided(ROWS)


@pytest.mark.parametrize("target", names())
def test_every_row(target: str) -> None:
    found = {}
    for row, case in ROWS.items():
        kind, document = document_for(case, target)
        if get(target).part(kind) is not None:
            found[row] = checks.losses_account_for_everything(document, target)
    assert {} == {row: faults for row, faults in found.items() if faults}


@pytest.mark.parametrize("target", names())
def test_no_row_changes_on_a_second_trip(target: str) -> None:
    found = {}
    for row, case in ROWS.items():
        kind, document = document_for(case, target)
        if get(target).part(kind) is not None:
            found[row] = checks.settles(document, target)
    assert {} == {row: faults for row, faults in found.items() if faults}
