"""A large document without its long lists: it is small, and says where in the file each of them is."""

from __future__ import annotations

import re
import sys
from typing import TYPE_CHECKING, Final, TypeAlias

import msgspec
from msgspec import Raw, Struct

from turnwire.codec.limits import STRICT
from turnwire.sessions.files.cutting import no_document
from turnwire.sessions.files.halves import hidden, revealed
from turnwire.sessions.files.items import Piece, Text

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator
    from typing import BinaryIO

Path: TypeAlias = tuple[str | None, ...]
"""The members that lead to a list; None is any item of a list."""

CHUNK: Final = 1024 * 1024
MOST: Final = STRICT.max_bytes
_BEGUN: Final = 1024 * 1024
"""How many bytes of a list are enough to recognise the format of a file."""

_ANY: Final = msgspec.json.Decoder(Raw)
_NAME: Final = msgspec.json.Decoder(str)
_BYTE: Final = re.compile(r"\(byte (\d+)\)")
_LIST, _OBJECT = b"[", b"{"
_NO_END: Final = "JSON is malformed: expected ',' or the end of a list or object"
_EMPTY: Final = {_LIST: b"[]", _OBJECT: b"{}", b'"': b'""'}


class TooLarge(Exception):
    """What is beside the long lists of a document is too large for an outline."""


class Held(Struct, frozen=True, array_like=True):
    """Where a list is in the file.

    Attributes:
        begin: where it begins.
        end: where it ends.
        count: how many items it has.
        marks: the first bytes of the items, each once.
        largest: how many bytes the largest item has.
    """

    begin: int
    end: int
    count: int
    marks: str
    largest: int


_HELD: Final = msgspec.json.Decoder(Held)
_ENCODED: Final = msgspec.json.Encoder().encode


class Source:
    """A file that can be read from any place.

    Args:
        stream: the file; its position is not kept.
        chunk: how many bytes are read at once.
        large: how many bytes a conversation in a list may have to be read as a whole.
        is_brief: whether a larger conversation is read without the members that neither a list nor a transcript shows.
    """

    def __init__(self, stream: BinaryIO, chunk: int = CHUNK, large: int = 8 * CHUNK, *, is_brief: bool = False) -> None:
        self.large = large
        self.is_brief = is_brief
        self._stream = stream
        self._chunk = chunk

    def chunks(self, begin: int = 0, end: int | None = None) -> Iterator[bytes]:
        """Yield the bytes of the file, or of a part of it."""
        while end is None or begin < end:
            self._stream.seek(begin)
            chunk = self._stream.read(self._chunk if end is None else min(self._chunk, end - begin))
            if not chunk:
                return
            begin += len(chunk)
            yield chunk

    def text(self, begin: int = 0, end: int | None = None) -> Text:
        """Return the text of the file, or of a part of it."""
        return Text(self.chunks(begin, end), begin)

    def data(self, begin: int = 0, end: int | None = None, most: int = sys.maxsize) -> bytes:
        """Return the bytes of the file, or of a part of it; of a larger one the first `most` bytes."""
        return b"".join(self.chunks(begin, begin + most if end is None else min(end, begin + most)))

    def items(self, held: Held) -> Iterator[bytes]:
        """Yield the items of a list that `outline` or `measured` has read."""
        for piece in self.text(held.begin, held.end).pieces(MOST):
            yield piece.text or b"null"


def outline(text: Text, *paths: Path, omitted: Collection[Path] = (), most: int = MOST) -> bytes:
    """Return a document in which each list at one of the paths is replaced by its `Held`.

    Args:
        text: the document.
        paths: where the lists are.
        omitted: the paths of lists and objects that are empty in the outline.
        most: the largest item of the lists, in bytes, that is checked to be JSON; a larger one is skipped unchecked.

    Raises:
        InvalidDocument: the text is no JSON.
        TooLarge: the rest of the document is larger than a document may be.
    """
    found = Walk(text, omitted, most).copied(*paths)
    ended(text)
    return found


def beginning(text: Text, *paths: Path) -> bytes:
    """Return a document with the first items of each list or object at one of the paths.

    Raises:
        InvalidDocument: the text is no JSON.
        TooLarge: the rest of the document is larger than a document may be.
    """
    found = _Beginning(text).copied(*paths)
    ended(text)
    return found


def held_of(raw: Raw) -> Held | None:
    """Return where a list is that was replaced; None for any other value."""
    return _HELD.decode(raw) if bytes(memoryview(raw)[:1]) == _LIST else None


def measured(text: Text, most: int = MOST) -> Held:
    """Pass a list, and return where it is.  Raises InvalidDocument if it is no JSON, as far as it was checked.

    Args:
        text: the file from the list on.
        most: the largest item, in bytes, that is checked to be JSON.
    """
    text.next_mark()
    begin, count, marks, largest = text.position, 0, "", 0
    for piece in text.pieces(most):
        checked(piece)
        count += 1
        mark = piece.mark.decode("latin-1")
        marks += mark if mark not in marks else ""
        largest = max(largest, piece.end - piece.begin)
    return Held(begin, text.position, count, marks, largest)


def first_item(text: Text, *paths: Path) -> bytes:
    """Return the beginning of the first item of a list, as `beginning` does.  Raises InvalidDocument, TooLarge."""
    text.passes(_LIST)
    return _Beginning(text).copied(*paths)


def names(text: Text) -> set[str]:
    """Pass an object, and return the names of its members.  Raises InvalidDocument if it is no JSON."""
    found: set[str] = set()
    text.passes(_OBJECT)
    while text.next_mark() == b'"':
        found.add(name_of(text))
        text.piece(0)
        text.passes(b",")
    return found


