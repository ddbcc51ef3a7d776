"""Session files that are one JSON document: they are cut into lines, so that they are read as the others are.

A conversation becomes a line with everything but its messages, and a line for each message.
"""

from __future__ import annotations

import itertools
from typing import TYPE_CHECKING, Any, Final, Protocol

import msgspec
from msgspec import Raw, Struct

from turnwire.codec.members import begins, object_of, objects_of
from turnwire.codec.wire import ENCODER
from turnwire.errors import invalid

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping

_LIST: Final = msgspec.json.Decoder(list[Raw])
_OBJECT: Final = msgspec.json.Decoder(dict[str, Raw])
_OBJECTS: Final = msgspec.json.Decoder(list[dict[str, Raw]])


class Document(Protocol):
    """How a file that is no list of lines is cut into conversations, and put together again."""

    @property
    def holds(self) -> frozenset[str]:
        """The members of a document, or of its conversations, that lead to the messages."""

    @property
    def lists(self) -> str:
        """The member of a conversation that a list of messages alone stands for; empty if it is none."""

    @property
    def of_lines(self) -> Callable[[Iterable[bytes]], Iterator[list[tuple[int, bytes]]]] | None:
        """Cuts a file with a document on each line, given its lines, as `conversations` cuts it; None if it is one."""

    def conversations(self, data: bytes) -> Iterator[list[tuple[int, bytes]]]:
        """Yield the lines of each conversation of a file with their numbers.  Raises InvalidDocument."""

    def of_items(self, items: Iterable[bytes]) -> Iterator[list[tuple[int, bytes]]] | None:
        """Cut a list of conversations, given its items, as `conversations` cuts it; None for any other list."""

    def joined(self, lines: Iterable[bytes]) -> bytes:
        """Return the file that was cut into these lines."""


class Messages(Struct, frozen=True):
    """Where the messages of a conversation are, in a file that is one JSON document.

    Attributes:
        path: the members that lead from the conversation to them.
        by_id: whether they are an object with the messages by their ids; they are a list otherwise.
        is_alone: whether a list of messages without a conversation around it is one, too.
        within: the member of the document that lists its conversations; empty if the document is a conversation, or a
            list of them.
    """

    path: tuple[str, ...]
    by_id: bool = False
    is_alone: bool = False
    within: str = ""

    @property
    def holds(self) -> frozenset[str]:
        """The members that lead to the messages."""
        return frozenset((*self.path, self.within))

    @property
    def lists(self) -> str:
        """The member that a list of messages alone stands for; empty if it is no conversation."""
        return self.path[-1] if self.is_alone else ""

    @property
    def of_lines(self) -> None:
        """No file has a document on each line."""
        return None

    def conversations(self, data: bytes) -> Iterator[list[tuple[int, bytes]]]:
        """Yield the lines of each conversation of a file with their numbers.  Raises InvalidDocument."""
        return conversations(cut(data, self))

    def of_items(self, items: Iterable[bytes]) -> Iterator[list[tuple[int, bytes]]] | None:
        """Yield the same, given the items of a list; None for a list that can be the messages of one conversation."""
        following = iter(items)
        first = next(following, b"")
        if self.are_alone([object_of(Raw(first))]):
            return None
        found = itertools.chain([first], following)
        return conversations(line for item in found for line in cut(b"[%b]" % item, self, are_conversations=True))

    def are_alone(self, items: Iterable[Mapping[str, Raw]]) -> bool:
        """Return whether the items of a list are messages without a conversation around them."""
        return self.is_alone and not any(self.path[0] in item for item in items)

    def joined(self, lines: Iterable[bytes]) -> bytes:
        """Return the document that was cut into these lines.  Raises ValueError if there are none."""
        return joined(lines, self)


