"""Tomorrow's keys: what a provider will add to its format next year, put anywhere into today's documents."""

from __future__ import annotations

import json
from typing import Any

from hypothesis import strategies as st
from msgspec import Raw

from turnwire.testing.difference import parse
from turnwire.testing.free_json import json_texts
from turnwire.testing.shapes import unknown_parts

_NAMES = ("x_future", "vendor/extension", "~tilde", "x_nested")


@st.composite
def with_unknown_keys(draw: st.DrawFn, wire: Any, *, most: int = 3, parts: bool = True) -> bytes:
    """A document with one to `most` unknown keys in any of its objects, and parts of unknown type in its lists.

    `wire` is a JSON value, bytes of JSON, or a strategy of either.  `parts=False` leaves the lists as they are.
    """
    given = draw(wire) if isinstance(wire, st.SearchStrategy) else wire
    tree = _copied(parse(given) if isinstance(given, bytes | Raw) else given)
    objects, lists = list(_objects(tree)), [items for items in _lists(tree) if parts and _has_parts(items)]
    for number in range(draw(st.integers(1, most)) if objects or lists else 0):
        target = draw(st.sampled_from([*objects, *lists]))
        if isinstance(target, dict):
            target[draw(st.sampled_from(_NAMES)) + str(number)] = _free(draw(json_texts(3)))
        else:
            target.insert(draw(st.integers(0, len(target))), _plain(draw(unknown_parts())))
    return dumps(tree)


def dumps(tree: Any) -> bytes:
    """JSON of a tree with exact numbers, as `difference.parse` gives it."""
    return _dumped(tree).encode()


def _dumped(tree: Any) -> str:
    if isinstance(tree, dict):
        return "{" + ", ".join(f"{json.dumps(name)}: {_dumped(value)}" for name, value in tree.items()) + "}"
    if isinstance(tree, list):
        return "[" + ", ".join(map(_dumped, tree)) + "]"
    return str(tree) if type(tree).__name__ == "Decimal" else json.dumps(tree, ensure_ascii=False)


def _free(text: str) -> Any:
    return parse(text.encode())


def _plain(part: dict[str, Any]) -> dict[str, Any]:
    return {name: parse(value) if isinstance(value, Raw) else value for name, value in part.items()}


def _copied(tree: Any) -> Any:
    if isinstance(tree, dict):
        return {name: _copied(value) for name, value in tree.items()}
    return [_copied(item) for item in tree] if isinstance(tree, list) else tree


def _objects(tree: Any) -> list[dict[str, Any]]:
    found = [tree] if isinstance(tree, dict) else []
    for inner in _inner(tree):
        found += _objects(inner)
    return found


def _lists(tree: Any) -> list[list[Any]]:
    found = [tree] if isinstance(tree, list) else []
    for inner in _inner(tree):
        found += _lists(inner)
    return found


def _inner(tree: Any) -> list[Any]:
    if isinstance(tree, dict):
        return list(tree.values())
    return tree if isinstance(tree, list) else []


def _has_parts(items: list[Any]) -> bool:
    """Return whether a list holds members of a tagged union: objects with a `type`."""
    return bool(items) and all(isinstance(item, dict) and isinstance(item.get("type"), str) for item in items)
