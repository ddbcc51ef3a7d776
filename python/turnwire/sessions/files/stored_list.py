"""A list of whole numbers, of which a large session may have more than memory is to hold."""

from __future__ import annotations

import tempfile
import weakref
from array import array
from typing import IO, TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Iterator

HELD: Final = 16 * 1024
"""How many numbers are held in memory; the others are in a temporary file."""
_BLOCK: Final = 2048
"""How many numbers are read and written at once: those that are asked for are mostly beside one another."""


class StoredList:
    """Whole numbers of 64 bits, in the order in which they were added.

    Args:
        held: how many of them are held in memory.

    Raises:
        OSError: the temporary file cannot be written.

    Example:
        >>> numbers = StoredList()
        >>> numbers.append(7)
        >>> numbers[0]
        7
    """

    def __init__(self, held: int = HELD) -> None:
        self._most = held
        self._held = array("q")
        self._stored = 0
        self._file: IO[bytes] | None = None
        self._block = array("q")
        self._number = 0
        self._is_changed = False

    def __len__(self) -> int:
        return len(self._held) + self._stored

    def __iter__(self) -> Iterator[int]:
        return map(self.__getitem__, range(len(self)))

    def __getitem__(self, index: int) -> int:
        place = index - self._most
        return self._held[index] if place < 0 else self._block_of(place)[place % _BLOCK]

    def __setitem__(self, index: int, number: int) -> None:
        place = index - self._most
        if place < 0:
            self._held[index] = number
        else:
            self._block_of(place)[place % _BLOCK] = number
            self._is_changed = True

    def append(self, number: int) -> None:
        """Add a number at the end."""
        if len(self._held) < self._most:
            self._held.append(number)
            return
        self._block_of(self._stored).append(number)
        self._stored += 1
        self._is_changed = True

    def pop(self) -> int:
        """Remove the last number, and return it.  Raises IndexError if the list is empty."""
        if not self._stored:
            return self._held.pop()
        block = self._block_of(self._stored - 1)
        self._stored -= 1
        self._is_changed = True
        return block.pop()

    def _block_of(self, place: int) -> array[int]:
        """Return the block of the file that has a place, and keep it until another one is asked for."""
        number = place // _BLOCK
        if number != self._number:
            file = self._opened()
            if self._is_changed:
                file.seek(self._number * _BLOCK * self._block.itemsize)
                file.write(self._block)
            self._number, self._block, self._is_changed = number, array("q"), False
            file.seek(number * _BLOCK * self._block.itemsize)
            self._block.frombytes(file.read(_BLOCK * self._block.itemsize))
            del self._block[max(0, self._stored - number * _BLOCK) :]  # numbers that were removed are still in the file
        return self._block

    def _opened(self) -> IO[bytes]:
        """Return the temporary file, which is closed, and thereby removed, when nobody has the list any more."""
        if self._file is None:
            self._file = tempfile.TemporaryFile()  # noqa: SIM115 - it lives as long as the list
            weakref.finalize(self, self._file.close)
        return self._file


def filled(number: int, count: int) -> StoredList:
    """Return a list with the same number so many times."""
    found = StoredList()
    for _ in range(count):
        found.append(number)
    return found
