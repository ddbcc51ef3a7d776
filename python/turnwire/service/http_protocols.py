"""What the protocols of unary calls over HTTP differ in, and the Connect protocol."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Final

from google.rpc.status_pb2 import Status
from msgspec import Struct
from starlette.responses import Response

from turnwire.service.http_errors import connect_error, error_headers
from turnwire.service.tracing import HTTP, Transport

if TYPE_CHECKING:
    from starlette.requests import Request

_LONGEST_TIMEOUT: Final = 10
"""Digits: "Connect-Timeout-Ms" is a "positive integer as ASCII string of at most 10 digits"."""


class Protocol(Struct, frozen=True):
    """How messages, errors and deadlines travel."""

    received: Callable[[bytes], bytes | Status]
    """The body of a request -> its message, or why it has none."""
    replied: Callable[[bytes], bytes]
    """The message of a reply -> its body."""
    failed: Callable[[Status, str], Response]
    """An error, and the media type of the request -> the reply."""
    longest: Callable[[int], int]
    """The bytes of a message -> the bytes of a body that holds it."""
    seconds: Callable[[Mapping[str, str]], float | None]
    """The headers of a request -> how long its client waits; None if it does not say.  Raises ValueError."""
    transport: Transport
    """How calls come by it, for their spans."""


def failed(status: Status, http_status: int | None = None, headers: Mapping[str, str] | None = None) -> Response:
    """Return the reply to a request that has failed, by the Connect protocol.

    Args:
        status: why.
        http_status: the status over HTTP; None for that of the code.
        headers: further headers of the reply.
    """
    code, body = connect_error(status)
    every = {**error_headers(status), **(headers or {})}
    return Response(body, http_status or code, every, media_type="application/json")


def _seconds(headers: Mapping[str, str]) -> float | None:
    timeout = headers.get("connect-timeout-ms")
    if timeout is None:
        return None
    if not (timeout.isascii() and timeout.isdecimal() and len(timeout) <= _LONGEST_TIMEOUT):
        raise ValueError("Connect-Timeout-Ms is a number of at most 10 digits")
    return int(timeout) / 1000


def seconds(request: Request) -> float | None:
    """Return how long the client of a Connect call waits; its headers are checked (`refusal`)."""
    return _seconds(request.headers)


CONNECT: Final = Protocol(
    received=lambda body: body,
    replied=lambda message: message,
    failed=lambda status, _: failed(status),
    longest=lambda size: size,
    seconds=_seconds,
    transport=HTTP,
)
