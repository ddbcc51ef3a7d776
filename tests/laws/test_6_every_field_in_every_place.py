"""Laws 6 and 3 together: what a field costs is told wherever it stands, and so is residue of other dialects at it.

Records of one family share their functions, so of each family one is asked in every place.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from tests.laws import checks
from tests.laws.placings import placings, with_residue
from tests.laws.subjects import TARGETS

from fidelity_rows import document_for, rows

if TYPE_CHECKING:
    from turnwire.dialect import Kind

ROWS = rows()


@pytest.mark.parametrize(("target", "kind"), TARGETS)
def test_every_row_in_every_place(target: str, kind: Kind) -> None:
    found = {}
    for row, case in ROWS.items():
        of, document = document_for(case, target)
        for place, moved in placings(document) if of == kind else ():
            found[f"{row}, {place}"] = checks.losses_account_for_everything(moved, target)
    assert {} == {row: faults for row, faults in found.items() if faults}


@pytest.mark.parametrize(("target", "kind"), TARGETS)
def test_every_row_with_residue(target: str, kind: Kind) -> None:
    found = {}
    for row, case in ROWS.items():
        of, document = document_for(case, target)
        for place, moved in placings(document) if of == kind else ():
            found[f"{row}, {place}"] = checks.losses_account_for_everything(with_residue(moved), target)
    assert {} == {row: faults for row, faults in found.items() if faults}
