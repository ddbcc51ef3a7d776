"""Conversions between the three systems and the providers' dialects leave nothing silent.

The laws compare documents of the model; this compares what goes in with what comes out, scalar by scalar, so that it
sees what a reader of ours would take for the same.
"""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from tests.told.audit import faults, heard_without
from tests.told.samples import SYSTEMS, of_systems, own, recorded

if TYPE_CHECKING:
    from collections.abc import Iterable

    from tests.told.samples import Sample

ROOT = Path(__file__).parents[2]
# Of losses that are told one by one, the audit has to miss most where one is kept from it: the role of a message that
# went, and what stands elsewhere too, it cannot miss.
NOTICED = 0.7


def all_faults(samples: Iterable[Sample]) -> dict[str, list[str]]:
    return {sample.name: found for sample in samples if (found := faults(sample))}


def test_our_own_cases() -> None:
    assert {} == all_faults(own())


def test_recorded_traffic_of_providers(request: pytest.FixtureRequest) -> None:
    assert {} == all_faults(recorded(request.getfixturevalue("recorded")))


def test_files_of_the_systems() -> None:
    folder = Path(os.environ.get("TURNWIRE_DATA", ROOT.parent / "shared")) / "systems"
    if not folder.is_dir():
        pytest.skip("SKIPPED, files of the real systems: no systems/ under TURNWIRE_DATA or ../shared")
    assert {} == all_faults(of_systems(folder))


def test_every_system_is_read_and_written() -> None:
    samples = list(own())
    assert set(SYSTEMS) <= {sample.dialect for sample in samples}
    assert set(SYSTEMS) <= {target for sample in samples for target in sample.targets()}


def test_a_loss_that_is_kept_from_the_audit_is_missed() -> None:
    missed = [each for sample in list(own())[::4] for each in heard_without(sample)]
    assert len(missed) > 500  # else the share says little
    assert sum(missed) > NOTICED * len(missed)
