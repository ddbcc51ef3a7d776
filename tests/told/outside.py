"""The audit that comes with the data folder, written by others: the same question, asked otherwise.

It knows nothing of the model.  Texts have to stand there word for word, and a flag accounts for one other only.
"""

from __future__ import annotations

import importlib
import os
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from tests.told.leaves import Leaf

if TYPE_CHECKING:
    from tests.told.audit import Audit, Conversion

    from turnwire.model import Loss

ROOT = Path(__file__).parents[2]


def outside_audit() -> Audit:
    """It, or a skip where there is no data folder."""
    folder = Path(os.environ.get("TURNWIRE_DATA", ROOT.parent / "shared")) / "tools"
    if not (folder / "score_checks.py").is_file():
        pytest.skip("SKIPPED, the audit of others: no tools/ under TURNWIRE_DATA or ../shared; our own audit ran")
    sys.path.insert(0, str(folder))
    try:
        checks: Any = importlib.import_module("score_checks")
    finally:
        sys.path.remove(str(folder))

    def audit(one: Conversion, losses: list[Loss]) -> list[Leaf]:
        told = checks.reported(losses, one.native).nodes
        found = checks.audit(list(checks.leaves(one.source)), one.carried, told)
        return [Leaf(leaf.pointer, leaf.key, leaf.value) for leaf in found.silent]

    return audit
