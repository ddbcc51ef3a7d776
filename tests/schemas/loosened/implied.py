"""Constraints that no document can break alone, because another part of the schema demands the same of every value."""

from __future__ import annotations

import functools
import re
from collections import deque
from typing import TYPE_CHECKING, Any

from tests.schemas.loosened.sample import Part, in_place

from turnwire.validation import schema_files

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from tests.schemas.loosened.constraints import Constraint
    from tests.schemas.loosened.sample import Guard

Known = tuple[Part, ...]
"""Schemas that a value fits as well, whenever it is compared with one."""
_TYPES = {type(None): "null", bool: "boolean", str: "string", dict: "object", list: "array", int: "integer"}


def is_implied(constraint: Constraint, root: str) -> bool:
    """Return whether each document that breaks the constraint is refused without it, too.

    Args:
        constraint: what is loosened.
        root: the `$id` of the schema that documents are compared with.
    """
    node = schema_files.node_at(constraint.base, constraint.place)
    ways = ways_to(root).get(id(node), [])
    rest = Part({name: value for name, value in node.items() if name != constraint.keyword}, constraint.base)
    also = _after(Part(node, constraint.base)) if constraint.keyword == "type" else ()
    return bool(ways) and all(
        any(_demands(other.node, constraint, node) for other in (*known, *also, rest) if other.node is not node)
        for known in ways
    )


def _after(part: Part) -> Known:
    """Return the schemas inside that a value of another type is compared with: no condition asks for its type."""
    return tuple(
        inner
        for inner, guards in in_place(part)
        if inner.node is not part.node and all(guard.holds and _is_about_objects(guard) for guard in guards)
    )


def _is_about_objects(guard: Guard) -> bool:
    return bool(guard.part.node.keys() <= {"required", "properties"})


def _demands(other: dict[str, Any], constraint: Constraint, node: dict[str, Any]) -> bool:
    """Return whether a value that fits the other schema satisfies the constraint."""
    if constraint.keyword == "required":
        return constraint.item in other.get("required", ())
    if constraint.keyword == "minLength":
        return bool(node["minLength"] == 1 and "pattern" in other and not re.search(other["pattern"], ""))
    words = _words(other)
    if constraint.keyword == "type":
        types = [_TYPES.get(type(word), "number") for word in words or ()]
        named = other.get("type", types if words is not None else None)
        return named is not None and constraint.item not in ([named] if isinstance(named, str) else named)
    mine = _words(node) if constraint.keyword in ("const", "enum") else None
    return mine is not None and words is not None and all(word in mine for word in words)


def _words(node: Any) -> list[Any] | None:
    return [node["const"]] if "const" in node else node.get("enum")


@functools.cache
def ways_to(root: str) -> Mapping[int, list[Known]]:
    """Return the schema objects that documents of a schema are compared with, by identity, and what is known each time.

    Args:
        root: the `$id` of the schema.
    """
    found: dict[int, list[Known]] = {}
    row: deque[tuple[Part, Known]] = deque([(Part(schema_files.tree(root), root), ())])
    seen: set[tuple[int, frozenset[int]]] = set()
    while row:
        position, known = row.popleft()
        for part, all_known, _ in with_known(position, known):
            found.setdefault(id(part.node), []).append(all_known)
            for inner, theirs in _inner(part, all_known):
                mark = (id(inner.node), frozenset(id(each.node) for each in theirs))
                if mark not in seen:
                    seen.add(mark)
                    row.append((inner, theirs))
    return found


def with_known(position: Part, known: Known) -> Iterator[tuple[Part, Known, tuple[Guard, ...]]]:
    """Yield the schemas that a value is compared with, each with what it fits as well, and under which conditions.

    Args:
        position: the schema of a place in a document.
        known: other schemas that a value there fits.
    """
    before: list[tuple[Part, tuple[Guard, ...]]] = []
    for part, guards in in_place(position):
        conditions = tuple(each for guard in guards for each in _said_by(guard))
        around = tuple(other for other, theirs in before if theirs == guards[: len(theirs)])
        yield part, (*known, *conditions, *around), guards
        before.append((part, guards))


def _said_by(guard: Guard) -> Known:
    """Return what a value fits that a condition holds for, or does not hold for: then the member is there."""
    if guard.holds:
        return (guard.part,)
    members = guard.part.node.get("properties", {})
    is_only_about_one = guard.part.node.keys() == {"properties"} and len(members) == 1
    return (Part({"required": list(members)}, guard.part.base),) if is_only_about_one else ()


def _inner(part: Part, known: Known) -> Iterator[tuple[Part, Known]]:
    for step, inner in steps_inside(part):
        yield inner, tuple(also for each in known for name, also in steps_inside(each) if name == step)


def steps_inside(part: Part) -> Iterator[tuple[str | int | None, Part]]:
    """Yield the schemas of what is inside a value, with the name of the member, 0 for items, None for others."""
    for name in part.node.get("properties", {}):
        yield name, part.at("properties", name)
    for keyword, step in (("items", 0), ("additionalProperties", None)):
        if isinstance(part.node.get(keyword), dict):
            yield step, part.at(keyword)
