"""Anchors and aliases of YAML: what aliases may repeat, and how much."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from turnwire.codec.json import Tree

MAX_ALIASES = 100
MAX_EXPANSION = 10
"""How many times its own size a text may have after its aliases are written out."""


class Anchored(NamedTuple):
    """A finished node that aliases may repeat: its value, its size and levels, and its text if it is a scalar."""

    value: Tree
    size: int
    height: int
    text: str | None = None


class Anchors:
    """The nodes with anchors in one document, and what the aliases of a whole text have repeated of them.

    Args:
        length: the length of the text.
    """

    def __init__(self, length: int) -> None:
        self._known: dict[str, Anchored] = {}
        self._length = length
        self._aliases = self._expanded = 0

    def begin_document(self) -> None:
        """Forget the anchors of the document before."""
        self._known.clear()

    def begin(self, name: str) -> None:
        """Note that a node with this anchor begins.

        A repeated anchor names the new node from here on; until that node is finished, it names nothing.
        """
        self._known.pop(name, None)

    def end(self, name: str, node: Anchored) -> None:
        """Note the finished node of an anchor."""
        self._known[name] = node

    def node(self, name: str) -> Anchored | None:
        """Return the node that an alias repeats; None if no finished node has this anchor."""
        return self._known.get(name)

    def is_too_much(self, node: Anchored) -> bool:
        """Count one more repetition of a node, and return whether the aliases repeat more than allowed."""
        self._aliases += 1
        self._expanded += node.size
        return self._aliases > MAX_ALIASES or self._expanded > MAX_EXPANSION * self._length
