"""A large document, cut as a small one is: its messages are read from the file whenever they are asked for."""

from __future__ import annotations

import contextlib
import itertools
import sys
from typing import TYPE_CHECKING, Any, Final, TypeAlias

import msgspec
from msgspec import Raw

from turnwire.codec.lenient import BOM
from turnwire.codec.members import object_of
from turnwire.codec.wire import ENCODER
from turnwire.errors import invalid
from turnwire.sessions.files.by_id import MembersInFile, OutlineById, message_too_large
from turnwire.sessions.files.cutting import apart, conversation, conversations, cut, no_document
from turnwire.sessions.files.halves import hidden, revealed
from turnwire.sessions.files.items import Piece
from turnwire.sessions.files.outline import MOST, TooLarge, checked, ended, held_of, measured, names, outline

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator

    from turnwire.errors import InvalidDocument
    from turnwire.sessions.files.cutting import Place
    from turnwire.sessions.files.outline import Held, Source

_OBJECT: Final = msgspec.json.Decoder(dict[str, Raw])

WHOLE: Final = 512 * 1024 * 1024
"""How large a conversation may be that is read as a whole."""


class InFile:
    """The lines of the items of a list; they are read from the file whenever they are asked for."""

    def __init__(self, source: Source, held: Held) -> None:
        self._source = source
        self._held = held

    def __len__(self) -> int:
        return self._held.count

    def __iter__(self) -> Iterator[bytes]:
        return self._source.items(self._held)


class Conversation:
    """The lines of a conversation with their numbers; they can be read more than once.

    Args:
        number: the number of the first line.
        head: the line with everything but the messages.
        items: the lines of the messages.
    """

    def __init__(self, number: int, head: bytes, *items: Items) -> None:
        self.number = number
        self.head = head
        self.items = items

    def __len__(self) -> int:
        return 1 + sum(map(len, self.items))

    def __iter__(self) -> Iterator[tuple[int, bytes]]:
        yield self.number, self.head
        yield from enumerate(itertools.chain.from_iterable(self.items), self.number + 1)


class Indexed(Conversation):
    """The lines of a conversation that has its messages by their ids; each line can be read again."""

    def __init__(self, number: int, head: bytes, items: list[bytes] | MembersInFile) -> None:
        super().__init__(number, head, items)
        self._items = items

    def text(self, number: int) -> bytes:
        """Return the line with a number."""
        return self.head if number == self.number else self._items[number - self.number - 1]


Items: TypeAlias = "list[bytes] | InFile | MembersInFile"


def conversations_in(source: Source, messages: Place) -> Iterator[Conversation]:
    """Yield the lines of each conversation of a file with their numbers, from 1.

    A document is checked before its first line is given; the conversations of a list are read one after the other.

    Args:
        source: the file.
        messages: where the messages are in it.

    Raises:
        InvalidDocument: the file is no JSON, or has no conversations.
    """
    number = 1
    try:
        for head, items in _cut(source, messages):
            found = Conversation(number, head, items) if isinstance(items, InFile) else Indexed(number, head, items)
            yield found
            number += len(found)
    except (msgspec.DecodeError, RecursionError, UnicodeDecodeError) as fault:
        raise no_document(fault) from None


def _cut(source: Source, messages: Place) -> Iterator[tuple[bytes, Items]]:
    if source.text().next_mark() == b"[":
        yield from _of_list(source, messages)
    elif messages.within:
        yield from _within(source, messages)
    else:
        yield _conversation(source, Piece(0, sys.maxsize, b"", None), messages, None)


def _of_list(source: Source, messages: Place) -> Iterator[tuple[bytes, Items]]:
    if messages.are_alone(_names_of(source, piece) for piece in source.text().pieces(source.large)):
        text = source.text()
        held = measured(text)
        ended(text)
        yield b"[]", in_file(source, held)
        return
    text = source.text()
    for piece in text.pieces(source.large):
        yield _conversation(source, piece, messages, [])
    ended(text)


def _names_of(source: Source, piece: Piece) -> Collection[str] | None:
    """Return the names of the members of an item; None for an item that is no object."""
    if piece.mark != b"{":
        return None
    return names(source.text(piece.begin, piece.end)) if piece.text is None else object_of(Raw(hidden(piece.text)))


def _within(source: Source, messages: Place) -> Iterator[tuple[bytes, Items]]:
    """Cut a document that has its conversations in a member."""
    name = messages.within
    try:
        around: dict[str, Any] = dict(_OBJECT.decode(hidden(outline(source.text(), (name,), most=source.large))))
    except TooLarge:
        for lines in conversations(cut(whole(source), messages)):
            head, *items = [line for _, line in lines]
            yield head, items
        return
    held = held_of(around[name]) if name in around else None
    if name in around and held is None:
        raise no_document("the conversations are no list")
    if held is None or not held.count:
        listed = {name: None} if held is None else {name: Raw(source.data(held.begin, held.end))}
        yield revealed(ENCODER.encode([{}, {name: None} | around | listed])), []
        return
    del around[name]
    for index, piece in enumerate(source.text(held.begin, held.end).pieces(source.large)):
        yield _conversation(source, piece, messages, [] if index else [around])


def _conversation(
    source: Source, piece: Piece, messages: Place, around: list[dict[str, Any]] | None
) -> tuple[bytes, Items]:
    """Return the lines of a conversation; `around` is None for one that is in no list."""
    if piece.text is None:
        with contextlib.suppress(TooLarge):
            return _outlined(source, piece, messages, around)
    text = whole(source, piece.begin, piece.end) if piece.text is None else checked(piece)
    head, *items = map(revealed, conversation(Raw(hidden(text)), messages, around))
    return head, items


def _outlined(
    source: Source, piece: Piece, messages: Place, around: list[dict[str, Any]] | None
) -> tuple[bytes, Items]:
    text, omitted = source.text(piece.begin, piece.end), messages.omitted if source.is_brief else ()
    by_id = OutlineById(source, text, omitted) if messages.by_id else None
    document = outline(text, messages.path, omitted=omitted) if by_id is None else by_id.document(messages.path)
    head, raw = apart(_OBJECT.decode(hidden(document)), messages.path)
    line = revealed(ENCODER.encode(head if around is None else [head, *around]))
    if raw is None:
        return line, []
    if by_id is None:
        held = held_of(raw)
        found: Items | None = None if held is None else in_file(source, held)
    else:
        found = by_id.members(raw)
    if found is None:
        raise no_document("the messages are no object" if messages.by_id else "the messages are no list")
    return line, found


def in_file(source: Source, held: Held) -> InFile:
    """Return the messages of a list that stay in the file.  Raises InvalidDocument if one cannot be read."""
    if "[" in held.marks:
        raise invalid("session.json", "the messages of a conversation are objects, and one of them is a list")
    if held.largest > MOST:
        raise message_too_large()
    return InFile(source, held)


def whole(source: Source, begin: int = 0, end: int | None = None) -> bytes:
    """Return a part of the file that can only be read as a whole.  Raises InvalidDocument if it is too large."""
    data = source.data(begin, end, WHOLE + 1)
    if len(data) > WHOLE:
        raise too_large()
    return checked(Piece(begin, begin + len(data), b"", data.removeprefix(BOM)))


def too_large() -> InvalidDocument:
    """Make the error for a file or a conversation that can only be read as a whole."""
    message = f"it is larger than {WHOLE:,} bytes, the most that turnwire reads of a file that it cannot cut"
    return invalid("session.size", message, hint="leave out the pictures and results that are so large")
