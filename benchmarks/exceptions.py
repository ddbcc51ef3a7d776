"""The pairs that cannot keep a limit, each with the most it may take instead, and its reason."""

from __future__ import annotations

from typing import NamedTuple


class Named(NamedTuple):
    """The most that is allowed instead of the limit, and why."""

    most: float
    why: str


NAMED: dict[tuple[str, str, str], Named] = {}
"""By source, target and size."""

GROWING: dict[tuple[str, str], Named] = {}
"""By source and target, for the growth from few messages to many."""
