"""Objects without the member that says what they are: the member into which what they have belongs."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from turnwire.validation.misplaced import object_at
from turnwire.validation.near import name_here
from turnwire.validation.schema_files import location_of, node_at

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

_ELSE: Final = "/else"
_LEAST: Final = 2
"""Members that have to fit: one such as `type` or `name` fits many objects."""


def put_into(names: Sequence[str], node: dict[str, Any], schema: dict[str, Any], base: str) -> str | None:
    """Say into which member the members of an object belong; None if that is not certain.

    Args:
        names: the members of which the object needs one.
        node: the object.
        schema: the last branch of a chain of `if`, `then` and `else`, which demands one of these members.
        base: the `$id` of a file from which references lead to the schema.

    Example:
        `{"name": "clock", "input_schema": {}}` as a tool of Converse belongs into a `toolSpec`.
    """
    wanted = {each: inner for each in names if (inner := _branches(schema, base).get(each)) is not None}
    fitting = [
        (len(called), what, each, called)
        for what, members in _held(node)
        for each, inner in wanted.items()
        if (called := _names_in(inner, members)) is not None
    ]
    most = max((number for number, *_ in fitting), default=0)
    best = [found for found in fitting if found[0] == most]
    if most < _LEAST or len(best) > 1:
        return _by_type(names, node)
    _, what, name, called = best[0]
    if not called.keys() >= set(wanted[name].get("required", ())):
        return None
    renamed = [f"`{theirs:.40}` as `{ours}`" for ours, theirs in called.items() if ours != theirs]
    return f"put {what} into `{name}`{', ' if renamed else ''}{', '.join(renamed)}"


def _by_type(names: Sequence[str], node: dict[str, Any]) -> str | None:
    """Say which member an object stands for that has the name of that member as its `type`."""
    kind = node.get("type")
    same = [each for each in names if isinstance(kind, str) and each.lower() == kind.replace("_", "").lower()]
    return f"write it as an object in `{same[0]}`" if same else None


def _branches(schema: dict[str, Any], base: str) -> dict[str, dict[str, Any]]:
    """Return the object that each branch of the chain wants in its member."""
    uri, _, pointer = location_of(schema, base).partition("#")
    found: dict[str, dict[str, Any]] = {}
    while pointer.endswith(_ELSE):
        pointer = pointer.removesuffix(_ELSE)
        chain = node_at(uri, pointer)
        for name in chain["if"].get("required", ()):
            inner = object_at({"properties": {"then": chain["then"]}}, "then", uri)
            wanted = object_at(inner, name, uri) if inner is not None else None
            if wanted is not None:
                found[name] = wanted
    return found


def _held(node: dict[str, Any]) -> Iterator[tuple[str, dict[str, Any]]]:
    """Yield the members of an object, and those of the objects in it, each with its name in a sentence."""
    yield "its members", node
    for name, inner in node.items():
        if isinstance(inner, dict):
            yield f"the members of `{name:.40}`", inner


def _names_in(wanted: dict[str, Any], members: dict[str, Any]) -> dict[str, str] | None:
    """Return the members of an object by the names that another object has for them; None if it has none of them."""
    known = wanted.get("properties", {})
    found = {each: each for each in members if each in known}
    free = [each for each in known if each not in found]
    for each in members:
        ours = name_here(each, free) if each not in known else None
        if ours is not None:
            found.setdefault(ours, each)
    return found or None
