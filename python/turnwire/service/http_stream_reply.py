"""The reply to a stream over HTTP: a thread converts, and the event loop sends."""

from __future__ import annotations

import asyncio
import json
from typing import TYPE_CHECKING, Any, Final

from google.protobuf import json_format

from turnwire.service.http_errors import connect_error
from turnwire.v1.service_pb2 import StreamEnded

if TYPE_CHECKING:
    from google.rpc.status_pb2 import Status
    from starlette.types import Send

    from turnwire.service.http_query import ReportForm
    from turnwire.v1.service_pb2 import ConvertStreamResponse

_EVENTS: Final = "text/event-stream"
_ENDED: Final = "turnwire.ended"


class StreamReply:
    """One reply.

    Args:
        send: takes the messages of ASGI.
        report: how the report of the end is written.
    """

    def __init__(self, send: Send, report: ReportForm) -> None:
        self._send, self._report = send, report
        self._loop, self._lock = asyncio.get_running_loop(), asyncio.Lock()
        self._media_type = ""
        self._is_over = False

    @property
    def has_begun(self) -> bool:
        """Whether the head of the reply is sent."""
        return bool(self._media_type)

    def take(self, message: ConvertStreamResponse) -> None:
        """Send a message of the conversion; called by the thread that converts, which waits for the client here."""
        asyncio.run_coroutine_threadsafe(self._take(message), self._loop).result()

    async def end(self, status: Status | None) -> bool:
        """End the reply, after which nothing more is sent.

        Args:
            status: why the call has failed; None if it has not.

        Returns:
            Whether the reply had begun; if not, nothing has been sent.
        """
        async with self._lock:
            self._is_over = True
            if not self.has_begun:
                return False
            if status is not None:
                _, error = connect_error(status)
                await self._piece(self._reported({"error": json.loads(error)}))
            await self._send({"type": "http.response.body", "body": b""})
            return True

    async def _take(self, message: ConvertStreamResponse) -> None:
        async with self._lock:
            if self._is_over:
                return
            part = message.WhichOneof("part")
            if part == "begun":
                await self._begin(message.begun.content_type)
            elif part == "data":
                await self._piece(message.data)
            else:
                ended = StreamEnded(losses=message.ended.losses)  # the reply itself is what the client has read
                await self._piece(self._reported({"losses": [], **json_format.MessageToDict(ended)}))

    async def _begin(self, media_type: str) -> None:
        self._media_type = media_type
        headers = [(b"content-type", media_type.encode()), (b"cache-control", b"no-cache")]
        await self._send({"type": "http.response.start", "status": 200, "headers": headers})
        await self._piece(b"")  # the head is sent with the first piece

    async def _piece(self, data: bytes) -> None:
        await self._send({"type": "http.response.body", "body": data, "more_body": True})

    def _reported(self, report: dict[str, Any]) -> bytes:
        text = json.dumps(report, ensure_ascii=False)
        if self._report == "none":
            return b""
        if self._report == "comment":
            return f": {_ENDED} {text}\n\n".encode()
        if self._media_type.startswith(_EVENTS):
            return f"event: {_ENDED}\ndata: {text}\n\n".encode()
        return json.dumps({"type": _ENDED, **report}, ensure_ascii=False).encode() + b"\n"