def members(text: Text) -> Iterator[tuple[str, Piece]]:
    """Pass an object, and yield the name and the place of each member.  Raises InvalidDocument if it is no JSON.

    Half of a surrogate pair in a name is as `hidden` returns it.
    """
    text.passes(_OBJECT)
    is_done = text.passes(b"}")
    while not is_done:
        text.next_mark()
        begin = text.position
        name = name_of(text)
        value = text.piece(MOST)
        checked(value)
        yield name, Piece(begin, value.end, b'"', None)
        is_done = text.passes(b"}")
        if not is_done and not text.passes(b","):
            raise text.fault(_NO_END)


def name_of(text: Text) -> str:
    """Pass the name of a member, and return it, as `hidden` returns it.  Raises InvalidDocument."""
    begin = text.position
    return _NAME.decode(hidden(checked(Piece(begin, begin, b"", text.name()))))


def checked(piece: Piece) -> bytes:
    """Return the text of a piece, if it has one.  Raises InvalidDocument if it is no JSON."""
    if piece.text is None:
        return b""
    if not piece.text:
        raise no_document(f"a value is missing (byte {piece.begin})")
    try:
        piece.text.decode()
        _ANY.decode(hidden(piece.text))
    except UnicodeDecodeError as fault:
        raise no_document(f"{fault.reason} (byte {piece.begin + fault.start})") from None
    except (msgspec.DecodeError, RecursionError) as fault:
        shown = _BYTE.sub(lambda found: f"(byte {piece.begin + int(found[1])})", str(fault))
        raise no_document(shown) from None
    return piece.text


def ended(text: Text) -> None:
    """Check that nothing follows.  Raises InvalidDocument."""
    if text.next_mark():
        raise text.fault("JSON is malformed: trailing characters")


class Walk:
    """Goes through a document, and copies all but the lists at the paths.

    Args:
        text: the document.
        omitted: the paths of lists and objects that are empty in the copy.
        most: the largest item of the lists, in bytes, that is checked to be JSON.

    Attributes:
        holds: the first bytes of the values that are not copied.
    """

    holds = _LIST

    def __init__(self, text: Text, omitted: Collection[Path] = (), most: int = MOST) -> None:
        self.text = text
        self._most = most
        self.size = 0
        self._omitted = omitted
        self._parts: list[bytes] = []
        self._at: Path = ()

    def copied(self, *paths: Path) -> bytes:
        """Return the copy.  Raises InvalidDocument, TooLarge."""
        self._value(paths)
        return b"".join(self._parts)

    def add(self, part: bytes) -> None:
        """Add to the copy."""
        self._parts.append(part)
        self.size += len(part)
        if self.size > MOST:
            raise TooLarge

    def held(self, _: tuple[Path, ...]) -> None:
        """Pass a list at one of the paths."""
        self.add(_ENCODED(measured(self.text, self._most)))

    def each(self, paths: tuple[Path, ...], most: int = MOST) -> None:
        """Copy an object or a list; of its items those within so many bytes."""
        opening = self.text.next_mark()
        closing, copy = (b"}", self._member) if opening == _OBJECT else (b"]", self._item)
        self.text.passes(opening)
        self.add(opening)
        start, is_kept = self.size, True
        is_done = self.text.passes(closing)
        while not is_done:
            if is_kept:
                copy(paths)
            else:
                self.text.piece(0)
            is_kept = self.size - start <= most
            is_done = self.text.passes(closing)
            if not is_done and not self.text.passes(b","):
                raise self.text.fault(_NO_END)
            if not is_done and is_kept:
                self.add(b",")
        self.add(closing)

    def _value(self, paths: tuple[Path, ...]) -> None:
        mark = self.text.next_mark()
        if mark in self.holds and () in paths and mark:
            self.held(paths)
        elif mark in (_LIST, _OBJECT) and self._at in self._omitted:
            self._leave_out(mark)
        elif mark in (_LIST, _OBJECT) and any(path and (path[0] is None) == (mark == _LIST) for path in paths):
            self.each(paths)
        else:
            self.copy()

    def copy(self) -> None:
        """Copy any other value."""
        piece = self.text.piece(MOST)
        if piece.text is None:
            raise TooLarge
        self.add(checked(piece))

    def _leave_out(self, mark: bytes) -> None:
        """Copy an empty value instead of the next one, and check that the next one is JSON."""
        if mark == _LIST:
            measured(self.text)
        else:
            for _ in members(self.text):
                pass
        self.add(_EMPTY[mark])

    def _item(self, paths: tuple[Path, ...]) -> None:
        self._below(None, paths)

    def _member(self, paths: tuple[Path, ...]) -> None:
        word = name_of(self.text)
        self.add(revealed(_ENCODED(word)) + b":")
        self._below(word, paths)

    def _below(self, step: str | None, paths: tuple[Path, ...]) -> None:
        before, self._at = self._at, (*self._at, step)
        self._value(tuple(path[1:] for path in paths if path and path[0] == step))
        self._at = before


class _Beginning(Walk):
    """Copies the beginning of each list on the paths, and of each object at their end."""

    holds = b"[{"

    def each(self, paths: tuple[Path, ...], most: int = MOST) -> None:
        """Copy an object, or the first items of a list."""
        super().each(paths, _BEGUN if self.text.next_mark() == _LIST else most)

    def held(self, paths: tuple[Path, ...]) -> None:
        """Copy the first items."""
        self.each(paths, _BEGUN)

    def copy(self) -> None:
        """Copy any other value; of a large one only what it is."""
        piece = self.text.piece(_BEGUN)
        self.add(_EMPTY.get(piece.mark, b"null") if piece.text is None else checked(piece))
