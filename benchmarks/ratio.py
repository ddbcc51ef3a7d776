"""The measure: medians over interleaved rounds of (candidate / floor in the same round)."""

from __future__ import annotations

import statistics
import time
from typing import TYPE_CHECKING

import orjson
from msgspec import Struct

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

ROUNDS = 31
ROUND_SECONDS = 0.02


class Row(Struct):
    """One figure: what was measured, its ratio, and the most that is allowed."""

    name: str
    ratio: float
    allowed: float

    @property
    def holds(self) -> bool:
        """Whether the ratio is within what is allowed."""
        return self.ratio <= self.allowed


def floor_of(body: bytes) -> Callable[[], object]:
    """Parsing and printing the same bytes: what no converter that looks at its input can beat by much."""
    return lambda: orjson.dumps(orjson.loads(body))


def ratios(floor: Callable[[], object], candidates: Sequence[Callable[[], object]]) -> list[float]:
    """The median ratio of each candidate to the floor; all of them take turns in every round."""
    calls = (floor, *candidates)
    for call in calls:
        call()
    repeats = [_repeats(call) for call in calls]
    found: list[list[float]] = [[] for _ in candidates]
    for _ in range(ROUNDS):
        spent = [_seconds(call, count) / count for call, count in zip(calls, repeats, strict=True)]
        for results, seconds in zip(found, spent[1:], strict=True):
            results.append(seconds / spent[0])
    return [statistics.median(results) for results in found]


def _repeats(call: Callable[[], object]) -> int:
    return max(1, min(2000, int(ROUND_SECONDS / max(_seconds(call, 1), 1e-7))))


def _seconds(call: Callable[[], object], count: int) -> float:
    begun = time.perf_counter()
    for _ in range(count):
        call()
    return time.perf_counter() - begun


def table(title: str, rows: Sequence[Row]) -> str:
    """The rows as text, the ones that do not hold marked."""
    width = max(len(row.name) for row in rows)
    lines = [title]
    for row in rows:
        mark = "" if row.holds else "   <-- above"
        lines.append(f"  {row.name.ljust(width)}  {row.ratio:6.2f}  allowed {row.allowed:4.2f}{mark}")
    return "\n".join(lines)
