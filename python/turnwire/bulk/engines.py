"""The engines that do the units of a job, each imported only if it is asked for."""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    from turnwire.bulk.runs import Engine

ENGINES: Final = {
    "local": ("turnwire.bulk.local",),
    "ray": ("turnwire.bulk.on_ray", "ray"),
    "spark": ("turnwire.bulk.on_spark", "pyspark"),
}
"""The name of each engine, the module whose function `outcomes(job, units, workers)` is the engine, and its package."""


class CannotStart(Exception):
    """The engine has no cluster to work on; the message says why, and what to do."""


def engine(name: str) -> Engine:
    """Return an engine.

    Args:
        name: one of `ENGINES`.

    Raises:
        ImportError: the package of the engine is not installed.
    """
    module: Any
    module, *_ = (importlib.import_module(each) for each in ENGINES[name])
    found: Engine = module.outcomes
    return found
