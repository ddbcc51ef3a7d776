"""Documents that are wrong at one place: each value of a document in turn is another one, or missing."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections import Counter
    from collections.abc import Iterator

# Each place is changed so often, in documents that have it.
OFTEN = 2
TYPES: dict[str, Any] = {"null": None, "boolean": True, "number": 7, "text": "x", "list": [], "object": {}}
TAGS = ("role", "type", "object")
_MISSING = object()


def mutants(tree: Any, seen: Counter[str]) -> Iterator[tuple[str, str]]:
    """Change the tree at one place at a time, and yield the place and the change while it is so.

    Args:
        tree: a parsed document; it is as it was after the last one.
        seen: how often each place was changed; a place that was changed often is left out.

    Yields:
        The place, as `/messages/*(user)/content`, and the name of the change.
    """
    for place, container, key in _places(tree, ""):
        if seen[place] >= OFTEN:
            continue
        seen[place] += 1
        original = container[key]
        for change, value in _changes(original, is_member=isinstance(container, dict)):
            if value is _MISSING:
                del container[key]
            else:
                container[key] = value
            yield place, change
            container[key] = original


def _places(node: Any, place: str) -> Iterator[tuple[str, Any, Any]]:
    members = list(node.items()) if isinstance(node, dict) else list(enumerate(node)) if isinstance(node, list) else []
    for key, value in members:
        inner = f"{place}/{key if isinstance(node, dict) else '*'}{_tag(value)}"
        yield inner, node, key
        yield from _places(value, inner)


def _tag(node: Any) -> str:
    words = [node[key] for key in TAGS if isinstance(node, dict) and isinstance(node.get(key), str)]
    return f"({words[0]})" if words else ""


def _changes(value: Any, *, is_member: bool) -> Iterator[tuple[str, Any]]:
    for name, other in TYPES.items():
        if type(other) is not type(value):
            yield name, other
    if is_member:
        yield "missing", _MISSING
    if isinstance(value, str):
        yield "word", value + "?"
    elif isinstance(value, list):
        yield "empty", []
        yield "long", value * 200
    elif isinstance(value, int | float) and not isinstance(value, bool):
        yield from (("less", -1_000_000), ("more", 1_000_000), ("fraction", 0.5), ("zero", 0))
