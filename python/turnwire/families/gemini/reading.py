"""What a reader knows of the document it reads: whose it is, and which calls it has had."""

from __future__ import annotations

from typing import TYPE_CHECKING

from turnwire.lowering.positional_call_ids import Positions
from turnwire.model import Origin

if TYPE_CHECKING:
    from collections.abc import Callable


def is_ambiguous(said: str, counted: str) -> bool:
    """An id that the document tells is marked only where counting would have given the same."""
    return said == counted


def is_told(_said: str, _counted: str) -> bool:
    """Every id that the document tells is marked: the dialect has no ids of its own."""
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
        """The id of the call a result answers, its name where the call has another, and what is as it was read."""
        counted = self.positions.next_result(name) if said else ""
        use_id = self.positions.of_result(name, said)
        other = None if self.called.get(use_id) == name else name
        if not said:
            # A response is told with the id of its call; this one is not.
            return use_id, other, ["no_id"] if use_id in self.told else []
        return use_id, other, ["tool_use_id"] if self.marks_id(said, counted) else []
