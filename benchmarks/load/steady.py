"""A steady load: how long calls take against an echo, how memory grows, and what a second process gives."""

from __future__ import annotations

import statistics
import time
from collections import Counter
from contextlib import ExitStack
from itertools import cycle, islice
from typing import TYPE_CHECKING, Final

from benchmarks.load.driving import IN_FLIGHT, Served, burst, burst_over, connected, request_of, served
from benchmarks.load.pacing import Pace, codes, p99
from benchmarks.load.usage import processor, resident

if TYPE_CHECKING:
    from collections.abc import Sequence

    from benchmarks.load.pacing import Call

_ECHO: Final = ("-m", "benchmarks.rpc", "echo")
_SERVE: Final = ("-m", "turnwire", "serve", "--port", "0", "--processes")
_SIZE: Final = 2_000
_SLICES: Final = 10
_PROBE: Final = 3.0
"""Seconds in which the highest rate is measured."""
_SLOWEST: Final = 3.0
"""How many times the echo's p99 ours may be."""
_MOST_GROWTH: Final = 0.03
_LEAST_SCALING: Final = 0.9
_CHANNELS: Final = 8


def latency(seconds: float) -> list[str]:
    """Call the service and an echo at 70 % of the highest rate of each, in turns; return what was wrong.

    The highest rate is measured before each turn, since it falls where other programs come to take the processors.

    Args:
        seconds: how long each is called.
    """
    request = request_of(_SIZE)
    with served(*_ECHO) as echo, served(*_SERVE, "1") as ours:
        calls: list[list[Call]] = [[], []]
        for _ in range(_SLICES):
            for server, ended in zip((echo, ours), calls, strict=True):
                ended.extend(_paced(server, request, 0.7 * _highest(server, request), seconds / _SLICES))
    bare, mine = map(p99, calls)
    rates = [len(ended) / seconds for ended in calls]
    found = codes([*calls[0], *calls[1]])
    print(
        f"p99 at 70 % of the highest rate, {seconds:.0f} s each: echo {bare * 1000:.1f} ms at {rates[0]:.0f}/s,"
        f" turnwire {mine * 1000:.1f} ms at {rates[1]:.0f}/s, ratio {mine / bare:.2f} (at most {_SLOWEST:.0f}),"
        f" {dict(found)}"
    )
    slow = [f"p99 is {mine / bare:.2f} times the echo's"] if mine > _SLOWEST * bare else []
    return slow + _only_ok(found)


def memory(seconds: float) -> list[str]:
    """Call the service at half of its highest rate; return what was wrong.

    The memory of all processes at the end is compared with what it was after a tenth of the time.
    """
    request = request_of(_SIZE)
    with served(*_SERVE, "1") as server:
        rate = 0.5 * _highest(server, request)
        found: Counter[str] = Counter()
        sizes: list[int] = []
        for _ in range(_SLICES):
            found += codes(_paced(server, request, rate, seconds / _SLICES))
            sizes.append(resident((server.child.pid, *server.workers())))
    growth = sizes[-1] / sizes[0] - 1
    print(
        f"memory at {rate:.0f} calls/s, {seconds:.0f} s: {sizes[0] / 2**20:.1f} MiB after a tenth of the time,"
        f" {sizes[-1] / 2**20:.1f} MiB at the end, {growth:+.1%} (less than {_MOST_GROWTH:.0%}), {dict(found)}"
    )
    grown = [f"the memory grew by {growth:.1%}"] if growth >= _MOST_GROWTH else []
    return grown + _only_ok(found)


def scaling(seconds: float) -> list[str]:
    """Count calls per CPU second of the servers with one process and with two; return what was wrong.

    Two servers of one process each, which share nothing, are called like the one with two processes: what they lose
    against one process is what the machine loses when two servers and their client share its cores.
    """
    request = request_of(_SIZE)
    with served(*_SERVE, "1") as one, served(*_SERVE, "2") as two, served(*_SERVE, "1") as other:
        turns = ([one], [two], [one, other])
        found: list[list[float]] = [[], [], []]
        for _ in range(_SLICES):
            for servers, ended in zip(turns, found, strict=True):
                ended.append(_per_cpu_second(servers, request, seconds / _SLICES, 1 if servers == [one] else 2))
    single, double, apart = (statistics.median(each[1:]) for each in found)
    print(
        f"calls per CPU second of the servers: one process {single:.0f}, two {double:.0f}, ratio {double / single:.2f}"
        f" (at least {_LEAST_SCALING}); two servers that share nothing {apart:.0f}, ratio {apart / single:.2f}"
    )
    return [] if double >= _LEAST_SCALING * single else [f"two processes answer {double / single:.2f} per CPU second"]


def _per_cpu_second(servers: Sequence[Served], request: bytes, seconds: float, processes: int) -> float:
    """Call over several connections at once, so that each process has some; return the calls that ended well."""
    before = sum(map(processor, servers))
    with ExitStack() as opened:
        channels = [opened.enter_context(connected(each.target)) for each in islice(cycle(servers), _CHANNELS)]
        calls = burst_over(channels, request, seconds, processes * IN_FLIGHT).codes["OK"]
    return calls / (sum(map(processor, servers)) - before)


def _highest(server: Served, request: bytes) -> float:
    with connected(server.target) as channel:
        burst(channel, request, _PROBE / 3)
        return burst(channel, request, _PROBE).rate


def _paced(server: Served, request: bytes, rate: float, seconds: float) -> list[Call]:
    with ExitStack() as opened:
        channels = [opened.enter_context(connected(server.target)) for _ in range(_CHANNELS)]
        pace = Pace(channels, request, rate)
        time.sleep(seconds)
        return pace.stop()


def _only_ok(found: Counter[str]) -> list[str]:
    return [] if found.keys() == {"OK"} else [f"calls ended with {dict(found)}"]
