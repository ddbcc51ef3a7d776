"""Packages that are imported in two steps: what tells a format apart at once, what reads and writes it when needed."""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Callable


def later(module: str) -> Callable[[str], Any]:
    """The `__getattr__` of a package whose `DIALECT` is declared in `module`, which is imported when asked for.

    Telling what a document is asks every dialect.  With all that they read and write with, it would take the command
    line longer to start than Python itself.
    """

    def get(name: str) -> Any:
        if name != "DIALECT":
            raise AttributeError(name)
        return importlib.import_module(module).DIALECT

    return get
