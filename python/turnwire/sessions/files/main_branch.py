"""Which entries of a transcript are in the main branch; this needs a few numbers for each message, and no texts."""

from __future__ import annotations

from array import array
from bisect import bisect_left, bisect_right
from itertools import chain
from typing import TYPE_CHECKING, Final

from msgspec import Struct, structs

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from turnwire.sessions.files.transcript import Shown

_NOWHERE: Final = -1
_FAR: Final = 0
"""The step to a number that is not the sum of the one before and a byte, and so is kept itself."""
_MOST: Final = 256
_START: Final = 0
"""The beginning of a session, after which a branch can begin; lines are counted from 1."""


class MainBranch(Struct, frozen=True):
    """The main branch of a session that has several.

    Attributes:
        of_agents: whether the file has only messages of subagents, so that the main branch is one of theirs.
        begins: the first message of each part of the branch, counted from 0, in order.
        ends: the last message of each part.
        numbers: the numbers of the lines with which these parts begin.
    """

    of_agents: bool
    begins: array[int]
    ends: array[int]
    numbers: array[int]

    def has(self, index: int) -> bool:
        """Return whether a message is in the branch; the first message of the conversation is 0."""
        place = bisect_right(self.begins, index) - 1
        return place >= 0 and index <= self.ends[place]

    def goes_on(self, index: int) -> int | None:
        """Return the line with which the branch continues after a message outside of it; None if it has ended."""
        place = bisect_left(self.begins, index)
        return self.numbers[place] if place < len(self.begins) else None


def main_branch(entries: Iterable[Shown]) -> MainBranch | None:
    """Return which messages `export` and `convert` write; None for a conversation without branches.

    Args:
        entries: the entries of one conversation, as `transcript` or `without_messages` yields them.
    """
    own, agents = _Runs(), _Runs()
    for entry in entries:
        if entry.line.is_in_tree:
            (own if entry.line.agent is None else agents).add(entry)
    return (own if own.numbers else agents).main(of_agents=not own.numbers)


def marked(entries: Iterable[Shown], main: MainBranch | None) -> Iterator[Shown]:
    """Yield the entries; where the main branch is left or taken up again, they say so in `enters`.

    Args:
        entries: the entries of the conversation, once more.
        main: what `main_branch` returned for them.
    """
    index, was_main = -1, None
    for entry in entries:
        if main is None or not entry.line.is_in_tree or (entry.line.agent is None) == main.of_agents:
            yield entry
            continue
        index += 1
        is_main = main.has(index)
        if is_main == was_main or (is_main and was_main is None):
            yield entry
        elif is_main:
            yield structs.replace(entry, enters="main", goes_on=False)
        else:
            yield structs.replace(entry, enters="side", main_goes_on=main.goes_on(index), goes_on=False)
        was_main = is_main


class _LineNumbers:
    """The numbers of the lines with messages: a byte for each one that follows closely on the one before."""

    def __init__(self) -> None:
        self._steps = bytearray()
        self._far = array("q")
        self._last = 0

    def __len__(self) -> int:
        return len(self._steps)

    def __iter__(self) -> Iterator[int]:
        far, number = iter(self._far), 0
        for step in self._steps:
            number = next(far) if step == _FAR else number + step
            yield number

    def append(self, number: int) -> None:
        """Add the number of the next message."""
        step = number - self._last
        if _FAR < step < _MOST:
            self._steps.append(step)
        else:
            self._steps.append(_FAR)
            self._far.append(number)
        self._last = number


class _Runs:
    """The numbers of the messages, and with which of them branches begin."""

    def __init__(self) -> None:
        self.numbers = _LineNumbers()
        self._goes_on = bytearray()
        self._begins = array("q", [0])
        self._after = array("q", [_START])
        self._current: int | None = None

    def add(self, entry: Shown) -> None:
        """Add a message."""
        index = len(self.numbers)
        if entry.branches_from is not None and index:
            self._begins.append(index)
            self._after.append(entry.branches_from)
        self._current = index if entry.line.is_current else self._current
        self.numbers.append(entry.line.number)
        self._goes_on.append(entry.goes_on)

    def main(self, *, of_agents: bool) -> MainBranch | None:
        """Return the branch of the current message; without one, the branch of the last line of the file."""
        if len(self._begins) == 1 and self._current in (None, len(self.numbers) - 1):
            return None
        begins, ends = array("q"), array("q")
        numbers = array("q", self.numbers)
        for begin, end in self._path(self._last(numbers), numbers):
            begins.append(begin)
            ends.append(end)
        begins.reverse()
        ends.reverse()
        return MainBranch(of_agents, begins, ends, array("q", map(numbers.__getitem__, begins)))

    def _last(self, numbers: array[int]) -> int:
        if self._current is not None:
            return self._current
        last = max(range(len(numbers)), key=numbers.__getitem__)
        place = bisect_right(self._begins, last)
        return (self._begins[place] if place < len(self._begins) else len(numbers)) - 1

    def _path(self, end: int, numbers: array[int]) -> Iterator[tuple[int, int]]:
        """Yield the parts of the branch, from the last one to the first one."""
        places = self._places(numbers)
        while True:
            place = bisect_right(self._begins, end) - 1
            begin = self._begins[place]
            yield begin, end
            after = places[self._after[place]]
            if after == _NOWHERE or after >= begin:
                return
            end = after
            while end + 1 < begin and self._goes_on[end + 1]:
                end += 1

    def _places(self, numbers: array[int]) -> array[int]:
        """Return for each number of a line which message it is."""
        most = max(chain(numbers, self._after))
        places = array("q", [_NOWHERE]) * (most + 1)
        for index, number in enumerate(numbers):
            places[number] = index
        return places
