"""Conversions between the three systems and the providers' dialects, and among these, leave nothing silent.

The laws compare documents of the model; this compares what goes in with what comes out, scalar by scalar, so that it
sees what a reader of ours would take for the same.
"""

from __future__ import annotations

from decimal import Decimal
from typing import TYPE_CHECKING, Any

import pytest
from tests.data import data
from tests.told.audit import conversions, faults, heard_without, ours, place
from tests.told.outside import outside_audit
from tests.told.reasons import FAILED_RESULT, FORMAT, OF_OTHERS, OF_OURS
from tests.told.samples import SYSTEMS, of_systems, own, recorded

if TYPE_CHECKING:
    from collections.abc import Iterable

    from tests.told.audit import Audit, Used
    from tests.told.leaves import Leaf
    from tests.told.samples import Sample

# Of losses that are told one by one, the audit has to miss most where one is kept from it: the role of a message that
# went, and what stands elsewhere too, it cannot miss.
NOTICED = 0.65
IN_A_WORD = (FAILED_RESULT, FORMAT)


def all_faults(samples: Iterable[Sample], audit: Audit = ours, used: Used | None = None) -> dict[str, list[str]]:
    return {sample.name: found for sample in samples if (found := faults(sample, audit, used))}


@pytest.fixture(scope="module")
def needed() -> Used:
    """The reasons that our own audit needs for our own cases."""
    found: Used = {}
    assert {} == all_faults(own(), used=found)
    return found


def test_our_own_cases(needed: Used) -> None:
    assert {reason.why for reason in OF_OURS} == {reason.why for reason in needed}
    assert [] == taken_for_there(needed)


def test_our_own_cases_as_others_audit_them() -> None:
    audit = outside_audit()
    used: Used = {}
    assert {} == all_faults(own(), audit, used)
    assert [] == [reason.why for reason in OF_OTHERS if reason not in used]
    assert [] == taken_for_there(used)


def taken_for_there(used: Used) -> list[str]:
    """The reasons that would also hold if the document had said something else in the same place."""
    return [reason.why for reason, (one, leaf) in used.items() if reason.holds(one, leaf._replace(value=other(leaf)))]


def other(leaf: Leaf) -> Any:
    """Another value, which none of our cases has."""
    value = leaf.value
    if isinstance(value, bool):
        return not value
    return value + 7_000_003 if isinstance(value, int | Decimal) else f"{value} otherwise"


def test_recorded_traffic_of_providers(request: pytest.FixtureRequest) -> None:
    assert {} == all_faults(recorded(request.getfixturevalue("recorded")))


def test_files_of_the_systems() -> None:
    assert {} == all_faults(of_systems(data("systems")))


def test_files_of_the_systems_as_others_audit_them() -> None:
    """Converse says a media type and a failure in a word; besides these, of what is shared nothing at all is silent."""
    audit = outside_audit()
    folder = data("systems")
    for sample in of_systems(folder):
        for one in conversions(sample):
            silent = [leaf for leaf in audit(one, one.losses) if not any(word.holds(one, leaf) for word in IN_A_WORD)]
            assert [] == [place(leaf) for leaf in silent], (sample.name, one.target)


def test_every_system_is_read_and_written() -> None:
    samples = list(own())
    assert set(SYSTEMS) <= {sample.dialect for sample in samples}
    assert set(SYSTEMS) <= {target for sample in samples for target in sample.targets()}


def test_a_loss_that_is_kept_from_the_audit_is_missed() -> None:
    missed = [each for sample in list(own())[::30] for each in heard_without(sample)]
    assert len(missed) > 500  # else the share says little
    assert sum(missed) > NOTICED * len(missed)
