"""What a mutant is."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from turnwire.dialects import names

if TYPE_CHECKING:
    from collections.abc import Callable

    from tests.mutants.surgery import Operation


class Mutant(NamedTuple):
    """What it does, in words, how it is done, and whose trials must each catch it."""

    name: str
    operation: Callable[[], Operation]
    harms: frozenset[str] = frozenset(names())
