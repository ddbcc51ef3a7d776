"""Calls over HTTP with one request and one reply, by the Connect protocol."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Any, Final

from starlette.requests import ClientDisconnect, Request
from starlette.responses import Response

from turnwire.service.errors import too_large
from turnwire.service.http_call import HttpCall
from turnwire.service.http_doors import GONE, failed, refusal, seconds
from turnwire.service.http_edges import wrong_media_type
from turnwire.service.http_running import running
from turnwire.service.message_forms import BINARY, JSON

if TYPE_CHECKING:
    import asyncio

    from turnwire.service.http_doors import HttpDoors

FORMS: Final = {"application/json": JSON, "application/proto": BINARY}
"""The forms of messages by the media types of the Connect protocol."""


async def unary(doors: HttpDoors, path: str, request: Request) -> Response:
    """Answer one call.

    Args:
        doors: what the application serves.
        path: that of the method.
        request: the request, not read yet.
    """
    media_type = request.headers.get("content-type", "").partition(";")[0].strip().lower()
    answers = doors.unary.answers[path]
    if media_type not in answers:
        return wrong_media_type(doors, path)
    if (reply := refusal(doors, doors.unary.admission, path, request)) is not None:
        return reply
    call = HttpCall(seconds(request), request.headers.items())
    answer = partial(answers[media_type], call.requests(), call)
    async with running(call, doors.unary.admission, answer, _feed(request, call, doors.most_bytes)) as work:
        return _response(call, work, media_type)


def _response(call: HttpCall, work: asyncio.Future[Any], media_type: str) -> Response:
    if call.status is None and work.done():
        return Response(work.result(), media_type=media_type)
    return failed(call.status or GONE)


async def _feed(request: Request, call: HttpCall, most: int) -> None:
    """Read the request, and then wait until the client is gone."""
    pieces, size = [], 0
    try:
        async for piece in request.stream():
            size += len(piece)
            if size > most:
                call.end(too_large("the request", size, most))
                return
            pieces.append(piece)
        call.arrived(b"".join(pieces))
        while (await request.receive())["type"] != "http.disconnect":
            pass
    except ClientDisconnect:
        pass
    call.end(GONE)
