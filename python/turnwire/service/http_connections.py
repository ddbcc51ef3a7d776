"""Connections over HTTP/1.1 whose clients have to go on: to send the head of a request, and to read the reply."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

import h11
from uvicorn.protocols.http.h11_impl import H11Protocol

if TYPE_CHECKING:
    import asyncio

_Step = Literal["head", "reply"]
"""What a client has to do: send the head of a request, or read a reply."""


class TimedProtocol(H11Protocol):
    """uvicorn's protocol, which by itself limits only the time between two requests.

    The limit of each step is that of `timeout_keep_alive`, in seconds.
    """

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]  # as uvicorn has it
        """Take a connection: its first request has to come in time."""
        super().connection_made(transport)
        self._waits_for: dict[_Step, asyncio.TimerHandle] = {}
        self._begin("head")

    def data_received(self, data: bytes) -> None:
        """Read: a head that has begun has to be whole in time, however slowly its bytes come."""
        super().data_received(data)
        if self.conn.their_state is h11.IDLE:
            self._begin("head")
        else:
            self._end("head")

    def pause_writing(self) -> None:
        """Wait for a client that does not read, but not for ever."""
        super().pause_writing()
        self._begin("reply")

    def resume_writing(self) -> None:
        """Go on: the client has read."""
        self._end("reply")
        super().resume_writing()

    def timeout_keep_alive_handler(self) -> None:
        """Close an idle connection, also one whose client has not read its last reply."""
        super().timeout_keep_alive_handler()
        self._begin("reply")

    def connection_lost(self, exc: Exception | None) -> None:
        """Forget a connection."""
        self._end("head")
        self._end("reply")
        super().connection_lost(exc)

    def _begin(self, step: _Step) -> None:
        if step not in self._waits_for:
            self._waits_for[step] = self.loop.call_later(self.timeout_keep_alive, self.transport.abort)

    def _end(self, step: _Step) -> None:
        timer = self._waits_for.pop(step, None)
        if timer is not None:
            timer.cancel()
