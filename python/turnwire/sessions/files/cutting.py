"""How a JSON document is cut into lines: for each conversation one with everything but its messages, and theirs."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

import msgspec
from msgspec import Raw, Struct

from turnwire.codec.members import begins, object_of, objects_of
from turnwire.codec.wire import ENCODER
from turnwire.errors import invalid
from turnwire.sessions.files.halves import hidden, revealed

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Iterator

    from turnwire.errors import InvalidDocument

_LIST: Final = msgspec.json.Decoder(list[Raw])
_OBJECT: Final = msgspec.json.Decoder(dict[str, Raw])


class Place(Struct, frozen=True):
    """Where the messages of a conversation are, in a file that is one JSON document.

    Attributes:
        path: the members that lead from the conversation to them.
        by_id: whether they are an object with the messages by their ids; they are a list otherwise.
        is_alone: whether a list of messages without a conversation around it is one, too.
        within: the member of the document that lists its conversations; empty if the document is a conversation, or a
            list of them.
        omitted: the paths of members of a conversation that neither a list nor a transcript shows, such as copies of
            the messages.
    """

    path: tuple[str, ...]
    by_id: bool = False
    is_alone: bool = False
    within: str = ""
    omitted: tuple[tuple[str, ...], ...] = ()

    def are_alone(self, items: Iterable[Collection[str] | None]) -> bool:
        """Return whether the items of a list are messages without a conversation around them.

        Args:
            items: the names of the members of each item; None for an item that is no object.
        """
        has_conversation = False
        for number, names in enumerate(items if self.is_alone else ()):
            if names is None:
                return True
            has_conversation = has_conversation or self.path[0] in names
            if has_conversation and number == 0:
                return False
        return self.is_alone and not has_conversation


def cut(data: bytes, messages: Place) -> Iterator[bytes]:
    """Yield the lines of a document: for each conversation one with everything else, and one for each message.

    The first line of a conversation is an object; or a list if the conversation is in a list.  Its items are the
    conversation and, before the first one, what is around the list; it is empty for messages without a conversation.

    Args:
        data: the document.
        messages: where the messages are in it.

    Raises:
        InvalidDocument: the file is no JSON, or has no conversations.
    """
    for line in _cut(data, messages):
        yield revealed(line)


def _cut(data: bytes, messages: Place) -> Iterator[bytes]:
    try:
        data.decode()
        data = hidden(data)
        text = Raw(data.lstrip())
        if not begins(text, b"["):
            yield from _within(text, messages) if messages.within else conversation(Raw(data), messages, None)
        elif messages.are_alone(object_of(raw) if begins(raw, b"{") else None for raw in _LIST.decode(data)):
            yield b"[]"
            yield from _items(text, messages)
        else:
            for raw in _LIST.decode(data):
                yield from conversation(raw, messages, [])
    except (msgspec.DecodeError, RecursionError, UnicodeDecodeError) as fault:
        raise no_document(fault) from None


def no_document(fault: object) -> InvalidDocument:
    """Make the error for a file that is no JSON, or has no conversations."""
    return invalid("session.json", f"the file is no JSON document of conversations: {fault}")


def in_utf8(lines: Iterable[bytes]) -> Iterator[bytes]:
    """Yield the lines of a file.  Raises InvalidDocument for one that is not UTF-8."""
    for number, line in enumerate(lines, 1):
        try:
            line.decode()
        except UnicodeDecodeError as fault:
            raise invalid("session.json", f"line {number} of the file is no text: {fault}") from None
        yield line


def _within(text: Raw, messages: Place) -> Iterator[bytes]:
    """Yield the lines of a document that has its conversations in a member."""
    around: dict[str, Any] = dict(_OBJECT.decode(text))
    listed = _LIST.decode(around[messages.within]) if messages.within in around else []
    if not listed:
        yield ENCODER.encode([{}, {messages.within: None} | around])
        return
    del around[messages.within]
    for index, raw in enumerate(listed):
        yield from conversation(raw, messages, [] if index else [around])


def conversation(raw: Raw, messages: Place, around: list[dict[str, Any]] | None) -> Iterator[bytes]:
    """Yield the lines of a conversation; `around` is None for one that is in no list."""
    head, held = apart(_OBJECT.decode(raw), messages.path)
    yield ENCODER.encode(head if around is None else [head, *around])
    if held is not None:
        yield from _items(held, messages)


def apart(members: dict[str, Raw], path: tuple[str, ...]) -> tuple[dict[str, Any], Raw | None]:
    """Return a conversation without its messages, and these; a member that is missing is null in it."""
    name = path[0]
    held = members.get(name)
    if held is None:
        return {**members, name: None}, None
    if len(path) == 1:
        return {other: value for other, value in members.items() if other != name}, held
    inner, found = apart(_OBJECT.decode(held), path[1:])
    return {**members, name: inner}, found


def _items(held: Raw, messages: Place) -> Iterator[bytes]:
    if messages.by_id:
        for name, item in _OBJECT.decode(held).items():
            yield ENCODER.encode({name: item})
        return
    for item in _LIST.decode(held):
        if begins(item, b"["):
            raise invalid("session.json", "the messages of a conversation are objects, and one of them is a list")
        yield ENCODER.encode(item)


def heads_of(line: bytes) -> list[dict[str, Raw]]:
    """Return the items of the first line of a conversation: the conversation, and what is around the list of them."""
    return objects_of(Raw(line)) or [dict(object_of(Raw(line)))]


def conversations(lines: Iterable[bytes]) -> Iterator[list[tuple[int, bytes]]]:
    """Yield the lines of each conversation with their numbers in the file, from 1."""
    found: list[tuple[int, bytes]] = []
    for number, line in enumerate(lines, 1):
        if found and line.startswith(b"["):
            yield found
            found = []
        found.append((number, line))
    if found:
        yield found
