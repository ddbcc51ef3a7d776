"""The measures: medians over interleaved rounds of (candidate / floor in the same round), or ratios of least times."""

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
# Short batches, so that some of them meet an idle machine; and so many rounds at least.
BATCH_SECONDS, FEWEST = 0.001, 5
# A first call that takes longer says enough about those that follow.
LONG = 10 * BATCH_SECONDS
WARM = 20


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


def lowest(
    floor: Callable[[], object], candidates: Sequence[Callable[[], object]], seconds: float, fewest: int = FEWEST
) -> list[float]:
    """The least time of each candidate as a ratio to the least time of the floor: for many candidates in little time.

    All take turns for about so many seconds, and at least so many rounds; the floor, on which all depends, also before.
    The clock is that of this thread: time in which the machine did something else does not count, and the least time
    knows nothing of a cache that was disturbed.
    """
    calls = (floor, *candidates)
    least = [min(_first(floor) for _ in range(FEWEST)), *map(_first, candidates)]
    repeats = [max(1, min(500, int(BATCH_SECONDS / max(each, 1e-7)))) for each in least]
    end, rounds = time.monotonic() + seconds, 0
    while rounds < fewest or time.monotonic() < end:
        for position, (call, count) in enumerate(zip(calls, repeats, strict=True)):
            least[position] = min(least[position], _own_seconds(call, count) / count)
        rounds += 1
    return [each / least[0] for each in least[1:]]


def _first(call: Callable[[], object]) -> float:
    """The time of one call that has been made some times before, or of the second where that is long.

    The first calls import modules, and Python adapts its code to what it meets.
    """
    call()
    spent = _own_seconds(call, 1)
    return spent if spent > LONG else min(_own_seconds(call, 1) for _ in range(WARM))


def _own_seconds(call: Callable[[], object], count: int) -> float:
    return _seconds(call, count, time.thread_time_ns)


def _repeats(call: Callable[[], object]) -> int:
    return max(1, min(2000, int(ROUND_SECONDS / max(_seconds(call, 1), 1e-7))))


def _seconds(call: Callable[[], object], count: int, clock: Callable[[], int] = time.perf_counter_ns) -> float:
    begun = clock()
    for _ in range(count):
        call()
    return (clock() - begun) / 1e9


def table(title: str, rows: Sequence[Row]) -> str:
    """The rows as text, the ones that do not hold marked."""
    width = max(len(row.name) for row in rows)
    lines = [title]
    for row in rows:
        mark = "" if row.holds else "   <-- above"
        lines.append(f"  {row.name.ljust(width)}  {row.ratio:6.2f}  allowed {row.allowed:4.2f}{mark}")
    return "\n".join(lines)
