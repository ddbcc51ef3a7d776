"""Calls over HTTP with one request and one reply, by the Connect protocol and by gRPC-Web."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Final

from google.rpc.status_pb2 import Status
from starlette.requests import ClientDisconnect, Request
from starlette.responses import Response

from turnwire.service.errors import too_large
from turnwire.service.http_call import HttpCall
from turnwire.service.http_doors import GONE, media_type_of, refusal
from turnwire.service.http_edges import wrong_media_type
from turnwire.service.http_grpc_web import GRPC_WEB, GRPC_WEB_TEXT
from turnwire.service.http_protocols import CONNECT
from turnwire.service.http_running import running
from turnwire.service.message_forms import BINARY, JSON

if TYPE_CHECKING:
    from turnwire.service.http_doors import HttpDoors
    from turnwire.service.http_protocols import Protocol

FORMS: Final = {
    "application/json": JSON,
    "application/proto": BINARY,
    "application/grpc-web": BINARY,
    "application/grpc-web+proto": BINARY,
    "application/grpc-web+json": JSON,
    "application/grpc-web-text": BINARY,
    "application/grpc-web-text+proto": BINARY,
}
"""The forms of messages by media type."""


async def unary(doors: HttpDoors, path: str, request: Request) -> Response:
    """Answer one call.

    Args:
        doors: what the application serves.
        path: that of the method.
        request: the request, not read yet.
    """
    media_type = media_type_of(request)
    answers = doors.unary.answers[path]
    if media_type not in answers:
        return wrong_media_type(doors, path)
    protocol = protocol_of(media_type)
    if (reply := refusal(doors, doors.unary.admission, path, request, protocol)) is not None:
        return reply
    call = HttpCall(protocol.seconds(request.headers), request.headers.items())
    answer = partial(answers[media_type], call.requests(), call)
    async with running(call, doors.unary.admission, answer, _feed(request, call, doors.most_bytes, protocol)) as work:
        if call.status is None and work.done():
            return Response(protocol.replied(work.result()), media_type=media_type)
        return protocol.failed(call.status or GONE, media_type)


def protocol_of(media_type: str) -> Protocol:
    """Return the protocol of the calls of a media type, which is one of `FORMS`."""
    if media_type.startswith("application/grpc-web-text"):
        return GRPC_WEB_TEXT
    return GRPC_WEB if media_type.startswith("application/grpc-web") else CONNECT


async def _feed(request: Request, call: HttpCall, most: int, protocol: Protocol) -> None:
    """Read the request, and then wait until the client is gone."""
    pieces, size, longest = [], 0, protocol.longest(most)
    try:
        async for piece in request.stream():
            size += len(piece)
            if size > longest:
                call.end(too_large("the request", size, most))
                return
            pieces.append(piece)
        message = protocol.received(b"".join(pieces))
        if isinstance(message, Status):
            call.end(message)
            return
        call.arrived(message)
        while (await request.receive())["type"] != "http.disconnect":
            pass
    except ClientDisconnect:
        pass
    call.end(GONE)
