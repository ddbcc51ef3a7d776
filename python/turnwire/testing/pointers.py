"""JSON Pointers (RFC 6901) into parsed JSON."""

from __future__ import annotations

from typing import Any


class NowhereError(LookupError):
    """A pointer to a value that does not exist."""


def resolve(tree: Any, pointer: str) -> Any:
    """Return the value at a pointer.

    Raises:
        NowhereError: there is none.
    """
    if pointer and not pointer.startswith("/"):
        raise NowhereError(pointer)
    for part in pointer.split("/")[1:]:
        tree = _step(tree, part.replace("~1", "/").replace("~0", "~"), pointer)
    return tree


def _step(tree: Any, name: str, pointer: str) -> Any:
    if isinstance(tree, dict) and name in tree:
        return tree[name]
    if isinstance(tree, list) and name.isdigit() and int(name) < len(tree):
        return tree[int(name)]
    raise NowhereError(pointer)


def is_under(pointer: str, ancestor: str) -> bool:
    """Whether a pointer leads to a place inside another one's, or to the same."""
    return pointer == ancestor or pointer.startswith(ancestor + "/")
