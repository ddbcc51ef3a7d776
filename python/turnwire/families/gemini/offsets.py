"""Positions in a text, in bytes of UTF-8 and in characters."""

from __future__ import annotations

from bisect import bisect_left
from itertools import accumulate


class Offsets:
    """One text, whose positions are counted once."""

    def __init__(self, text: str) -> None:
        self.text = text
        self._starts = None if text.isascii() else list(accumulate(map(_width, text), initial=0))
        """The byte where each character begins, and the end."""

    def byte(self, character: int) -> int:
        """The byte where a character begins.

        Examples:
            >>> Offsets("é!").byte(1)
            2
        """
        return character if self._starts is None else self._starts[character]

    def span(self, start: int, end: int) -> tuple[int, int] | None:
        """The characters between two bytes; None if a byte is outside the text or inside a character.

        Examples:
            >>> Offsets("é!").span(0, 2)
            (0, 1)
            >>> Offsets("é!").span(1, 2) is None
            True
        """
        if not 0 <= start <= end:
            return None
        if self._starts is None:
            return (start, end) if end <= len(self.text) else None
        first, after = bisect_left(self._starts, start), bisect_left(self._starts, end)
        whole = after < len(self._starts) and self._starts[first] == start and self._starts[after] == end
        return (first, after) if whole else None


def _width(character: str) -> int:
    return len(character.encode("utf-8", "surrogatepass"))
