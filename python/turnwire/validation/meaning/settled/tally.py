"""The members of a request, its levels and the colons in its strings, counted by the walk over its messages.

They show whether the text repeats a key (`turnwire.codec.counted`), without another walk over the whole tree.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from turnwire.codec.counted import Counts, counts

if TYPE_CHECKING:
    from turnwire.codec.json import Tree

_AROUND: Final = 8
"""Levels of the messages of a request, or more; and those of the objects in them that `add_object` looks into."""


class Tally:
    """What was counted so far.

    A walk adds to `members`, and to `texts` each string that is not one of few words; whatever it does not look into,
    it gives to `add` or `add_object`.
    """

    __slots__ = ("_inside", "_levels", "members", "texts")

    def __init__(self) -> None:
        self.members = 0
        """Members of the objects that were counted."""
        self.texts: list[str] = []
        """Strings that may have colons."""
        self._inside = self._levels = 0

    def add(self, value: Tree) -> None:
        """Count a whole value."""
        self.add_counts(counts(value))

    def add_counts(self, found: Counts) -> None:
        """Add a value that was counted."""
        self.members += found.members
        self._inside += found.inside
        self._levels = max(self._levels, found.levels)

    def add_object(self, node: dict[str, Any], levels: int = 1) -> None:
        """Count an object that has few others, in less time than `add`."""
        self.members += len(node)
        for value in node.values():
            kind = type(value)
            if kind is str:
                self.texts.append(value)
            elif kind is dict and levels < _AROUND:
                self.add_object(value, levels + 1)
            elif kind is dict or kind is list:
                self.add(value)

    def add_settings(self, tree: dict[str, Any], *others: str) -> None:
        """Count a request, but not the values of some members."""
        self.members += len(tree)
        for name, value in tree.items():
            kind = type(value)
            if kind is str and name not in others:
                self.texts.append(value)
            elif kind is dict and name not in others:
                self.add_object(value)
            elif kind is list and name not in others:
                self.add(value)

    def result(self) -> Counts:
        """Return what was counted, with more levels than there are.

        Raises:
            TypeError: one of the texts is no text.
        """
        inside = self._inside
        for text in self.texts:
            if ":" in text:  # most texts have none, which memchr says soon
                inside += text.count(":")
        return Counts(2 * _AROUND + self._levels, self.members, inside)
