"""What the service asks of a call, whatever protocol it came by: gRPC's own context has it, and `HttpCall`."""

from __future__ import annotations

from typing import TYPE_CHECKING, NoReturn, Protocol

if TYPE_CHECKING:
    from collections.abc import Callable

    import grpc


class CallContext(Protocol):
    """One call of a client."""

    def time_remaining(self) -> float:
        """Return the seconds until the client's deadline, at least 0."""

    def is_active(self) -> bool:
        """Return whether the client still waits for the reply."""

    def add_callback(self, callback: Callable[[], None]) -> bool:
        """Call a function when the call has ended; return False, and never call it, if it has ended already."""

    def cancel(self) -> object:
        """End the call; its client gets CANCELLED."""

    def abort(self, code: grpc.StatusCode, details: str) -> NoReturn:
        """End the call with a code and a text."""

    def abort_with_status(self, status: grpc.Status) -> NoReturn:
        """End the call with a status and its details."""
