"""The parts of a vendor's record that the readers and writers of efforts and reasoning use."""

from __future__ import annotations

from typing import Protocol


class Wording(Protocol):
    """The words of a vendor, from its record (vendor.py)."""

    @property
    def name(self) -> str:
        """The name of the dialect."""

    @property
    def efforts(self) -> frozenset[str]:
        """The words of `reasoning_effort`."""

    @property
    def thoughts(self) -> tuple[str, ...]:
        """The members of a message that hold the text of its reasoning; the first is the one that is written."""
