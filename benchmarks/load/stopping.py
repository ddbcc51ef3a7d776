"""SIGTERM to servers under load, and SIGKILL to workers: how each call ends."""

from __future__ import annotations

import json
import os
import random
import signal
import time
from collections import Counter
from contextlib import ExitStack
from pathlib import Path
from typing import TYPE_CHECKING, Final

import grpc

from benchmarks.load.driving import Served, connected, request_of, served
from benchmarks.load.pacing import Pace, codes

if TYPE_CHECKING:
    from collections.abc import Iterator

    from benchmarks.load.pacing import Call

_PROCESSES: Final = 2
_SERVE: Final = ("-m", "turnwire", "serve", "--port", "0", "--processes", str(_PROCESSES))
_CHANNELS: Final = 6
_RATE: Final = 60.0
"""Calls a second: what two processes answer at once, so that a server that stops has taken each call that was sent."""
_MOST: Final = 48
"""Calls on the way: less than one process takes, so that none is refused because this client was late and hurries."""
_GRACE: Final = 20.0
_ON_THE_WAY: Final = 0.1
"""Seconds before a signal in which a call may be made and not be taken yet."""
_NOTICED: Final = 60.0
"""Seconds in which a worker has been replaced."""
_ESTABLISHED: Final = "01"
_LISTENING: Final = "0A"


def stops(count: int) -> list[str]:
    """Stop so many servers under load; return what was wrong.

    Each call that was taken has to end with OK, each later one with UNAVAILABLE, and the server with exit code 0.
    """
    wrong: list[str] = []
    total: Counter[str] = Counter()
    for number in range(count):
        found, fault = _stopped()
        total += found
        wrong += [f"stop {number}: {fault}"] if fault else []
    print(f"{count} stops under load: {dict(total)}, {len(wrong)} wrong")
    return wrong


def _stopped() -> tuple[Counter[str], str]:
    with served(*_SERVE, "--log-calls", "--lame-duck", "0.2", "--grace", str(_GRACE)) as server, ExitStack() as opened:
        pace = Pace(_channels(server, opened), request_of(2_000), _RATE, _MOST)
        time.sleep(random.uniform(0.3, 1.0))  # noqa: S311 - when to stop
        signalled = time.monotonic()
        server.child.send_signal(signal.SIGTERM)
        code = server.child.wait(_GRACE + 30)
        took = time.monotonic() - signalled
        calls = pace.stop()
        faults = list(_faults_of_stop(calls, signalled, _logged_as_ok(server)))
    if code or took > _GRACE:
        faults.append(f"exit code {code} after {took:.1f} s")
    return _ends(pace, calls), "; ".join(faults)


def _ends(pace: Pace, calls: list[Call]) -> Counter[str]:
    return codes(calls) + Counter({"left out": pace.left_out})


def _faults_of_stop(calls: list[Call], signalled: float, answered: int) -> Iterator[str]:
    found = codes(calls)
    if found.keys() - {"OK", "UNAVAILABLE"}:
        yield f"calls ended with {dict(found)}"
    # When they were made: a client that is late makes a call after the signal that was due before it.
    before = codes([call for call in calls if call.made < signalled - _ON_THE_WAY])
    if before.keys() != {"OK"}:
        yield f"calls from before the signal ended with {dict(before)}"
    if found["OK"] != answered:
        yield f"the server answered {answered} calls with OK, and its clients got {found['OK']}"


def _logged_as_ok(server: Served) -> int:
    entries = map(json.loads, server.log.read_text().splitlines())
    return sum(entry.get("message") == "call" and entry["code"] == "OK" for entry in entries)


def kills(count: int) -> list[str]:
    """Kill so many workers of one server under load; return what was wrong.

    Only calls of the connections of the worker may fail, with UNAVAILABLE, and the next call of each connection has to
    end with OK.
    """
    wrong: list[str] = []
    total: Counter[str] = Counter()
    with served(*_SERVE) as server, ExitStack() as opened:
        if not _wait_for_workers(server):
            return ["the workers did not start"]
        channels = _channels(server, opened)
        for number in range(count):
            found, fault = _killed(server, channels)
            total += found
            wrong += [f"kill {number}: {fault}"] if fault else []
    print(f"{count} workers killed under load: {dict(total)}, {len(wrong)} wrong")
    return wrong


def _killed(server: Served, channels: list[grpc.Channel]) -> tuple[Counter[str], str]:
    """Kill a worker under load; return how calls ended, those after it was replaced too, and what was wrong."""
    pace = Pace(channels, request_of(2_000), _RATE, _MOST)
    time.sleep(random.uniform(0.1, 0.3))  # noqa: S311 - when to kill
    victim = random.choice(server.workers())  # noqa: S311
    held = _sockets(victim, _ESTABLISHED)
    os.kill(victim, signal.SIGKILL)
    replaced = _wait_for_workers(server, victim)
    calls = pace.stop()
    for channel in channels:
        grpc.channel_ready_future(channel).result(_NOTICED)
    after = Pace(channels, request_of(2_000), _RATE)
    time.sleep(2 * len(channels) / _RATE)
    later = after.stop()
    faults = [*_faults_of_kill(calls, held), *([] if replaced else ["no other worker was started"])]
    if codes(later).keys() != {"OK"}:
        faults.append(f"the next calls ended with {dict(codes(later))}")
    return _ends(pace, calls) + codes(later), "; ".join(faults)


def _faults_of_kill(calls: list[Call], held: int) -> Iterator[str]:
    failed = [call for call in calls if call.code != "OK"]
    if codes(failed).keys() - {"UNAVAILABLE"}:
        yield f"calls ended with {dict(codes(failed))}"
    if (hit := len({call.channel for call in failed})) > held:
        yield f"calls of {hit} connections failed, and the worker had {held}"


def _wait_for_workers(server: Served, gone: int = 0) -> bool:
    """Wait until both workers listen; return whether they do."""
    end = time.monotonic() + _NOTICED
    while time.monotonic() < end:
        workers = server.workers()
        if gone not in workers and sum(_sockets(pid, _LISTENING) > 0 for pid in workers) == _PROCESSES:
            return True
        time.sleep(0.02)
    return False


def _sockets(pid: int, state: str) -> int:
    """Return how many TCP sockets of a state a process has, as Linux lists them in /proc."""
    try:
        links = {str(each.readlink()) for each in Path(f"/proc/{pid}/fd").iterdir()}
        tables = [Path(f"/proc/{pid}/net/{name}").read_text() for name in ("tcp", "tcp6")]
    except OSError:  # the process has ended
        return 0
    rows = [line.split() for table in tables for line in table.splitlines()[1:]]
    return sum(f"socket:[{fields[9]}]" in links for fields in rows if fields[3] == state)


def _channels(server: Served, opened: ExitStack) -> list[grpc.Channel]:
    found = [opened.enter_context(connected(server.target)) for _ in range(_CHANNELS)]
    for channel in found:
        grpc.channel_ready_future(channel).result(_NOTICED)
    return found
