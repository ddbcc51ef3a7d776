"""Law 14: what is written is accepted by the target's own description, where no member may be that it does not have.

Each refusal has a row with its reason, which fails when it is stale.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from tests.laws.accepting import EXCEPTIONS, Refusal, refusals

if TYPE_CHECKING:
    from pathlib import Path

SAMPLE = 12


def test_a_sample_is_accepted(recorded: Path) -> None:
    assert [] == [each for each in refusals(recorded, every=SAMPLE) if not any(map(each.fits, EXCEPTIONS))]


def test_all_that_is_recorded_is_accepted(recorded: Path) -> None:
    found = list(refusals(recorded, every=1))
    assert [] == [each for each in found if not any(map(each.fits, EXCEPTIONS))]
    assert [] == [row for row in EXCEPTIONS if not any(each.fits(row) for each in found)]


def test_rows_are_narrow() -> None:
    for row in EXCEPTIONS:
        assert "*" not in (row[1], row[2], row[4])
        assert row[4]
        assert row[5].endswith(".")


def test_a_row_is_about_its_own_refusal() -> None:
    refusal = Refusal("a", "b", "response", "/choices/*/message", "'x' was unexpected", "1")
    assert refusal.fits(["*", "b", "response", "/choices/*/message", "'x'", "."])
    assert not refusal.fits(["*", "b", "response", "/choices/*", "'x'", "."])
    assert not refusal.fits(["c", "b", "response", "*", "'x'", "."])
    assert not refusal.fits(["a", "b", "request", "*", "'x'", "."])
