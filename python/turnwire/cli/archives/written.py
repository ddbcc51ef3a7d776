"""How far the output of a run is, and what the run needs to know of its output."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

from msgspec import Struct

if TYPE_CHECKING:
    from collections.abc import Callable


class Written(Struct, frozen=True):
    """The file that is being written, and how much of it is."""

    path: str
    length: int
    is_array: bool
    """Whether it is a JSON array, whose closing bracket comes last."""


class Destination(Protocol):
    """Where a command writes, and how a run that was interrupted goes on writing."""

    is_done: bool
    """Whether the documents that are put were written before, by the run that goes on."""

    @property
    def place(self) -> str | None:
        """What `-o` names; None for standard output."""

    def keep_parts(self, run: str) -> None:
        """Let unfinished files stay if the run is interrupted; `run` is a name of the run."""

    def written(self) -> Written | None:
        """Return how far the output is, after writing what is still in memory.  Raises CannotWrite."""

    def go_on(self, written: Written) -> None:
        """Go on with the file that an interrupted run was writing.  Raises CannotWrite."""

    def end(self, note: Callable[[], None] | None) -> None:
        """End the output after the last document; `note` remembers that all is read.  Raises CannotWrite."""
