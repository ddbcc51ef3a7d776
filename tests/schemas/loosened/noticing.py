"""Which row of a table notices that a constraint is loosened."""

from __future__ import annotations

import functools
from typing import TYPE_CHECKING, Any

from tests.schemas.loosened.catalogue import constraints_in, is_implied
from tests.schemas.loosened.rows import refusing, rows
from tests.schemas.loosened.spared import reason_of

from turnwire.documents import schemas
from turnwire.validation import schema_files

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from tests.schemas.loosened.constraints import Constraint


def complaints(name: str) -> Iterator[tuple[Constraint, str | None]]:
    """Loosen each constraint in turn, and yield it with what is wrong; None if a row notices, or none has to.

    Args:
        name: the name of a schema.
    """
    for constraint in constraints_in(name):
        yield constraint, _complaint(name, constraint)


def _complaint(name: str, constraint: Constraint) -> str | None:
    reason = why_not(name, constraint)
    if is_noticed(name, constraint):
        return f"STALE: {reason} But a row notices it." if reason else None
    return None if reason else "SURVIVED"


def why_not(name: str, constraint: Constraint) -> str | None:
    """Return why no document can notice that a constraint is loosened; None if there has to be one."""
    if is_implied(constraint, schemas.id_of(name)):
        return "Another part of the schema demands the same of each value."
    return reason_of(constraint)


def is_noticed(name: str, constraint: Constraint) -> bool:
    """Return whether the schema takes one of the broken documents when a constraint is loosened."""
    broken, by_constraint = _broken(name)
    first = by_constraint.get(constraint, [])
    with constraint.loosened():
        compiled = schema_files.compiled(schemas.id_of(name))
        return any(compiled.is_valid(tree) for tree in (*first, *broken))


def without_row(name: str) -> Iterator[Constraint]:
    """Yield the constraints that need a row and that no document is refused for; most are found without compiling."""
    by_constraint = _broken(name)[1]
    for constraint in constraints_in(name):
        if constraint not in by_constraint and why_not(name, constraint) is None and not is_noticed(name, constraint):
            yield constraint


@functools.cache
def _broken(name: str) -> tuple[list[Any], Mapping[Constraint, list[Any]]]:
    """Return the documents of a table, and those that each constraint refuses."""
    base = schemas.id_of(name)
    compiled = schema_files.compiled(base)
    by_constraint: dict[Constraint, list[Any]] = {}
    broken = [row.broken() for row in rows(name)]
    for tree in broken:
        for constraint in refusing(compiled, tree, base):
            by_constraint.setdefault(constraint, []).append(tree)
    return broken, by_constraint
