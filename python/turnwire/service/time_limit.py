"""End calls that take longer than they may, so that a client that sends or reads slowly keeps no place for long."""

from __future__ import annotations

import threading
import time
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from turnwire.service.context import CallContext

_EVERY_SECONDS: Final = 0.25
"""How often the calls are looked at."""


class TimeLimit:
    """Cancels each call that has not ended some seconds after its beginning; its client gets CANCELLED.

    Args:
        seconds: how long a call may take, from its beginning until its reply has been sent.
    """

    def __init__(self, seconds: float) -> None:
        self._seconds = seconds
        self._running: dict[CallContext, float] = {}
        self._closed = threading.Event()
        threading.Thread(target=self._watch, name="time limit", daemon=True).start()

    def watch(self, context: CallContext) -> None:
        """Cancel a call if `forget` is not called in time.

        Args:
            context: the call's.
        """
        self._running[context] = time.monotonic() + self._seconds

    def forget(self, context: CallContext) -> None:
        """Let a call be: it has ended."""
        self._running.pop(context, None)

    def close(self) -> None:
        """Watch no longer."""
        self._closed.set()

    def _watch(self) -> None:
        while not self._closed.wait(_EVERY_SECONDS):
            now = time.monotonic()
            for context, end in self._running.copy().items():
                if end <= now:
                    context.cancel()
