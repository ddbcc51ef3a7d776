"""Every fault of the lists of broken documents is repaired to an end, and a second repair changes nothing."""

from __future__ import annotations

from typing import TYPE_CHECKING, cast

import pytest
from tests.validation.broken.table import faults, names

import turnwire

if TYPE_CHECKING:
    from turnwire.dialects.dialect import Kind

MOST = 8
"""Repairs of one fault; a list of them that grows has no end."""


@pytest.mark.parametrize("unsafe", [False, True], ids=["safe", "unsafe"])
@pytest.mark.parametrize("name", names())
def test_a_repaired_fault_is_repaired_once(name: str, *, unsafe: bool) -> None:
    dialect, kind = name.split(".")[:2]
    for fault in faults(name):
        done = turnwire.repair(fault.text(), dialect, kind=cast("Kind", kind), unsafe=unsafe)
        again = turnwire.repair(done.data, dialect, kind=cast("Kind", kind), unsafe=unsafe)
        assert (fault.title, done.data, ()) == (fault.title, again.data, again.applied)
        assert len(done.applied) <= MOST
