"""Calls at a rate that does not depend on how fast they are answered, as the clients of a service make them."""

from __future__ import annotations

import threading
import time
from collections import Counter
from typing import TYPE_CHECKING, Any, NamedTuple

from benchmarks.rpc import METHOD

if TYPE_CHECKING:
    from collections.abc import Sequence

    import grpc

_TIMEOUT = 60


class Call(NamedTuple):
    """A call that has ended: the channel, when it should have begun, when it was made, when it ended, and how."""

    channel: int
    begin: float
    made: float
    end: float
    code: str


class Pace:
    """Calls in a thread of their own, over several channels in turns, until it is stopped.

    The time of a call counts from the moment at which it should have begun: a client that is late, because the server
    took its processor, does not make the server look faster.

    Args:
        channels: where to call.
        request: the request of all calls.
        rate: calls a second.
        most: how many calls may be on the way; one that would be more is left out.  None: however many are due.
    """

    def __init__(self, channels: Sequence[grpc.Channel], request: bytes, rate: float, most: int | None = None) -> None:
        self._methods: list[Any] = [channel.unary_unary(METHOD) for channel in channels]
        self._request, self._rate, self._most = request, rate, most
        self.left_out = 0
        """How many calls were due and not made: those of a client that was late and would have made many at once."""
        self._ended: list[Call] = []
        self._begun = 0
        self._stopped = threading.Event()
        self._thread = threading.Thread(target=self._run, daemon=True)
        self._thread.start()

    def stop(self) -> list[Call]:
        """Begin no more calls, and return all of them when they have ended."""
        self._stopped.set()
        self._thread.join()
        end = time.monotonic() + _TIMEOUT
        while len(self._ended) < self._begun and time.monotonic() < end:
            time.sleep(0.01)
        return sorted(self._ended, key=lambda call: call.begin)

    def ended(self) -> int:
        """Return how many calls have ended."""
        return len(self._ended)

    def _run(self) -> None:
        start = time.monotonic()
        while not self._stopped.is_set():
            due = start + (self._begun + self.left_out) / self._rate
            self._stopped.wait(max(due - time.monotonic(), 0))
            if self._most is not None and self._begun - len(self._ended) >= self._most:
                self.left_out += 1
                continue
            channel = self._begun % len(self._methods)
            made = time.monotonic()
            call = self._methods[channel].future(self._request, timeout=_TIMEOUT)
            call.add_done_callback(
                lambda call, channel=channel, due=due, made=made: self._end(call, channel, due, made)
            )
            self._begun += 1

    def _end(self, call: grpc.Future[bytes], channel: int, due: float, made: float) -> None:
        code: Any = call
        self._ended.append(Call(channel, due, made, time.monotonic(), code.code().name))


def codes(calls: Sequence[Call]) -> Counter[str]:
    """Return how the calls ended."""
    return Counter(call.code for call in calls)


def p99(calls: Sequence[Call]) -> float:
    """Return how many seconds one call in a hundred took at least."""
    return sorted(call.end - call.begin for call in calls)[-1 - len(calls) // 100]
