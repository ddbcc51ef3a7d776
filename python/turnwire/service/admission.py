"""Admit at most a fixed number of calls, and none while the server stops.

Whether a call is admitted is asked on the one thread that takes all calls, right before the call is submitted.
"""

from __future__ import annotations

import threading
from typing import TYPE_CHECKING, Any, Final, Literal, TypeAlias

from turnwire.service.threads import Threads

if TYPE_CHECKING:
    from collections.abc import Callable

    from turnwire.service.context import CallContext

Reason: TypeAlias = Literal["OVERLOADED", "STOPPING"]
OVERLOADED: Final = "OVERLOADED"
STOPPING: Final = "STOPPING"


class Admission(Threads):
    """The threads that answer calls, and how many calls there are: waiting, running, or sending a reply.

    Args:
        running: how many calls run at once, without those that wait long for their requests.
        most: how many calls there may be.
    """

    def __init__(self, running: int, most: int) -> None:
        super().__init__(running, most)
        self._most = most
        self._taken = 0
        self._is_closed = False
        self._count = threading.Lock()
        self._changed = threading.Condition(self._count)
        self._thread = threading.local()

    def refusal(self) -> Reason | None:
        """Return why a call is not admitted now; None if it is."""
        if self._is_closed:
            return STOPPING
        return OVERLOADED if self._taken >= self._most else None

    def run(self, fn: Callable[..., Any], /, *args: Any) -> None:
        """Run a call that was admitted."""
        with self._count:
            self._taken += 1
        super().run(self._counted, fn, args)

    def keep(self, context: CallContext, ended: Callable[[], object]) -> bool:
        """Count the call of this thread until gRPC has ended it, so until its reply has been sent.

        Args:
            context: the call's.
            ended: is called then; with this there is one callback for each call, as each costs.

        Returns:
            Whether it has not ended already.
        """

        def end() -> None:
            ended()
            self._end()

        self._thread.is_kept = is_kept = context.add_callback(end)
        return is_kept

    def close(self) -> None:
        """Admit no more calls."""
        with self._changed:
            self._is_closed = True

    def wait_until_idle(self, seconds: float) -> bool:
        """Wait for up to `seconds` until the admitted calls have ended; return whether they have."""
        with self._changed:
            return self._changed.wait_for(lambda: not self._taken, seconds)

    def _counted(self, fn: Callable[..., Any], args: tuple[Any, ...]) -> None:
        self._thread.is_kept = False
        try:
            fn(*args)
        finally:
            if not self._thread.is_kept:
                self._end()

    def _end(self) -> None:
        with self._count:
            self._taken -= 1
            if self._is_closed:
                self._changed.notify_all()
