"""Cut a session file into its lines."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, TypeVar

from turnwire.cli.words import count
from turnwire.errors import invalid

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

Item = TypeVar("Item")

_BEGINNING: Final = 1000
"""How many bytes of a line that is too long are kept."""


class Cut:
    """The lines of a file, without their line feeds.

    Attributes:
        too_long: the numbers of the lines of which only the beginning was given.
    """

    def __init__(self, chunks: Iterable[bytes], longest: int) -> None:
        """Cut a file.

        Args:
            chunks: the bytes of the file.
            longest: the most bytes that a line may have.
        """
        self._chunks = chunks
        self._longest = longest
        self._number = 1
        self.too_long: list[int] = []

    def __iter__(self) -> Iterator[bytes]:
        rest: list[bytes] = []
        size = 0
        for chunk in self._chunks:
            first, *others = chunk.split(b"\n")
            is_skipped = size > self._longest
            size += len(first)
            if not is_skipped:
                rest.append(first)
                if size > self._longest:
                    beginning, rest = self._beginning(rest), []
                    yield beginning
            if others:
                if size <= self._longest:
                    yield b"".join(rest)
                yield from others[:-1]
                self._number += len(others)
                rest, size = [others[-1]], len(others[-1])
        if size <= self._longest:
            yield b"".join(rest)

    def _beginning(self, line: list[bytes]) -> bytes:
        self.too_long.append(self._number)
        return b"".join(line)[:_BEGINNING]

    def explained(self, found: Iterable[Item]) -> Iterator[Item]:
        """Yield what was made of the lines, and then raise InvalidDocument if one of them was too long."""
        yield from found
        if self.too_long:
            numbers = ", ".join(map(str, self.too_long[:3])) + (" and others" if self.too_long[3:] else "")
            lines = f"{count(len(self.too_long), 'line')} longer than {self._longest:,} bytes ({numbers})"
            raise invalid("session.line", f"the file has {lines}, of which only the beginning was read")
