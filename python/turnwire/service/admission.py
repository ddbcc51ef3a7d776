"""Admit at most a fixed number of calls, and none while the server stops.

Refused calls are answered by threads of their own, with a status that has the reason: gRPC's own limits give none.
Health checks and reflection have threads of their own too, and are not counted here.
"""

from __future__ import annotations

import threading
import time
from concurrent.futures import Future, ThreadPoolExecutor
from typing import TYPE_CHECKING, Any, Final, Literal, TypeAlias

if TYPE_CHECKING:
    from collections.abc import Callable

Reason: TypeAlias = Literal["OVERLOADED", "STOPPING"]
OVERLOADED: Final = "OVERLOADED"
STOPPING: Final = "STOPPING"

_QUIET_SECONDS: Final = 0.2
"""The server stops when no call has come for this time."""
_LONGEST_SECONDS: Final = 3.0
"""How long the server waits for that."""
_REFUSERS = 4
"""Threads that refuse; each waits for the request of its call."""


class _Refused(threading.local):
    """Why the call that this thread answers is refused."""

    reason: Reason | None = None


_refused = _Refused()


def refused_for() -> Reason | None:
    """Why the call on this thread is refused; None if it is admitted."""
    return _refused.reason


class Admission(ThreadPoolExecutor):
    """The threads that answer calls, at most `most` at once, waiting ones included."""

    def __init__(self, workers: int, most: int) -> None:
        super().__init__(workers, "convert")
        self._most = most
        self._taken = self._refusals = 0
        self._draining = False
        self._changed = threading.Condition()
        self._refusers = ThreadPoolExecutor(_REFUSERS, "refuse")

    def submit(self, fn: Callable[..., Any], /, *args: Any) -> Future[Any]:  # type: ignore[override]
        """Run a call; if too many are running, run it so that `refused_for` has the reason."""
        with self._changed:
            reason: Reason | None = STOPPING if self._draining else OVERLOADED if self._is_full() else None
            self._taken += reason is None
            self._refusals += reason is not None
            self._changed.notify_all()
        if reason is not None:
            refusal = self._refusers.submit(_run_refused, reason, fn, *args)
            refusal.add_done_callback(self._end_refusal)
            return refusal
        future = super().submit(fn, *args)
        future.add_done_callback(self._end)
        return future

    def drain(self, seconds: float) -> None:
        """Take no more calls, and wait for up to `seconds` until the running calls have ended.

        Then wait until no call has arrived for a moment: when gRPC stops, it ends calls that it has received and not
        started as CANCELLED.
        """
        with self._changed:
            self._draining = True
            self._changed.wait_for(lambda: not self._taken, seconds)
            end = time.monotonic() + _LONGEST_SECONDS
            while (self._changed.wait(_QUIET_SECONDS) or self._refusals) and time.monotonic() < end:
                pass

    def _is_full(self) -> bool:
        return self._taken >= self._most

    def _end(self, _: Future[Any]) -> None:
        with self._changed:
            self._taken -= 1
            self._changed.notify_all()

    def _end_refusal(self, _: Future[Any]) -> None:
        with self._changed:
            self._refusals -= 1
            self._changed.notify_all()


def _run_refused(reason: Reason, fn: Callable[..., Any], /, *args: Any) -> Any:
    _refused.reason = reason
    try:
        return fn(*args)
    finally:
        _refused.reason = None
