"""The items of a JSON list that is too large to be held in memory: cut one by one out of the chunks of a file."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from turnwire.codec.limits import STRICT
from turnwire.errors import invalid
from turnwire.sessions.files.mending import MARK

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

# Possessive quantifiers prevent backtracking.
_INSIDE_TEXT: Final = re.compile(rb'(?:[^"\\]++|\\[\x00-\xff])*+')
_BETWEEN: Final = re.compile(rb'[^"\[\]{},]*+')
_TEXT: Final = rb'[^"\[\]{}]++|"(?:[^"\\]++|\\[\x00-\xff])*+"'
_FLAT: Final = rb"(?:%b)*+" % _TEXT
_LOW: Final = rb"(?:%b|\{%b\}|\[%b\])*+" % (_TEXT, _FLAT, _FLAT)
_INSIDE_ITEM: Final = re.compile(rb"(?:%b|\{%b\}|\[%b\])*+" % (_TEXT, _LOW, _LOW))
"""Whole objects and lists of two levels are passed at once: that is faster than counting their brackets."""
_OPENING, _CLOSING, _QUOTE, _COMMA = b"[{", b"]}", b'"', b","


def is_list(chunk: bytes) -> bool:
    """Return whether a file that begins with these bytes is a list."""
    return chunk.removeprefix(MARK).lstrip()[:1] == b"["


def items(chunks: Iterable[bytes]) -> Iterator[bytes]:
    """Yield the text of each item of a JSON list, without the white space around it.

    Brackets and quotes are paired; what is between them is for the decoder of the item to check.

    Args:
        chunks: the bytes of a file that `is_list`, cut anywhere.

    Raises:
        InvalidDocument: the list does not end, something follows it, or an item is larger than a document may be.
    """
    cutting = _Cutting()
    for chunk in chunks:
        yield from cutting.feed(chunk)
    if cutting.depth != 0 or not cutting.has_begun:
        raise invalid("session.json", "the file is no JSON document of conversations: the text ends inside a list")


class _Cutting:
    """Where the text is: how many brackets are open, and whether it is inside of a quoted text."""

    def __init__(self) -> None:
        self.depth = 0
        self.has_begun = False
        self._is_text = False
        self._is_escaped = False
        self._held: list[bytes] = []
        self._size = 0
        self._has_items = False

    def feed(self, chunk: bytes) -> Iterator[bytes]:
        """Yield the items that end in a chunk."""
        if not self.has_begun:
            chunk = chunk.removeprefix(MARK)
        begin, position = 0, int(self._is_escaped)
        self._is_escaped = False
        while (position := self._next(chunk, position)) < len(chunk):
            mark = chunk[position : position + 1]
            if mark == _QUOTE:
                self._is_text = not self._is_text
            elif mark in _OPENING:
                begin = self._open(position, begin)
            elif mark in _CLOSING or self.depth == 1:
                self.depth -= mark in _CLOSING
                if self.depth == (mark == _COMMA):
                    yield from self._item(chunk[begin:position], is_last=mark != _COMMA)
                    begin = position + 1
            position += 1
        if self.depth > 0:
            self._hold(chunk[begin:])
        else:
            self._refuse_more(self.has_begun and bool(chunk[begin:].strip()))

    def _next(self, chunk: bytes, position: int) -> int:
        """Return where the next bracket, comma or end of a text is; the length of the chunk if there is none."""
        if self._is_text:
            found = _INSIDE_TEXT.match(chunk, position)
        else:
            found = (_INSIDE_ITEM if self.depth > 1 else _BETWEEN).match(chunk, position)
        end = found.end() if found else len(chunk)
        if end < len(chunk) and chunk[end : end + 1] == b"\\":
            self._is_escaped = True
            return len(chunk)
        return end

    def _open(self, position: int, begin: int) -> int:
        """Count a bracket; return where the item begins."""
        self.depth += 1
        if self.depth > 1 or self.has_begun:
            self._refuse_more(self.depth == 1)
            return begin
        self.has_begun = True
        return position + 1

    def _item(self, end: bytes, *, is_last: bool) -> Iterator[bytes]:
        self._hold(end)
        text = b"".join(self._held).strip()
        self._held, self._size = [], 0
        if text or not is_last or self._has_items:
            yield text
        self._has_items = True

    def _hold(self, text: bytes) -> None:
        self._held.append(text)
        self._size += len(text)
        if self._size > STRICT.max_bytes:
            message = f"a conversation is larger than {STRICT.max_bytes:,} bytes, the most that turnwire reads"
            raise invalid("session.line", message)

    def _refuse_more(self, is_more: bool) -> None:  # noqa: FBT001 - what is found, not a choice
        if is_more:
            raise invalid("session.json", "the file is no JSON document of conversations: something follows the list")