def cut(data: bytes, messages: Messages, *, are_conversations: bool = False) -> Iterator[bytes]:
    """Yield the lines of a document: for each conversation one with everything else, and one for each message.

    The first line of a conversation is an object; or a list if the conversation is in a list.  Its items are the
    conversation and, before the first one, what is around the list; it is empty for messages without a conversation.

    Args:
        data: the document.
        messages: where the messages are in it.
        are_conversations: whether the items of a list are conversations, even if they have no messages.

    Raises:
        InvalidDocument: the file is no JSON, or has no conversations.
    """
    try:
        data.decode()
        text = Raw(data.lstrip())
        if not begins(text, b"["):
            yield from _within(text, messages) if messages.within else _conversation(Raw(data), messages, None)
        elif not are_conversations and messages.are_alone(objects_of(text) or ()):
            yield b"[]"
            yield from _items(text, messages)
        else:
            for raw in _LIST.decode(data):
                yield from _conversation(raw, messages, [])
    except (msgspec.DecodeError, RecursionError, UnicodeDecodeError) as fault:
        raise invalid("session.json", f"the file is no JSON document of conversations: {fault}") from None


def in_utf8(lines: Iterable[bytes]) -> Iterator[bytes]:
    """Yield the lines of a file.  Raises InvalidDocument for one that is not UTF-8."""
    for number, line in enumerate(lines, 1):
        try:
            line.decode()
        except UnicodeDecodeError as fault:
            raise invalid("session.json", f"line {number} of the file is no text: {fault}") from None
        yield line


def _within(text: Raw, messages: Messages) -> Iterator[bytes]:
    """Yield the lines of a document that has its conversations in a member."""
    around: dict[str, Any] = dict(_OBJECT.decode(text))
    listed = _LIST.decode(around[messages.within]) if messages.within in around else []
    if not listed:
        yield ENCODER.encode([{}, {messages.within: None} | around])
        return
    del around[messages.within]
    for index, raw in enumerate(listed):
        yield from _conversation(raw, messages, [] if index else [around])


def _conversation(raw: Raw, messages: Messages, around: list[dict[str, Any]] | None) -> Iterator[bytes]:
    """Yield the lines of a conversation; `around` is None for one that is in no list."""
    head, held = _apart(_OBJECT.decode(raw), messages.path)
    yield ENCODER.encode(head if around is None else [head, *around])
    if held is not None:
        yield from _items(held, messages)


def _apart(members: dict[str, Raw], path: tuple[str, ...]) -> tuple[dict[str, Any], Raw | None]:
    """Return a conversation without its messages, and these; a member that is missing is null in it."""
    name = path[0]
    held = members.get(name)
    if held is None:
        return {**members, name: None}, None
    if len(path) == 1:
        return {other: value for other, value in members.items() if other != name}, held
    inner, found = _apart(_OBJECT.decode(held), path[1:])
    return {**members, name: inner}, found


def _items(held: Raw, messages: Messages) -> Iterator[bytes]:
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


def joined(lines: Iterable[bytes], messages: Messages) -> bytes:
    """Return the document that was cut into these lines, given the lines of one file in their order.

    Raises:
        ValueError: there are no lines.
    """
    found = [[line for _, line in each] for each in conversations(lines)]
    if not found:
        raise ValueError("there are no lines")
    first = found[0][0]
    if not first.startswith(b"["):
        return ENCODER.encode(_put_together(_OBJECT.decode(first), found[0][1:], messages))
    heads = [_OBJECTS.decode(each[0]) for each in found]
    if not heads[0]:
        return ENCODER.encode([Raw(item) for item in found[0][1:]])
    around = heads[0][1] if len(heads[0]) > 1 else None
    if around is not None and messages.within in around:
        return ENCODER.encode(_without_null(around, messages.within))
    made = [_put_together(head[0], each[1:], messages) for head, each in zip(heads, found, strict=True) if head]
    return ENCODER.encode(made if around is None else around | {messages.within: made})


def _put_together(members: dict[str, Raw], items: list[bytes], messages: Messages) -> dict[str, Any]:
    held: Any = [Raw(item) for item in items]
    if messages.by_id:
        held = {name: item for line in items for name, item in _OBJECT.decode(line).items()}
    return _with(members, messages.path, held)


def _with(members: dict[str, Raw], path: tuple[str, ...], held: Any) -> dict[str, Any]:
    name = path[0]
    if bytes(members.get(name, b"")) == b"null":
        return _without_null(members, name)
    return members | {name: held if len(path) == 1 else _with(_OBJECT.decode(members[name]), path[1:], held)}


def _without_null(members: dict[str, Raw], name: str) -> dict[str, Any]:
    """Return an object without a member that is null."""
    return {other: value for other, value in members.items() if other != name or bytes(value) != b"null"}
