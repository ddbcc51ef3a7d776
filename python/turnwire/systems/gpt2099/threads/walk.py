"""The turns behind a turn, in one of two orders.

`gpt2099`: as its code walks.  The first of a queue is taken, put before everything found so far, and what it continues
is appended to the queue.  So a list of continues comes out reversed, and a turn that two turns continue comes twice.

`fixed`: every turn once, what it continues before it, and otherwise the oldest first.
"""

from __future__ import annotations

import heapq
from collections import Counter, deque
from typing import TYPE_CHECKING, Literal

from turnwire.errors import InvalidDocument, invalid

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from turnwire.systems.gpt2099.threads.frames import Frame

Order = Literal["gpt2099", "fixed"]

MOST_TURNS = 1_000_000
"""Turns that one walk gives.  Twenty turns that each continue the one before twice over are a million by themselves."""

_SHOWN = 5


class Behind:
    """Every turn behind some turns, each fetched once."""

    def __init__(self, starts: Sequence[str], fetch: Callable[[str, Frame | None], Frame]) -> None:
        """`fetch` gives the turn of an id that another turn (or None, where the caller did) names, or refuses."""
        self.frames: dict[str, Frame] = {}
        self.parents: dict[str, list[str]] = {}
        self.starts = [self._found(fetch(start, None)) for start in starts]
        queue = deque(self.frames.values())
        while queue:
            child = queue.popleft()
            links = self.parents[child.key] = []
            for name in child.about.parents:
                known = self.frames.get(name.lower())
                found = known or fetch(name, child)
                if found.key not in self.frames:
                    queue.append(found)
                links.append(self._found(found))
        self._ranked = self._youngest_first()

    def _found(self, frame: Frame) -> str:
        return self.frames.setdefault(frame.key, frame).key

    def _youngest_first(self) -> list[str]:
        """The keys, each before those it continues.  Raises InvalidDocument (`thread.cycle`)."""
        children = Counter(link for links in self.parents.values() for link in links)
        ready = [key for key in self.frames if not children[key]]
        ranked = []
        while ready:
            key = ready.pop()
            ranked.append(key)
            for link in self.parents[key]:
                children[link] -= 1
                if not children[link]:
                    ready.append(link)
        if len(ranked) < len(self.frames):
            raise _cycle(self._circle(set(self.frames) - set(ranked)))
        return ranked

    def _circle(self, left: set[str]) -> list[str]:
        """One circle among turns each of which is continued by another of them."""
        continued = {link: key for key in left for link in self.parents[key] if link in left}
        seen: dict[str, int] = {}
        key = next(each for each in self.frames if each in left)
        while key not in seen:
            seen[key] = len(seen)
            key = continued[key]
        return [self.frames[each].id for each in reversed(list(seen)[seen[key] :])]

    def walked(self, most: int = MOST_TURNS) -> list[Frame]:
        """The turns as gpt2099 orders them.  Raises InvalidDocument (`thread.too-many`)."""
        self._check_visits(most)
        found, queue = [], deque(self.starts)
        while queue:
            key = queue.popleft()
            found.append(self.frames[key])
            queue.extend(self.parents[key])
        return found[::-1]

    def _check_visits(self, most: int) -> None:
        """Refuse too many visits.

        A turn is visited as often as all turns that continue it, so the number is known before.
        """
        visits = Counter(self.starts)
        for key in self._ranked:
            for link in self.parents[key]:
                # Doubled a hundred thousand times, a number is longer than a book.
                visits[link] = min(visits[link] + visits[key], most + 1)
        if visits.total() > most:
            hint = "the fixed order has every turn once: --order fixed, or order='fixed'"
            raise invalid("thread.too-many", f"walked as gpt2099 does, these are more than {most} turns", hint=hint)

    def fixed(self) -> list[Frame]:
        """Every turn once, what it continues before it, and among those that may come next the smallest id first."""
        waits = {key: len(links) for key, links in self.parents.items()}
        children: dict[str, list[str]] = {key: [] for key in self.frames}
        for key, links in self.parents.items():
            for link in links:
                children[link].append(key)
        ready = [key for key, count in waits.items() if not count]
        heapq.heapify(ready)
        found = []
        while ready:
            key = heapq.heappop(ready)
            found.append(self.frames[key])
            for child in children[key]:
                waits[child] -= 1
                if not waits[child]:
                    heapq.heappush(ready, child)
        return found


def _cycle(ids: Sequence[str]) -> InvalidDocument:
    shown = " continues ".join((*ids[:_SHOWN], *(["..."] if len(ids) > _SHOWN else []), ids[0]))
    hint = "a turn continues earlier ones only: take one of these links out of the store"
    what = "a turn continues itself" if len(ids) == 1 else f"{len(ids)} turns in a circle"
    return invalid("thread.cycle", f"{what}: {shown}", hint=hint)
