"""Split the text of a JSON array into the texts of its elements, in one pass over chunks of any size."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final, NamedTuple

from turnwire.cli.columns import behind
from turnwire.errors import invalid

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

_BLANK: Final = b" \t\r\n"
# Whole strings and everything else up to a bracket, or up to the quote of a string that does not end in the chunk.
_INSIDE: Final = re.compile(rb'(?:[^"{}\[\]]++|"(?:[^"\\]++|\\.)*+")*+', re.DOTALL)
# The same between elements, where a comma matters.
_BETWEEN: Final = re.compile(rb'(?:[^"{}\[\],]++|"(?:[^"\\]++|\\.)*+")*+', re.DOTALL)
_STRING: Final = re.compile(rb'(?:[^"\\]++|\\.)*+', re.DOTALL)
_DEEPEST: Final = 10_000
"""More than any reader takes: the rest of such a file is not worth the time."""
_QUOTE, _COMMA, _OPEN, _CLOSE = b'"'[0], b","[0], b"{[", b"}]"


class Element(NamedTuple):
    """One element of an array: its text without blanks around it, and the place of its first byte in the file.

    `text` is None if the element is longer than the limit.  Lines count from 1, columns from 0, in characters.
    `before` is the text between it and the element before it, or the beginning of the file.
    """

    number: int
    offset: int
    line: int
    column: int
    text: bytes | None
    before: bytes = b""


class Splitter:
    """Takes the chunks of an array's text, and gives its elements.

    Brackets are counted, not matched: an element such as `{]` ends where it would, and its reader refuses it.

    Args:
        limit: the most bytes of an element.
    """

    def __init__(self, limit: int) -> None:
        self._is_over = False
        self._limit = limit
        self._number = 0
        self._depth = 0
        self._in_string = False
        self._is_long = False
        self._held = bytearray()
        self._carried = b""
        self.between = b""
        """The text since the last element: at the end, that after the last one."""
        self._offset = self._column = 0
        self._line = 1

    def elements(self, chunks: Iterable[bytes]) -> Iterator[Element]:
        """Yield the elements.

        Raises InvalidDocument at the end if the text ends within the array, or goes on after it.
        """
        for chunk in chunks:
            text = self._carried + chunk if self._carried else chunk
            if not self._is_over:
                yield from self._fed(text)
                text = self._carried
            self._check_after(text)
        if not self._is_over:
            what = f"the array ends inside element {self._number}, which begins on line {self._start()[1]}"
            raise invalid("json.truncated", what, line=self._line + self._held.count(b"\n"))

    def _check_after(self, text: bytes) -> None:
        if self._is_over:
            self._carried = b""
            self.between += text
            if text.strip(_BLANK):
                raise invalid("json.syntax", "there is text after the end of the array", line=self._line)

    def _fed(self, chunk: bytes) -> Iterator[Element]:
        start = position = 0
        while position < len(chunk) and not self._is_over:
            if self._in_string:
                position, self._in_string = _through_string(chunk, position)
                if self._in_string:
                    break
                continue
            position = (_BETWEEN if self._depth == 1 else _INSIDE).match(chunk, position).end()  # type: ignore[union-attr]
            if position == len(chunk):
                break
            byte = chunk[position]
            position += 1
            if self._step(byte):
                self._hold(chunk[start : position - 1])
                if element := self._element(byte):
                    yield element
                start = position
        self._carried = chunk[position:]
        self._hold(chunk[start:position])

    def _step(self, byte: int) -> bool:
        """Count one byte, and return whether the text before the array or an element ends there."""
        if byte == _QUOTE:
            self._in_string = True
        elif byte in _OPEN:
            self._depth += 1
            if self._depth > _DEEPEST:
                raise invalid("json.depth", f"element {self._number} is nested deeper than {_DEEPEST:,}")
            return self._depth == 1
        elif byte in _CLOSE:
            self._depth -= 1
            return self._depth == 0
        return byte == _COMMA

    def _hold(self, text: bytes) -> None:
        self._held += text
        if self._depth and len(self._held) > self._limit:
            self._is_long = True
            self._forget()

    def _forget(self) -> None:
        """Drop the held text, and keep the place after it."""
        self._line, self._column = behind(self._held, self._line, self._column)
        self._offset += len(self._held)
        self._held.clear()

    def _start(self) -> tuple[int, int, int]:
        """Return the offset, the line and the column of the first byte of the held text that is not blank."""
        held = self._held
        blanks = len(held) - len(held.lstrip(_BLANK))
        return self._offset + blanks, *behind(held[:blanks], self._line, self._column)

    def _element(self, byte: int) -> Element | None:
        """Return the element that ends before `byte`, if one does: none does at the opening bracket of the array."""
        held = bytes(self._held)
        text = held.strip(_BLANK)
        is_one = byte not in _OPEN and bool(text or self._is_long or self._number or byte == _COMMA)
        element = None
        if is_one:
            begin = held.index(text)
            before = self.between + held[:begin]
            element = Element(self._number, *self._start(), None if self._is_long else text, before)
            self.between, held = b"", held[begin + len(text) :]
        self.between += held + bytes((byte,))
        self._forget()
        self._offset += 1
        self._column += 1
        self._number += is_one
        self._is_long = False
        self._is_over = byte in _CLOSE
        return element


def _through_string(chunk: bytes, position: int) -> tuple[int, bool]:
    """Return the position after a string, or where it breaks off in the chunk, and whether it does.

    It breaks off before an escape that is not whole.
    """
    end = _STRING.match(chunk, position).end()  # type: ignore[union-attr]
    return (end + 1, False) if chunk[end : end + 1] == b'"' else (end, True)
