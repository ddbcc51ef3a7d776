"""The engines that do the units of a job, each imported only if it is asked for."""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    from turnwire.bulk.runs import Engine

ENGINES: Final = {"local": "turnwire.bulk.local"}
"""The name of each engine, and the module whose function `outcomes(job, units, workers)` is the engine."""


def engine(name: str) -> Engine:
    """Return an engine.

    Args:
        name: one of `ENGINES`.

    Raises:
        ImportError: the package of the engine is not installed.
    """
    module: Any = importlib.import_module(ENGINES[name])
    found: Engine = module.outcomes
    return found
