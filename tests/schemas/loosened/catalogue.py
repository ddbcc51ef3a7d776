"""Which constraints each table must notice: each constraint of all schemas is in one table."""

from __future__ import annotations

import functools
from typing import TYPE_CHECKING

from tests.schemas.loosened.constraints import own_constraints
from tests.schemas.loosened.implied import is_implied, ways_to
from tests.schemas.loosened.spared import reason_of

from turnwire.documents import schemas
from turnwire.validation import schema_files

if TYPE_CHECKING:
    from collections.abc import Mapping

    from tests.schemas.loosened.constraints import Constraint

__all__ = ["constraints_in", "is_implied", "out_of_reach"]


def constraints_in(name: str) -> tuple[Constraint, ...]:
    """Return the constraints that the table of a schema is about.

    They are those of its file that its documents are compared with; and those of another file's definitions, where the
    documents of that file are not compared with them, and those of no schema before this one are.
    """
    return _shared()[0][name]


def out_of_reach() -> tuple[Constraint, ...]:
    """Return the constraints that the documents of no schema are compared with, and that are not spared."""
    return tuple(each for each in _shared()[1] if reason_of(each) is None)


@functools.cache
def _shared() -> tuple[Mapping[str, tuple[Constraint, ...]], tuple[Constraint, ...]]:
    found: dict[str, list[Constraint]] = {name: [] for name in schemas.every_name()}
    left: list[Constraint] = []
    for name, theirs in found.items():
        for each in own_constraints(name):
            (theirs if _reaches(name, each) else left).append(each)
    unreached: list[Constraint] = []
    for each in left:
        other = next((name for name in found if _reaches(name, each)), None)
        (found[other] if other else unreached).append(each)
    return {name: tuple(theirs) for name, theirs in found.items()}, tuple(unreached)


def _reaches(name: str, constraint: Constraint) -> bool:
    node = schema_files.node_at(constraint.base, constraint.place)
    return id(node) in ways_to(schemas.id_of(name))
