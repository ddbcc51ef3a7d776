"""An audit that somebody else wrote: the same question, asked otherwise, by what knows nothing of the model.

`TURNWIRE_AUDIT=/path/to/module.py` names it; it may import what stands beside it.  JSON is what `json.loads` gives,
with `Decimal` for numbers that have a point.  The module has three functions:

* `leaves(document)`: the scalars of a JSON document, each an object with `pointer` (a JSON Pointer), `key` (the name
  under which it stands) and `value`;
* `reported(losses, native)`: what losses account for (`turnwire.model.Loss`, with `path`, `kind` and `value`), where
  `native` is the native JSON that their paths lead into; an object whose `nodes` is a list of JSON;
* `audit(scalars, carried, told)`: of the list `scalars`, those that neither the documents of the list `carried` have
  nor those of the list `told`; an object whose `silent` is a list of scalars, as `leaves` gives them.
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


def outside_checks() -> Any:
    """The module, or a skip where none is named."""
    named = os.environ.get("TURNWIRE_AUDIT")
    if not named:
        pytest.skip("SKIPPED, the audit of others: TURNWIRE_AUDIT names no module; our own audit ran")
    return _module(Path(named))


def outside_audit() -> Audit:
    """The same, for a conversion."""
    checks = outside_checks()

    def audit(one: Conversion, losses: list[Loss]) -> list[Leaf]:
        told = checks.reported(losses, one.native).nodes
        found = checks.audit(list(checks.leaves(one.source)), one.carried, told)
        return [Leaf(leaf.pointer, leaf.key, leaf.value) for leaf in found.silent]

    return audit


def _module(path: Path) -> Any:
    folder = str(path.resolve().parent)
    sys.path.insert(0, folder)
    try:
        return importlib.import_module(path.stem)
    finally:
        sys.path.remove(folder)
