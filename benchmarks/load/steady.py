"""A steady load: how long calls take against an echo, how memory grows, and what a second process gives."""

from __future__ import annotations

import statistics
import time
from collections import Counter
from contextlib import ExitStack
from typing import TYPE_CHECKING, Final

from benchmarks.load.driving import IN_FLIGHT, Served, burst, burst_over, connected, request_of, served
from benchmarks.load.pacing import Pace, codes, p99
from benchmarks.load.usage import processor, resident

if TYPE_CHECKING:
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

    Args:
        seconds: how long each is called.
    """
    request = request_of(_SIZE)
    with served(*_ECHO) as echo, served(*_SERVE, "1") as ours:
        rates = [0.7 * _highest(server, request) for server in (echo, ours)]
        calls: list[list[Call]] = [[], []]
        for _ in range(_SLICES):
            for server, rate, ended in zip((echo, ours), rates, calls, strict=True):
                ended.extend(_paced(server, request, rate, seconds / _SLICES))
    bare, mine = map(p99, calls)
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
    """Count calls per CPU second of the servers with one process and with two; return what was wrong."""
    request = request_of(_SIZE)
    per_second: dict[int, list[float]] = {1: [], 2: []}
    with served(*_SERVE, "1") as one, served(*_SERVE, "2") as two:
        for _ in range(_SLICES):
            for server, (processes, found) in zip((one, two), per_second.items(), strict=True):
                before = processor(server)
                calls = _as_fast_as_it_answers(server, request, seconds / _SLICES, processes * IN_FLIGHT)
                found.append(calls / (processor(server) - before))
    first, second = (statistics.median(found[1:]) for found in per_second.values())
    print(
        f"calls per CPU second of the servers: one process {first:.0f}, two {second:.0f}, ratio {second / first:.2f}"
        f" (at least {_LEAST_SCALING})"
    )
    return [] if second >= _LEAST_SCALING * first else [f"two processes answer {second / first:.2f} per CPU second"]


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


def _as_fast_as_it_answers(server: Served, request: bytes, seconds: float, in_flight: int) -> int:
    """Call over several connections at once, so that each process has some; return how many calls ended well."""
    with ExitStack() as opened:
        channels = [opened.enter_context(connected(server.target)) for _ in range(_CHANNELS)]
        return burst_over(channels, request, seconds, in_flight).codes["OK"]


def _only_ok(found: Counter[str]) -> list[str]:
    return [] if found.keys() == {"OK"} else [f"calls ended with {dict(found)}"]
