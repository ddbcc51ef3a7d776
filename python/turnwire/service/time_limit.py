"""End calls that take longer than they may, so that a client that sends or reads slowly keeps no place for long."""

from __future__ import annotations

import threading
import time
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Callable

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
        self._running: dict[object, tuple[float, Callable[[], object]]] = {}
        self._closed = threading.Event()
        threading.Thread(target=self._watch, name="time limit", daemon=True).start()

    def watch(self, context: CallContext) -> None:
        """Cancel a call if it has not ended in time.

        Args:
            context: the call's.
        """
        key = object()
        self._running[key] = (time.monotonic() + self._seconds, context.cancel)

        def ended() -> None:
            self._running.pop(key, None)

        if not context.add_callback(ended):
            ended()

    def close(self) -> None:
        """Watch no longer."""
        self._closed.set()

    def _watch(self) -> None:
        while not self._closed.wait(_EVERY_SECONDS):
            now = time.monotonic()
            for end, cancel in self._running.copy().values():
                if end <= now:
                    cancel()
