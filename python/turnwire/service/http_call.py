"""One call over HTTP, with what the service asks of a call (context.py)."""

from __future__ import annotations

import math
import threading
import time
from queue import SimpleQueue
from typing import TYPE_CHECKING, Final, NoReturn

from google.rpc.code_pb2 import Code
from google.rpc.status_pb2 import Status

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    import grpc

_DETAILS: Final = "grpc-status-details-bin"
"""Where `grpc_status` puts the status with its details."""


class AbortedError(Exception):
    """The call has ended with an error, which is in `HttpCall.status`."""


class HttpCall:
    """A call; one thread answers it, and the event loop feeds and ends it.

    Args:
        seconds: how long its client waits; None for a client that does not say.
        headers: those of the request, with names in lower case.
    """

    def __init__(self, seconds: float | None, headers: Iterable[tuple[str, str]] = ()) -> None:
        self.headers = headers
        self._deadline = math.inf if seconds is None else time.monotonic() + seconds
        self._bodies: SimpleQueue[bytes | None] = SimpleQueue()
        self._callbacks: list[Callable[[], None]] | None = []
        self._lock = threading.Lock()
        self.status: Status | None = None
        """Why the call has failed."""

    def requests(self) -> Iterator[bytes]:
        """Yield the messages of the request as they arrive; the thread that answers the call waits here."""
        return iter(self._bodies.get, None)

    def arrived(self, data: bytes) -> None:
        """Give a message of the request to the thread that answers the call."""
        self._bodies.put(data)

    def requested(self) -> None:
        """Say that the request is whole: `requests` ends."""
        self._bodies.put(None)

    def end(self, status: Status | None = None) -> None:
        """End the call, once.

        Args:
            status: why it fails; None if its reply has been sent.
        """
        with self._lock:
            callbacks, self._callbacks = self._callbacks, None
            if callbacks is None:
                return
            self.status = self.status or status
        self._bodies.put(None)
        for callback in callbacks:
            callback()

    def time_remaining(self) -> float:
        """Return the seconds until the client's deadline, at least 0."""
        return max(self._deadline - time.monotonic(), 0)

    def is_active(self) -> bool:
        """Return whether the client still waits for the reply."""
        return self._callbacks is not None

    def add_callback(self, callback: Callable[[], None]) -> bool:
        """Call a function when the call has ended; return False, and never call it, if it has ended already."""
        with self._lock:
            if self._callbacks is None:
                return False
            self._callbacks.append(callback)
            return True

    def cancel(self) -> None:
        """End the call, which took longer than the server allows."""
        self.end(Status(code=Code.CANCELLED, message="the call took longer than this server allows"))

    def abort(self, code: grpc.StatusCode, details: str) -> NoReturn:
        """Fail with a code and a text; a reason that was there before stays."""
        self.status = self.status or Status(code=code.value[0], message=details)
        raise AbortedError

    def abort_with_status(self, status: grpc.Status) -> NoReturn:
        """Fail with a status and its details."""
        data = dict(status.trailing_metadata or ())[_DETAILS]
        self.status = self.status or Status.FromString(data if isinstance(data, bytes) else data.encode())
        raise AbortedError
