"""The calls of the service over HTTP/1.1: unary calls of the Connect protocol, and the health at `/healthz`.

Only the transport is here: the guard, the tokens, the limits and the errors are those of the calls over gRPC.
"""

from __future__ import annotations

import asyncio
import contextvars
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from typing import Any, Final

from google.rpc.code_pb2 import Code
from google.rpc.status_pb2 import Status
from msgspec import Struct
from starlette.applications import Starlette
from starlette.middleware import Middleware
from starlette.middleware.cors import CORSMiddleware
from starlette.requests import ClientDisconnect, Request
from starlette.responses import PlainTextResponse, Response
from starlette.routing import Route

from turnwire.service.admission import Admission
from turnwire.service.errors import not_taken, too_large
from turnwire.service.gate import Logins, token_name
from turnwire.service.http_call import HttpCall
from turnwire.service.http_errors import connect_error
from turnwire.service.message_forms import BINARY, JSON
from turnwire.service.tokens import Token

FORMS: Final = {"application/json": JSON, "application/proto": BINARY}
"""The forms of messages by the media types of the Connect protocol."""
_DEADLINE: Final = Status(code=Code.DEADLINE_EXCEEDED, message="the deadline passed")
_GONE: Final = Status(code=Code.CANCELLED, message="the client is gone")
_LONGEST_TIMEOUT: Final = 10
"""Digits: "Connect-Timeout-Ms" is a "positive integer as ASCII string of at most 10 digits"."""
_LONGEST_LENGTH: Final = 18

Answer = Callable[[Iterator[bytes], HttpCall], bytes]
"""A method of the service from the bytes of its request to the bytes of its reply; see `Guard.unary`."""


class HttpDoors(Struct, frozen=True):
    """What the application serves, and what it asks before it reads a request."""

    answers: Mapping[str, Mapping[str, Answer]]
    """By the path of the method, and the media type."""
    admission: Admission
    logins: Logins | None
    refused: Callable[[str, Status], None]
    is_serving: Callable[[], bool]
    """Whether the health is SERVING."""
    most_bytes: int
    origins: Sequence[str] = ()
    """The origins whose pages may call."""


def application(doors: HttpDoors) -> Starlette:
    """Return the ASGI application.

    Args:
        doors: what it serves.
    """
    routes = [
        Route(path, partial(_unary, doors, path, answers), methods=["POST"]) for path, answers in doors.answers.items()
    ]

    async def health(_: Request) -> Response:
        is_open = doors.is_serving()
        return PlainTextResponse("SERVING\n" if is_open else "NOT_SERVING\n", 200 if is_open else 503)

    cors = Middleware(
        CORSMiddleware,
        allow_origins=list(doors.origins),
        allow_methods=["POST"],
        allow_headers=["authorization", "content-type", "connect-protocol-version", "connect-timeout-ms"],
    )
    return Starlette(routes=[*routes, Route("/healthz", health)], middleware=[cors] if doors.origins else [])


async def _unary(doors: HttpDoors, path: str, answers: Mapping[str, Answer], request: Request) -> Response:
    media_type = request.headers.get("content-type", "").partition(";")[0].strip().lower()
    if media_type not in answers:
        return Response(status_code=415, headers={"accept-post": ", ".join(answers)})
    refusal = _refusal(doors, request)
    if refusal is not None:
        doors.refused(path, refusal)
        return _failed(refusal)
    call = HttpCall(_seconds(request))
    return await _answered(doors, call, request, answers[media_type], media_type)


def _refusal(doors: HttpDoors, request: Request) -> Status | None:
    """Return why a call is refused before its request is read; None if it is not."""
    headers = request.headers
    if (reason := doors.admission.refusal()) is not None:
        return not_taken(reason)
    if doors.logins is not None:
        found = doors.logins.check(headers)
        if not isinstance(found, Token):
            return found
        token_name.set(found.name)
    if headers.get("content-encoding", "identity") != "identity":
        return Status(code=Code.UNIMPLEMENTED, message="compressed requests are not taken")
    timeout, length = headers.get("connect-timeout-ms", "0"), headers.get("content-length", "0")
    if not (timeout.isascii() and timeout.isdecimal() and len(timeout) <= _LONGEST_TIMEOUT):
        return Status(code=Code.INVALID_ARGUMENT, message="Connect-Timeout-Ms is a number of at most 10 digits")
    if len(length) <= _LONGEST_LENGTH and int(length) > doors.most_bytes:
        return too_large("the request", int(length), doors.most_bytes)
    return None


def _seconds(request: Request) -> float | None:
    found = request.headers.get("connect-timeout-ms")
    return None if found is None else int(found) / 1000


async def _answered(doors: HttpDoors, call: HttpCall, request: Request, answer: Answer, media_type: str) -> Response:
    loop, ended = asyncio.get_running_loop(), asyncio.Event()

    def wake() -> None:
        loop.call_soon_threadsafe(ended.set)

    call.add_callback(wake)
    context = contextvars.copy_context()
    # Submitted before the request has arrived, so that requests that are on their way count as calls.
    work = asyncio.wrap_future(doors.admission.submit(context.run, answer, call.requests(), call))
    others = [asyncio.ensure_future(each) for each in (ended.wait(), _feed(request, call, doors.most_bytes))]
    timer = loop.call_later(call.time_remaining(), call.end, _DEADLINE) if _seconds(request) is not None else None
    try:
        await asyncio.wait([work, others[0]], return_when=asyncio.FIRST_COMPLETED)
        return _response(call, work, media_type)
    finally:
        if timer is not None:
            timer.cancel()
        for each in others:
            each.cancel()
        work.add_done_callback(lambda done: done.exception())  # it is in the status of the call
        call.end()


def _response(call: HttpCall, work: asyncio.Future[Any], media_type: str) -> Response:
    if call.status is None and work.done():
        return Response(work.result(), media_type=media_type)
    return _failed(call.status or _GONE)


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
    call.end(_GONE)


def _failed(status: Status) -> Response:
    code, body = connect_error(status)
    return Response(body, code, media_type="application/json")
