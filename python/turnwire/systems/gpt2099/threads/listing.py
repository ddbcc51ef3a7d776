"""The threads of a store, one record for each end and for each bookmark, and the records of the turns of one thread.

"Internal representation used by the context system ... { id, role, content, options, cache }" (gpt2099, schema
reference, Thread Record Schema).
"""

from __future__ import annotations

import bisect
import datetime as dt
from collections import deque
from typing import TYPE_CHECKING, Any, NamedTuple

from msgspec import Raw, Struct

from turnwire.errors import InvalidDocument
from turnwire.systems.gpt2099.threads.frames import TURN
from turnwire.systems.gpt2099.threads.hashes import integrity
from turnwire.systems.gpt2099.threads.heads import bookmark_of
from turnwire.systems.gpt2099.threads.options import own
from turnwire.systems.gpt2099.threads.resolve import message, walk
from turnwire.systems.gpt2099.threads.scru128 import is_turn_id, parse
from turnwire.systems.gpt2099.threads.walk import MOST_TURNS

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from turnwire.systems.gpt2099.threads.frames import Frame
    from turnwire.systems.gpt2099.threads.resolve import Turns
    from turnwire.systems.gpt2099.threads.walk import Order

NOTHING = integrity(b"")
"""The address of no bytes: a turn with them is left out of windows."""


class Thread(Struct, frozen=True):
    """A thread: the turns behind its latest turn.

    `headish` names the thread in other commands: its bookmark if that means this turn, else the id of the turn.
    `turns` and `messages` count as gpt2099 orders a thread, where a turn may come twice; more than a million are not
    counted.  `first` and `last` are the times of the ids, in UTC.  `problem` is the code that `walk` refuses it with.
    """

    headish: str
    id: str
    bookmark: str | None
    turns: int
    messages: int
    first: str | None
    last: str | None
    problem: str | None = None


class TurnRecord(Struct, frozen=True):
    """A turn of a thread.  `options` are those that it says itself; `content` is as it is stored."""

    id: str
    role: str
    content: Raw
    options: dict[str, Any]
    cache: bool


class _Behind(NamedTuple):
    """What is behind a turn, itself included."""

    turns: int
    messages: int
    first: int | None
    problem: str | None


def threads(frames: Iterable[Frame]) -> list[Thread]:
    """Return the threads of all these frames, the one with the oldest end first.

    A turn is an end if no other continues it.  Bookmarks that mean an earlier turn are threads too.
    """
    turns = {frame.key: frame for frame in frames if frame.topic == TURN}
    heads: dict[str, str | None] = {}
    for frame in turns.values():
        bookmark_of(frame, turns.get, heads)
    marked: dict[str, list[str]] = {}
    for key in sorted(turns):
        if head := heads[key]:
            marked.setdefault(head, []).append(key)
    parents = {key: _parents(frame, turns, marked) for key, frame in turns.items()}
    behind = _behind(turns, parents)
    latest = {keys[-1] for keys in marked.values()}
    shown = sorted(latest | _ends(turns, parents))
    return [_thread(turns[key], behind[key], heads[key], is_latest=key in latest) for key in shown]


def records(found: Turns, headish: str | Sequence[str] | None = None, *, order: Order = "gpt2099") -> list[TurnRecord]:
    """Return the turns of a thread, in the order of `resolve`.  Raises InvalidDocument, as `resolve` does."""
    return [_record(found, frame) for frame in walk(found, headish, order=order)]


def _record(found: Turns, frame: Frame) -> TurnRecord:
    said = message(found, frame)
    role, content = frame.about.role or "user", Raw(b"[]")
    if said is not None:
        role, content = said.role, said.content
    return TurnRecord(frame.id, role, content, own(frame.about), bool(frame.about.cache))


def _parents(frame: Frame, turns: dict[str, Frame], marked: dict[str, list[str]]) -> list[str | None]:
    """Return the keys of the turns that a turn continues; None for one that is not there."""
    return [_parent(frame.key, name, turns, marked) for name in frame.about.parents]


def _parent(child: str, name: str, turns: dict[str, Frame], marked: dict[str, list[str]]) -> str | None:
    if is_turn_id(name):
        return name.lower() if name.lower() in turns else None
    # A bookmark in a frame means what it meant when the frame was made.
    keys = marked.get(name, [])
    place = bisect.bisect_left(keys, child)
    return keys[place - 1] if place else None


def _behind(turns: dict[str, Frame], parents: dict[str, list[str | None]]) -> dict[str, _Behind]:
    """Add up what is behind each turn, from the turns that continue nothing on; a circle is never reached."""
    waits = {key: sum(1 for link in links if link) for key, links in parents.items()}
    children: dict[str, list[str]] = {key: [] for key in turns}
    for key, links in parents.items():
        for link in links:
            if link:
                children[link].append(key)
    ready = deque(key for key, count in waits.items() if not count)
    found: dict[str, _Behind] = {}
    while ready:
        key = ready.popleft()
        missing = "thread.missing" if None in parents[key] else None
        found[key] = _sum(turns[key], [found[link] for link in parents[key] if link], missing)
        for child in children[key]:
            waits[child] -= 1
            if not waits[child]:
                ready.append(child)
    return found | {key: _sum(turns[key], [], "thread.cycle") for key in turns if key not in found}


def _sum(frame: Frame, before: list[_Behind], problem: str | None) -> _Behind:
    turns = min(1 + sum(each.turns for each in before), MOST_TURNS + 1)
    has_content = frame.hash not in (None, NOTHING)
    messages = min(has_content + sum(each.messages for each in before), MOST_TURNS + 1)
    firsts = [each.first for each in before if each.first is not None]
    now = _milliseconds(frame.id)
    problem = problem or next((each.problem for each in before if each.problem), None)
    if turns > MOST_TURNS:
        problem = problem or "thread.too-many"
    return _Behind(turns, messages, min(firsts if now is None else [now, *firsts], default=None), problem)


def _ends(turns: dict[str, Frame], parents: dict[str, list[str | None]]) -> set[str]:
    """Return the turns that no turn continues, and one of each circle that has no such turn behind it."""
    ends = set(turns).difference(*parents.values())
    seen: set[str] = set()
    for start in [*ends, *sorted(turns, reverse=True)]:
        if start not in seen:
            ends.add(start)
        queue = [start]
        while queue:
            key = queue.pop()
            if key not in seen:
                seen.add(key)
                queue += [link for link in parents[key] if link]
    return ends


def _thread(frame: Frame, behind: _Behind, bookmark: str | None, *, is_latest: bool) -> Thread:
    return Thread(
        headish=bookmark if bookmark and is_latest else frame.id,
        id=frame.id,
        bookmark=bookmark,
        turns=behind.turns,
        messages=behind.messages,
        first=time_of(behind.first),
        last=time_of(_milliseconds(frame.id)),
        problem=behind.problem,
    )


def _milliseconds(turn_id: str) -> int | None:
    try:
        return parse(turn_id).timestamp
    except InvalidDocument:
        return None


def time_of(milliseconds: int | None) -> str | None:
    """Return a time in UTC as RFC 3339, with milliseconds; None beyond the year 9999."""
    if milliseconds is None:
        return None
    try:
        found = dt.datetime(1970, 1, 1, tzinfo=dt.UTC) + dt.timedelta(milliseconds=milliseconds)
    except OverflowError:
        return None
    return found.isoformat(timespec="milliseconds").replace("+00:00", "Z")
