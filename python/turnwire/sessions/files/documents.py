"""Session files that are one JSON document: they are cut into lines, so that they are read as the others are.

A conversation becomes a line with everything but its messages, and a line for each message.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final, Protocol

import msgspec
from msgspec import Raw

from turnwire.codec.wire import ENCODER
from turnwire.sessions.files.cutting import Place, conversations, cut
from turnwire.sessions.files.halves import hidden, revealed
from turnwire.sessions.files.large import conversations_in

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from turnwire.sessions.files.outline import Path, Source

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
    def paths(self) -> tuple[Path, ...]:
        """The members that lead from a document to the lists that make it large."""

    @property
    def of_lines(self) -> Callable[[Iterable[bytes]], Iterator[Iterable[tuple[int, bytes]]]] | None:
        """Cuts a file with a document on each line, given its lines, as `conversations` cuts it; None if it is one."""

    def conversations(self, data: bytes) -> Iterator[list[tuple[int, bytes]]]:
        """Yield the lines of each conversation of a file with their numbers.  Raises InvalidDocument."""

    def large(self, source: Source) -> Iterator[Iterable[tuple[int, bytes]]]:
        """Yield the same as `conversations`, given a file that is not held in memory.  Raises InvalidDocument."""

    def joined(self, lines: Iterable[bytes]) -> bytes:
        """Return the file that was cut into these lines."""


class Messages(Place, frozen=True):
    """Where the messages of a conversation are, in a file that is one JSON document."""

    @property
    def holds(self) -> frozenset[str]:
        """The members that lead to the messages."""
        return frozenset((*self.path, self.within))

    @property
    def lists(self) -> str:
        """The member that a list of messages alone stands for; empty if it is no conversation."""
        return self.path[-1] if self.is_alone else ""

    @property
    def paths(self) -> tuple[Path, ...]:
        """The members that lead to the messages, and to the list of conversations."""
        return ((self.within,), (self.within, None, *self.path)) if self.within else (self.path,)

    @property
    def of_lines(self) -> None:
        """No file has a document on each line."""
        return None

    def conversations(self, data: bytes) -> Iterator[list[tuple[int, bytes]]]:
        """Yield the lines of each conversation of a file with their numbers.  Raises InvalidDocument."""
        return conversations(cut(data, self))

    def large(self, source: Source) -> Iterator[Iterable[tuple[int, bytes]]]:
        """Yield the same, given a file that is not held in memory.  Raises InvalidDocument."""
        return conversations_in(source, self)

    def joined(self, lines: Iterable[bytes]) -> bytes:
        """Return the document that was cut into these lines.  Raises ValueError if there are none."""
        return joined(lines, self)


def joined(lines: Iterable[bytes], messages: Messages) -> bytes:
    """Return the document that was cut into these lines, given the lines of one file in their order.

    Raises:
        ValueError: there are no lines.
    """
    return revealed(_joined(map(hidden, lines), messages))


def _joined(lines: Iterable[bytes], messages: Messages) -> bytes:
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
