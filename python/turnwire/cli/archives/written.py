"""How far the output of a run is."""

from __future__ import annotations

from msgspec import Struct


class Written(Struct, frozen=True):
    """The file that is being written, and how much of it is."""

    path: str
    length: int
    is_array: bool
    """Whether it is a JSON array, whose closing bracket comes last."""
