"""Which entries of a transcript are in the main branch; this needs a few numbers for each message, and no texts."""

from __future__ import annotations

from bisect import bisect_right
from itertools import chain
from typing import TYPE_CHECKING, Final

from msgspec import Struct, structs

from turnwire.sessions.files.stored_list import StoredList, filled

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from turnwire.sessions.files.transcript import Shown

_NOWHERE: Final = -1
_NO_BRANCHES, _OF_OWN, _OF_AGENTS = range(3)
_SIZE: Final = 3
"""The numbers of a stretch."""
_START: Final = 0
"""The beginning of a session, after which a branch can begin; lines are counted from 1."""


class Stretch(Struct, frozen=True):
    """Messages of the main branch that follow one another in a transcript.

    Attributes:
        begin: the first message, counted from 0.
        end: the last message.
        number: the number of the line with which the first message begins.
    """

    begin: int
    end: int
    number: int


class MainBranch:
    """The main branch of a conversation that has several.

    Attributes:
        of_agents: whether the conversation has only messages of subagents, so that the branch is one of theirs.
    """

    def __init__(self, numbers: StoredList, places: range, *, of_agents: bool) -> None:
        """Take the numbers of the stretches, which are in the list from the last stretch to the first one."""
        self.of_agents = of_agents
        self._numbers = numbers
        self._places = places

    def __iter__(self) -> Iterator[Stretch]:
        """Yield the stretches in the order of the transcript."""
        for place in reversed(self._places):
            yield Stretch(*(self._numbers[each] for each in range(place, place + _SIZE)))


class MainBranches:
    """The main branch of each conversation of a file, with the messages that `export` and `convert` write.

    Iterating yields a `MainBranch` for each conversation; None for one without branches.
    """

    def __init__(self) -> None:
        self._numbers = StoredList()

    def add(self, entries: Iterable[Shown]) -> None:
        """Find the branch of the next conversation.

        Args:
            entries: its entries, as `transcript` or `without_messages` yields them.

        Raises:
            InvalidDocument: a line cannot be read.
        """
        own, agents = _Runs(), _Runs()
        for entry in entries:
            if entry.line.is_in_tree:
                (own if entry.line.agent is None else agents).add(entry)
        found, kind = (own, _OF_OWN) if len(own) else (agents, _OF_AGENTS)
        self._numbers.append(kind if found.has_branches() else _NO_BRANCHES)
        self._numbers.append(0)
        size = len(self._numbers)
        if found.has_branches():
            for stretch in found.stretches():
                for number in structs.astuple(stretch):
                    self._numbers.append(number)
        self._numbers[size - 1] = len(self._numbers) - size

    def __iter__(self) -> Iterator[MainBranch | None]:
        place = 0
        while place < len(self._numbers):
            kind, begin = self._numbers[place], place + 2
            place = begin + self._numbers[place + 1]
            numbers = range(begin, place, _SIZE)
            yield None if kind == _NO_BRANCHES else MainBranch(self._numbers, numbers, of_agents=kind == _OF_AGENTS)


def marked(entries: Iterable[Shown], main: MainBranch | None) -> Iterator[Shown]:
    """Yield the entries; where the main branch is left or taken up again, they say so in `enters`.

    Args:
        entries: the entries of the conversation, once more.
        main: the main branch of the conversation.
    """
    stretches = iter(() if main is None else main)
    stretch = next(stretches, None)
    index, was_main = -1, None
    for entry in entries:
        if main is None or not entry.line.is_in_tree or (entry.line.agent is None) == main.of_agents:
            yield entry
            continue
        index += 1
        while stretch is not None and stretch.end < index:
            stretch = next(stretches, None)
        is_main = stretch is not None and stretch.begin <= index
        if is_main == was_main or (is_main and was_main is None):
            yield entry
        elif is_main:
            yield structs.replace(entry, enters="main", goes_on=False)
        else:
            follows = None if stretch is None else stretch.number
            yield structs.replace(entry, enters="side", main_goes_on=follows, goes_on=False)
        was_main = is_main


class _Runs:
    """The numbers of the lines with messages, and with which messages branches begin."""

    def __init__(self) -> None:
        self._numbers = StoredList()
        self._goes_on = bytearray()
        self._begins = StoredList()
        self._after = StoredList()
        self._begin(0, _START)
        self._current: int | None = None

    def __len__(self) -> int:
        return len(self._numbers)

    def _begin(self, index: int, after: int) -> None:
        self._begins.append(index)
        self._after.append(after)

    def add(self, entry: Shown) -> None:
        """Add a message."""
        index = len(self)
        if entry.branches_from is not None and index:
            self._begin(index, entry.branches_from)
        self._current = index if entry.line.is_current else self._current
        self._numbers.append(entry.line.number)
        self._goes_on.append(entry.goes_on)

    def has_branches(self) -> bool:
        """Return whether there are messages that are not in the main branch, or may not be."""
        return len(self._begins) > 1 or self._current not in (None, len(self) - 1)

    def stretches(self) -> Iterator[Stretch]:
        """Yield the branch of the current message, from its end; without one, that of the last line of the file."""
        end = self._last()
        places = self._places()
        place = bisect_right(self._begins, end) - 1
        while True:
            while self._begins[place] > end:
                place -= 1
            begin = self._begins[place]
            yield Stretch(begin, end, self._numbers[begin])
            after = places[self._after[place]]
            if after == _NOWHERE or after >= begin:
                return
            end = after
            while end + 1 < begin and self._goes_on[end + 1]:
                end += 1

    def _last(self) -> int:
        if self._current is not None:
            return self._current
        last, _ = max(enumerate(self._numbers), key=lambda numbered: numbered[1])
        place = bisect_right(self._begins, last)
        return (self._begins[place] if place < len(self._begins) else len(self)) - 1

    def _places(self) -> StoredList:
        """Return for each number of a line which message it is."""
        most = max(chain(self._numbers, self._after))
        places = filled(_NOWHERE, most + 1)
        for index, number in enumerate(self._numbers):
            places[number] = index
        return places
