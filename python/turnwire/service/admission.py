"""Admit at most a fixed number of calls, and none while the server stops.

Whether a call is admitted is asked on the one thread that takes all calls, right before the call is submitted.
"""

from __future__ import annotations

import threading
from concurrent.futures import Future, ThreadPoolExecutor
from typing import TYPE_CHECKING, Any, Final, Literal, TypeAlias

if TYPE_CHECKING:
    from collections.abc import Callable

Reason: TypeAlias = Literal["OVERLOADED", "STOPPING"]
OVERLOADED: Final = "OVERLOADED"
STOPPING: Final = "STOPPING"


class Admission(ThreadPoolExecutor):
    """The threads that answer calls, at most `most` at once, waiting ones included."""

    def __init__(self, workers: int, most: int) -> None:
        super().__init__(workers, "convert")
        self._most = most
        self._taken = 0
        self._is_closed = False
        self._changed = threading.Condition()

    def refusal(self) -> Reason | None:
        """Return why a call is not admitted now; None if it is."""
        if self._is_closed:
            return STOPPING
        return OVERLOADED if self._taken >= self._most else None

    def submit(self, fn: Callable[..., Any], /, *args: Any) -> Future[Any]:  # type: ignore[override]
        """Run a call that was admitted."""
        with self._changed:
            self._taken += 1
        future = super().submit(fn, *args)
        future.add_done_callback(self._end)
        return future

    def close(self) -> None:
        """Admit no more calls."""
        with self._changed:
            self._is_closed = True

    def wait_until_idle(self, seconds: float) -> bool:
        """Wait for up to `seconds` until the admitted calls have ended; return whether they have."""
        with self._changed:
            return self._changed.wait_for(lambda: not self._taken, seconds)

    def _end(self, _: Future[Any]) -> None:
        with self._changed:
            self._taken -= 1
            self._changed.notify_all()
