"""Lines as they are read, and those that had to be mended for that."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from msgspec import structs

from turnwire.sessions.files.format import Rereadable
from turnwire.sessions.files.halves import mended

if TYPE_CHECKING:
    from turnwire.sessions.files.format import Numbered, SessionFormat
    from turnwire.sessions.files.line import Line


def read_numbered(numbered: Numbered, form: SessionFormat) -> Iterator[Line]:
    """Yield each line of a file with what it is; a line that had to be mended keeps its original.

    Args:
        numbered: the lines of the file with their numbers.
        form: the format.
    """
    mending = _RereadableMending(numbered, numbered) if isinstance(numbered, Rereadable) else _Mending(numbered)
    for line in form.lines(iter(mending) if isinstance(numbered, Iterator) else mending):
        original = mending.original(line.number)
        yield line if original is None else structs.replace(line, original=original)


class _Mending:
    """Lines that can be read, as often as those that they are made of; and those that had to be mended."""

    def __init__(self, numbered: Numbered) -> None:
        self._originals: dict[int, bytes] = {}
        self._numbered = numbered

    def __iter__(self) -> Iterator[tuple[int, bytes]]:
        for number, text in self._numbered:
            found = mended(text)
            if found != text:
                self.keep(number, text)
            yield number, found

    def keep(self, number: int, text: bytes) -> None:
        """Keep a line that had to be mended."""
        self._originals[number] = text

    def original(self, number: int) -> bytes | None:
        """Return a line that had to be mended, once."""
        return self._originals.pop(number, None)


class _RereadableMending(_Mending):
    """Mends lines any of which can be read again, so that the originals are not held in memory."""

    def __init__(self, numbered: Numbered, again: Rereadable) -> None:
        super().__init__(numbered)
        self._again = again
        self._mended: set[int] = set()

    def text(self, number: int) -> bytes:
        """Return the line with a number."""
        return mended(self._again.text(number))

    def keep(self, number: int, _: bytes) -> None:
        """Remember the number of a line that had to be mended."""
        self._mended.add(number)

    def original(self, number: int) -> bytes | None:
        """Return a line that had to be mended."""
        return self._again.text(number) if number in self._mended else None
