"""A JSON text that is changed in a few places, and is read no further than to these.

A list of many entries is held as runs of entries that nobody has looked at and the entries that somebody has: a change
costs the same in a list of any length.
"""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING, Final, NamedTuple

from turnwire.validation.patching.places import Item, PlaceError, Span, blanks_before, end_of, items_of

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

_NUMBER: Final = re.compile(r"0|[1-9][0-9]*")


class Value:
    """A value, whose entries or members are found when one is asked for."""

    __slots__ = ("_entries", "span")

    def __init__(self, span: Span) -> None:
        self.span = span
        self._entries: Entries | None = None

    @property
    def entries(self) -> Entries:
        """The entries or members.  Raises PlaceError for other values."""
        if self._entries is None:
            self._entries = Entries(self.span)
        return self._entries

    def spans(self) -> Iterator[Span]:
        """Yield the parts of its text as it is now, in order."""
        waiting: list[Span | Value] = [self]
        while waiting:
            part = waiting.pop()
            if isinstance(part, Span):
                yield part
            else:
                waiting.extend(reversed(part.parts()))

    def parts(self) -> Sequence[Span | Value]:
        """Return what it consists of: its text, if nobody has asked for its entries."""
        return (self.span,) if self._entries is None else tuple(self._entries.parts())

    def __str__(self) -> str:
        return "".join(map(str, self.spans()))


class Entry:
    """An entry of a list or a member of an object, and the text between it and the one before it."""

    __slots__ = ("before", "colon", "key", "name", "value")

    def __init__(self, before: Span, value: Value, name: Span | None = None, colon: Span | None = None) -> None:
        self.before, self.value, self.name, self.colon = before, value, name, colon
        self.key: str = "" if name is None else json.loads(str(name))

    def rename(self, key: str) -> None:
        """Give the member another name."""
        self.key, self.name = key, new(_quoted(key))

    def parts(self) -> Iterator[Span | Value]:
        """Yield what it consists of."""
        yield self.before
        if self.name is not None and self.colon is not None:
            yield self.name
            yield self.colon
        yield self.value


class _Run(NamedTuple):
    """Entries of the original that nobody has looked at."""

    items: Sequence[Item]
    low: int
    high: int


class Entries:
    """The entries of a list or the members of an object, in order."""

    def __init__(self, span: Span) -> None:
        items = items_of(span.text, span.start)
        self.is_object = span.text[span.start] == "{"
        self.count = len(items)
        self._span, self._inside = span, span.start + 1
        self._runs: list[_Run | Entry] = [_Run(items, 0, len(items))] if items else []
        self._tail = self._part(items[-1].end if items else self._inside, span.end)

    def parts(self) -> Iterator[Span | Value]:
        """Yield what the list or object consists of."""
        yield self._part(self._span.start, self._inside)
        for run in self._runs:
            if isinstance(run, Entry):
                yield from run.parts()
            else:
                yield self._part(self._begin(run.items, run.low), run.items[run.high - 1].end)
        yield self._tail

    def position_of(self, step: str, *, may_append: bool = False) -> int:
        """Return the position that a step of a pointer means.  Raises PlaceError if there is none."""
        if self.is_object:
            found = self.named(step)
            if found is None:
                raise PlaceError(f"there is no member {step!r}")
            return found
        if step == "-" and may_append:
            return self.count
        if not _NUMBER.fullmatch(step) or int(step) >= self.count + may_append:
            raise PlaceError(f"there is no entry {step}")
        return int(step)

    def named(self, name: str) -> int | None:
        """Return the position of the member of a name; that of the last one, if there are several."""
        position = self.count
        for run in reversed(self._runs):
            if isinstance(run, Entry):
                position -= 1
                if run.key == name:
                    return position
                continue
            for at in range(run.high - 1, run.low - 1, -1):
                position -= 1
                if run.items[at].name == name:
                    return position
        return None

    def at(self, position: int) -> Entry:
        """Return the entry at a position."""
        return self._find(position)[1]

    def insert(self, position: int, value: str, name: str | None = None) -> None:
        """Insert a value, as text, before the entry at a position, or at the end."""
        entry = Entry(new(""), Value(new(value)))
        if name is not None:
            entry.rename(name)
            entry.colon = new(self._colon())
        if not self.count:
            self._runs, self._tail = [entry], self._closing()
        elif position == self.count:
            entry.before = new(f",{self._gap()}")
            self._runs.append(entry)
        else:
            gap, (place, behind) = self._gap(), self._find(position)
            entry.before, behind.before = behind.before, new(f",{gap}")
            self._runs.insert(place, entry)
        self.count += 1

    def take(self, position: int) -> Value:
        """Remove an entry with its comma, and return its value."""
        entry = self.at(position)
        if self.count == 1:
            self._tail = self._closing()
        elif position == 0:
            self.at(1).before = entry.before
        del self._runs[self._find(position)[0]]
        self.count -= 1
        return entry.value

    def _part(self, start: int, end: int) -> Span:
        return self._span._replace(start=start, end=end)

    def _closing(self) -> Span:
        return self._part(self._span.end - 1, self._span.end)

    def _begin(self, items: Sequence[Item], at: int) -> int:
        """Return where the text between an entry of the original and the one before it begins."""
        return items[at - 1].end if at else self._inside

    def _find(self, position: int) -> tuple[int, Entry]:
        """Return the entry at a position, and its index among the runs, where it is on its own from now on."""
        last = self._runs[-1]
        if position == self.count - 1 and isinstance(last, Entry):
            return len(self._runs) - 1, last
        place, left = 0, position
        while left >= (size := _size(self._runs[place])):
            place, left = place + 1, left - size
        run = self._runs[place]
        if isinstance(run, Entry):
            return place, run
        at = run.low + left
        found = self._entry(run.items, at)
        parts = (run._replace(high=at), found, run._replace(low=at + 1))
        self._runs[place : place + 1] = [each for each in parts if _size(each)]
        return place + (at > run.low), found

    def _entry(self, items: Sequence[Item], at: int) -> Entry:
        item = items[at]
        before, value = self._part(self._begin(items, at), item.begin), Value(self._part(item.start, item.end))
        if not self.is_object:
            return Entry(before, value)
        end = end_of(self._span.text, item.begin)
        return Entry(before, value, self._part(item.begin, end), self._part(end, item.start))

    def _colon(self) -> str:
        """Return what is between the name of a member and its value here."""
        return ": " if not self.count else ":" + _blanks(self._last().colon)

    def _gap(self) -> str:
        """Return the blanks that a new entry has after the comma: those of its neighbours."""
        before = _blanks(self._last().before)
        is_spaced = not self.is_object or self._colon() != ":"
        return " " if not before and self.count == 1 and is_spaced else before

    def _last(self) -> Entry:
        last = self._runs[-1]
        return last if isinstance(last, Entry) else self._entry(last.items, last.high - 1)


def _size(run: _Run | Entry) -> int:
    return 1 if isinstance(run, Entry) else run.high - run.low


def new(text: str) -> Span:
    """Return a text that is not of the original."""
    return Span(text, 0, len(text), is_new=True)


def _blanks(span: Span | None) -> str:
    return "" if span is None else blanks_before(str(span), span.end - span.start)


def _quoted(name: str) -> str:
    return json.dumps(name, ensure_ascii=False)
