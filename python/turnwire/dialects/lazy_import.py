"""Packages imported in two steps: the detectors at once, the readers and writers when they are needed."""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Callable


def later(module: str) -> Callable[[str], Any]:
    """Make the `__getattr__` of a package whose `DIALECT` is declared in `module`, which is imported on first use.

    Detection asks every dialect.  Importing all readers and writers for it would take longer than starting Python.
    """

    def get(name: str) -> Any:
        if name != "DIALECT":
            raise AttributeError(name)
        return importlib.import_module(module).DIALECT

    return get
