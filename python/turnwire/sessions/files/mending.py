"""Lines as they are read, and those that had to be mended for that."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING

from msgspec import structs

from turnwire.sessions.files.format import Rereadable
from turnwire.sessions.files.halves import mended

if TYPE_CHECKING:
    from turnwire.sessions.files.format import Numbered, SessionFormat
    from turnwire.sessions.files.line import Line


def read_numbered(numbered: Numbered, form: SessionFormat, mend: Callable[[bytes], bytes] = mended) -> Iterator[Line]:
    """Yield each line of a file with what it is; a line that had to be mended keeps its original.

    Args:
        numbered: the lines of the file with their numbers.
        form: the format.
        mend: makes a line that can be read of a line of the file.
    """
    if isinstance(numbered, Rereadable):
        mending: _Mending = _RereadableMending(numbered, numbered, mend)
    else:
        mending = _Mending(numbered, mend)
    for line in form.lines(iter(mending) if isinstance(numbered, Iterator) else mending):
        original = _original_of(line, mending, form)
        yield line if original is None else structs.replace(line, original=original)


def _original_of(line: Line, mending: _Mending, form: SessionFormat) -> bytes | None:
    """Return a line that had to be mended; of several lines that were read as one, such as chunks of a text, all."""
    if form.messages is not None or b"\n" not in line.text:
        return mending.original(line.number)
    texts = line.text.split(b"\n")
    found = [mending.original(number) for number in range(line.number, line.number + len(texts))]
    if found == [None] * len(texts):
        return None
    return b"\n".join(text if each is None else each for text, each in zip(texts, found, strict=True))


class _Mending:
    """Lines that can be read, as often as those that they are made of; and those that had to be mended."""

    def __init__(self, numbered: Numbered, mend: Callable[[bytes], bytes]) -> None:
        self._originals: dict[int, bytes] = {}
        self._numbered = numbered
        self._mend = mend

    def __iter__(self) -> Iterator[tuple[int, bytes]]:
        for number, text in self._numbered:
            found = self._mend(text)
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

    def __init__(self, numbered: Numbered, again: Rereadable, mend: Callable[[bytes], bytes]) -> None:
        super().__init__(numbered, mend)
        self._again = again
        self._mended: set[int] = set()

    def text(self, number: int) -> bytes:
        """Return the line with a number."""
        return self._mend(self._again.text(number))

    def keep(self, number: int, _: bytes) -> None:
        """Remember the number of a line that had to be mended."""
        self._mended.add(number)

    def original(self, number: int) -> bytes | None:
        """Return a line that had to be mended."""
        return self._again.text(number) if number in self._mended else None
