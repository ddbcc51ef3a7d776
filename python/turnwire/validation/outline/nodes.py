"""Access to members of nodes whose type is not certain."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Callable

    from turnwire.validation.outline.records import Part, Path


def member(node: Any, name: str) -> Any:
    """Return a member of an object; None if there is none, or if the node is no object."""
    return node.get(name) if type(node) is dict else None


def text(node: Any, name: str) -> str:
    """Return a member that is a string; empty if there is none."""
    value = node.get(name) if type(node) is dict else None
    return value if type(value) is str else ""


def spelled(node: Any, camel: str, snake: str) -> str:
    """Return which of two spellings of a member an object has: the second one if only that is there."""
    return snake if type(node) is dict and camel not in node and snake in node else camel


def parts_in(content: Any, place: Path, part: Callable[[dict[str, Any], Path], Part]) -> list[Part]:
    """Return a part for each object of a list; what is no object is left out."""
    if type(content) is not list:
        return []
    return [part(node, (*place, n)) for n, node in enumerate(content) if type(node) is dict]
