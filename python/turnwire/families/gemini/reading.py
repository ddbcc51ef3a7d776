"""The state of a reader: the dialect, and the calls that it has read so far."""

from __future__ import annotations

from typing import TYPE_CHECKING

from turnwire.lowering.positional_call_ids import Positions
from turnwire.model import Origin

if TYPE_CHECKING:
    from collections.abc import Callable


def is_ambiguous(said: str, counted: str) -> bool:
    """Return whether an id must be marked: only if counting would have given the same id."""
    return said == counted


def is_told(_said: str, _counted: str) -> bool:
    """Return True: every id in the document is marked, because the dialect has no ids of its own."""
    return True


class Reading:
    """One document being read."""

    def __init__(self, name: str, marks_id: Callable[[str, str], bool]) -> None:
        self.name = name
        self.marks_id = marks_id
        self.origin = Origin(name)
        self.positions = Positions()
        self.called: dict[str, str] = {}
        self.told: set[str] = set()

    def call(self, name: str, said: str | None) -> tuple[str, list[str]]:
        """The id of a call, and the fields that are written as they were read."""
        counted = f"call_{self.positions.calls + 1}"
        use_id = self.positions.of_call(name, said)
        self.called[use_id] = name
        if said:
            self.told.add(said)
        return use_id, ["id"] if said and self.marks_id(said, counted) else []

    def result(self, name: str | None, said: str | None) -> tuple[str, str | None, list[str]]:
        """Return the id of the call that a result answers, its name if that differs from the call's, and its marks."""
        counted = self.positions.next_result(name) if said else ""
        use_id = self.positions.of_result(name, said)
        other = None if self.called.get(use_id) == name else name
        if not said:
            # A response is marked together with the id of its call, which this one does not have.
            return use_id, other, ["no_id"] if use_id in self.told else []
        return use_id, other, ["tool_use_id"] if self.marks_id(said, counted) else []
