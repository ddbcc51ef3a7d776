"""What the application over HTTP serves, and what it asks of a request before it reads it."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Final

from google.rpc.code_pb2 import Code
from google.rpc.status_pb2 import Status
from msgspec import Struct

from turnwire.service.admission import Admission
from turnwire.service.errors import not_taken, too_large
from turnwire.service.gate import Logins, token_name
from turnwire.service.http_call import HttpCall
from turnwire.service.http_protocols import CONNECT, Protocol
from turnwire.service.tokens import Token
from turnwire.service.tracing import Transport

if TYPE_CHECKING:
    from starlette.requests import Request
    from starlette.responses import Response

DEADLINE: Final = Status(code=Code.DEADLINE_EXCEEDED, message="the deadline passed")
GONE: Final = Status(code=Code.CANCELLED, message="the client is gone")
_LONGEST_LENGTH: Final = 18

Answer = Callable[[Iterator[bytes], HttpCall], bytes]
"""A method of the service from the bytes of its request to the bytes of its reply; see `Guard.unary`."""
StreamAnswer = Callable[[Iterator[bytes], HttpCall], Iterator[bytes]]
"""A method of the service from messages of bytes to messages of bytes; see `Guard.stream`."""


class Unary(Struct, frozen=True):
    """The methods with one request and one reply, and the threads that answer them."""

    answers: Mapping[str, Mapping[str, Answer]]
    """By the path of the method, and the media type."""
    admission: Admission


class Streams(Struct, frozen=True):
    """The method that converts a stream, the threads that answer it, and how long it waits for a client."""

    answer: StreamAnswer
    admission: Admission
    most_idle: float
    """Seconds from one piece of a request to the next."""


class HttpDoors(Struct, frozen=True):
    """What the application serves, and what it asks before it reads a request."""

    unary: Unary
    streams: Streams
    logins: Logins | None
    refused: Callable[[str, Status, HttpCall | None, Transport], None]
    """Is called with the method, the status, the call, and how it comes; without a call for a request that is none."""
    is_serving: Callable[[], bool]
    """Whether the health is SERVING."""
    most_bytes: int
    most_head_bytes: int
    """Of the path and the headers of a request."""
    origins: Sequence[str] = ()
    """The origins whose pages may call."""
    has_page: bool = True
    """Whether the page is served at `/`."""


def refusal(
    doors: HttpDoors, admission: Admission, method: str, request: Request, protocol: Protocol = CONNECT
) -> Response | None:
    """Return the reply to a request that is refused before it is read; None if it is not refused.

    Args:
        doors: what is asked of it, and what notes a refusal.
        admission: the threads that would answer it.
        method: the name of its method, for the note.
        request: the request.
        protocol: that of the request.
    """
    status = _why_refused(doors, admission, request, protocol)
    if status is None:
        return None
    note_refusal(doors, method, status, request, protocol)
    return protocol.failed(status, media_type_of(request))


def media_type_of(request: Request) -> str:
    """Return the media type of a request, in lower case and without parameters."""
    return request.headers.get("content-type", "").partition(";")[0].strip().lower()


def _why_refused(doors: HttpDoors, admission: Admission, request: Request, protocol: Protocol) -> Status | None:
    headers = request.headers
    token_name.set("")  # the context may be that of an earlier request of the same connection
    if (reason := admission.refusal()) is not None:
        return not_taken(reason)
    if doors.logins is not None:
        found = doors.logins.check(headers)
        if not isinstance(found, Token):
            return found
    if headers.get("content-encoding", "identity") != "identity":
        return Status(code=Code.UNIMPLEMENTED, message="compressed requests are not taken: send identity")
    if headers.get("connect-protocol-version", "1") != "1":
        return Status(code=Code.INVALID_ARGUMENT, message="Connect-Protocol-Version is 1")
    try:
        protocol.seconds(headers)
    except ValueError as error:
        return Status(code=Code.INVALID_ARGUMENT, message=str(error))
    length = headers.get("content-length", "0")
    if len(length) <= _LONGEST_LENGTH and int(length) > protocol.longest(doors.most_bytes):
        return too_large("the request", int(length), doors.most_bytes)
    return None


def note_refusal(doors: HttpDoors, method: str, status: Status, request: Request, protocol: Protocol = CONNECT) -> None:
    """Note a call that is refused, with the headers of its request."""
    doors.refused(method, status, HttpCall(None, request.headers.items()), protocol.transport)
