"""Convert a stream over HTTP/1.1: the bytes of one dialect's stream in the request, those of another's in the reply.

The query of the request has what StreamConversion has, and the reply is what the clients of the target read.
"""

from __future__ import annotations

import asyncio
from functools import partial
from typing import TYPE_CHECKING

from google.rpc.code_pb2 import Code
from google.rpc.status_pb2 import Status
from starlette.requests import ClientDisconnect

from turnwire.service.errors import RefusedError, explained, too_large
from turnwire.service.http_call import HttpCall
from turnwire.service.http_doors import GONE, note_refusal, refusal
from turnwire.service.http_protocols import failed, seconds
from turnwire.service.http_query import query_of
from turnwire.service.http_running import running
from turnwire.service.http_stream_reply import StreamReply
from turnwire.v1.service_pb2 import ConvertStreamRequest, ConvertStreamResponse

if TYPE_CHECKING:
    from starlette.requests import Request
    from starlette.responses import Response
    from starlette.types import ASGIApp, Receive, Scope, Send

    from turnwire.service.http_doors import HttpDoors
    from turnwire.service.http_query import Query

PATH = "/streams/convert"
_METHOD = "ConvertStream"


async def converted(doors: HttpDoors, request: Request) -> Response | ASGIApp:
    """Answer one call.

    Args:
        doors: what the application serves.
        request: the request, not read yet.
    """
    if (reply := refusal(doors, doors.streams.admission, _METHOD, request)) is not None:
        return reply
    try:
        query = query_of(request.query_params.multi_items())
    except RefusedError as error:
        status = explained(error, _METHOD)
        note_refusal(doors, _METHOD, status, request)
        return failed(status)
    return _Conversion(doors, query, request)


class _Conversion:
    """One call, as the application that sends its reply."""

    def __init__(self, doors: HttpDoors, query: Query, request: Request) -> None:
        self._doors, self._query, self._request = doors, query, request
        self._call = HttpCall(seconds(request), request.headers.items())

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Send the reply while the request arrives."""
        call, reply = self._call, StreamReply(send, self._query.report)
        async with running(call, self._doors.streams.admission, partial(self._convert, reply), self._feed()) as work:
            is_whole = work.done() and not work.exception()
            status = call.status or (None if is_whole else GONE)
            if not await reply.end(status):
                await failed(status or GONE)(scope, receive, send)

    def _convert(self, reply: StreamReply) -> None:
        for data in self._doors.streams.answer(self._call.requests(), self._call):
            reply.take(ConvertStreamResponse.FromString(data))

    async def _feed(self) -> None:
        """Give the pieces of the request to the thread that converts, and then wait until the client is gone."""
        call, most, idle, size = self._call, self._doors.most_bytes, self._doors.streams.most_idle, 0
        call.arrived(ConvertStreamRequest(begin=self._query.begin).SerializeToString())
        pieces = self._request.stream()
        try:
            while (piece := await asyncio.wait_for(anext(pieces, None), idle)) is not None:
                size += len(piece)
                if size > most:
                    call.end(too_large("the stream", size, most))
                    return
                if piece:
                    call.arrived(ConvertStreamRequest(data=piece).SerializeToString())
            call.requested()
            while (await self._request.receive())["type"] != "http.disconnect":
                pass
        except TimeoutError:
            call.end(Status(code=Code.DEADLINE_EXCEEDED, message=f"nothing came for {idle:g} seconds"))
        except ClientDisconnect:
            pass
        call.end(GONE)
