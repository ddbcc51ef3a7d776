"""The order of messages that a file has by their ids."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from msgspec import Raw, structs

from turnwire.codec.members import begins
from turnwire.sessions.files.format import Rereadable
from turnwire.sessions.files.numbers import Numbers
from turnwire.sessions.files.stored_list import StoredList, filled

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from turnwire.sessions.files.format import Numbered
    from turnwire.sessions.files.line import Line

_NONE: Final = -1


def in_tree_order(
    numbered: Numbered,
    head: Callable[[int, bytes], tuple[Line, str | None]],
    node: Callable[[int, bytes, str | None], Line],
) -> Iterator[Line]:
    """Yield the line around the messages, and then each message after its parent, in whatever order the file has them.

    Messages whose parents form a circle come last, in the order of the file.  Lines that can be read again are read
    twice, and not held in memory.

    Args:
        numbered: the lines of a conversation with their numbers.
        head: makes the first line of its number and text, and returns with it the id of the current message.
        node: makes any other line of its number, its text, and the id of the session.
    """
    again = numbered if isinstance(numbered, Rereadable) else None
    held: dict[int, Line] = {}
    session, current = None, None
    with Numbers() as numbers:
        tree = _Tree(numbers)
        for number, text in numbered:
            if begins(Raw(text), b"[") or number == 1:
                line, current = head(number, text)
                session = line.session
                yield line
                continue
            line = node(number, text, session)
            tree.add(line)
            if again is None:
                held[number] = line
        tree.join()
    for number in tree.parents_first():
        line = held.pop(number) if again is None else node(number, again.text(number), session)
        yield structs.replace(line, is_current=True) if line.id is not None and line.id == current else line


class _Tree:
    """The line numbers of messages with their ids and parents, where each id is a number, to save memory."""

    def __init__(self, ids: Numbers) -> None:
        self._of = ids
        self._numbers = StoredList()
        self._ids = StoredList()
        self._parents = StoredList()
        self._first = StoredList()
        self._following = StoredList()

    def add(self, line: Line) -> None:
        """Add a message."""
        self._numbers.append(line.number)
        self._ids.append(self._place(line.id))
        self._parents.append(self._place(line.parent))

    def _place(self, name: str | None) -> int:
        return _NONE if name is None else self._of.of(name)

    def join(self) -> None:
        """Find the first message below each id, and for each message the next one with the same parent.

        The last of the first messages is the first one without a parent.
        """
        last = len(self._of)  # the place of the messages without a parent
        self._first = filled(_NONE, last + 1)
        self._following = filled(_NONE, len(self._numbers))
        is_known = bytearray(last + 1)
        for own in self._ids:
            is_known[own] = own != _NONE or is_known[own]
        for index in reversed(range(len(self._numbers))):
            parent = self._parents[index]
            parent = parent if parent != _NONE and is_known[parent] else last
            self._following[index] = self._first[parent]
            self._first[parent] = index

    def parents_first(self) -> Iterator[int]:
        """Yield the line number of each message after that of its parent; the tree cannot be used afterwards."""
        waiting = StoredList()
        if (each := self._first[len(self._first) - 1]) != _NONE:
            waiting.append(each)
        is_given = bytearray(len(self._numbers))
        while len(waiting):
            index = waiting.pop()
            is_given[index] = True
            yield self._numbers[index]
            if (each := self._following[index]) != _NONE:
                waiting.append(each)
            if (own := self._ids[index]) != _NONE and (each := self._first[own]) != _NONE:
                waiting.append(each)
                self._first[own] = _NONE
        yield from (number for number, was_given in zip(self._numbers, is_given, strict=True) if not was_given)
