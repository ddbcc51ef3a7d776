"""JSON Patches (RFC 6902) that mend findings, as text in `Fix.patch`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, TypedDict

from turnwire.codec.json import dumps, loads
from turnwire.model import Fix
from turnwire.validation.outline.records import Path, pointer_of
from turnwire.validation.patching.places import steps_of

if TYPE_CHECKING:
    from turnwire.validation.inside import Inside

Operation = TypedDict("Operation", {"op": str, "path": str, "from": str, "value": Any}, total=False)


def replace(path: Path, value: Any) -> Operation:
    """Give the value at a path another one."""
    return {"op": "replace", "path": pointer_of(path), "value": value}


def add(path: Path, value: Any) -> Operation:
    """Add a member, or an entry before the one at the path; the length of the list appends."""
    return {"op": "add", "path": pointer_of(path), "value": value}


def remove(path: Path) -> Operation:
    """Take a member or an entry out."""
    return {"op": "remove", "path": pointer_of(path)}


def move(source: Path, path: Path) -> Operation:
    """Move a value; within one object, the member keeps its place and gets another name."""
    return {"op": "move", "from": pointer_of(source), "path": pointer_of(path)}


def safe(message: str, *operations: Operation) -> Fix:
    """Make a fix that keeps what the document means.

    Args:
        message: what the change does, in words: "rename `temprature` to `temperature`".
        operations: the changes, in order.
    """
    return Fix(message, safe=True, patch=dumps(list(operations)).decode())


def unsafe(message: str, *operations: Operation) -> Fix:
    """Make a fix that leaves something out, or that guesses; it is made on request only."""
    return Fix(message, safe=False, patch=dumps(list(operations)).decode())


def operations_of(fix: Fix) -> list[Operation]:
    """Return the operations of a fix."""
    found: list[Operation] = loads(fix.patch.encode())
    return found


def moved(fixes: list[Fix], found: Inside) -> list[Fix]:
    """Return fixes of a document inside of a text for the whole text, without those that would change the wrapper."""
    whole = ([_moved(each, found) for each in operations_of(fix)] for fix in fixes)
    return [
        Fix(fix.message, fix.safe, dumps(operations).decode())
        for fix, operations in zip(fixes, whole, strict=True)
        if None not in operations
    ]


def _moved(operation: Operation, found: Inside) -> Operation | None:
    changed = dict(operation)
    for name in ("path", "from"):
        if name in changed:
            steps = steps_of(str(changed[name]))
            if len(steps) <= found.added:
                return None
            changed[name] = pointer_of(found.path(tuple(steps)))
    return changed  # type: ignore[return-value]
