"""Unary calls by gRPC-Web (https://github.com/grpc/grpc/blob/master/doc/PROTOCOL-WEB.md), in bytes and in base64.

A message is a frame: a byte of flags, its length in four bytes, and the message.  A reply has the HTTP status 200 and
ends with a frame of trailers, which has the code of the call.
"""

from __future__ import annotations

import base64
import binascii
import re
from typing import TYPE_CHECKING, Final
from urllib.parse import quote

from google.rpc.code_pb2 import Code
from google.rpc.status_pb2 import Status
from starlette.responses import Response

from turnwire.service.errors import RefusedError, explained
from turnwire.service.http_protocols import Protocol
from turnwire.service.tracing import GRPC_WEB as OVER_GRPC_WEB

if TYPE_CHECKING:
    from collections.abc import Mapping

_HEAD: Final = 5
_COMPRESSED: Final = 0x01
_TRAILERS: Final = 0x80
"""The flag of a frame of trailers: "8th (MSB) bit of the 1st gRPC frame byte"."""
_NO_FRAME: Final = "the request is not one frame of gRPC-Web: a byte of flags, four of the length, and the message"
# PROTOCOL-HTTP2.md, of `TimeoutValue`: "positive integer as ASCII string of at most 8 digits"
_TIMEOUT: Final = re.compile(r"([0-9]{1,8})([HMSmun])")
_UNITS: Final = {"H": 3600, "M": 60, "S": 1, "m": 1e-3, "u": 1e-6, "n": 1e-9}
# "Percent-Encoded": all printable ASCII stays but the percent sign.
_UNQUOTED: Final = "".join(map(chr, range(0x20, 0x7F))).replace("%", "")


def _frame(flags: int, data: bytes) -> bytes:
    return bytes((flags,)) + len(data).to_bytes(4, "big") + data


def _trailers(status: Status) -> bytes:
    """Return the last frame of a reply."""
    fields = {"grpc-status": str(status.code)}
    if status.code != Code.OK:
        fields["grpc-message"] = quote(status.message, safe=_UNQUOTED)
        # Of binary headers: "Implementations MUST accept padded and un-padded values and should emit un-padded values."
        fields["grpc-status-details-bin"] = base64.b64encode(status.SerializeToString()).decode().rstrip("=")
    return _frame(_TRAILERS, "".join(f"{name}: {value}\r\n" for name, value in fields.items()).encode())


def _received(body: bytes) -> bytes | Status:
    if not body:
        return _refused("the call has no request")
    if len(body) < _HEAD or len(body) != _HEAD + int.from_bytes(body[1:_HEAD], "big"):
        return _refused(_NO_FRAME)
    if body[0] & _COMPRESSED:
        return Status(code=Code.UNIMPLEMENTED, message="compressed requests are not taken: send identity")
    return body[_HEAD:] if body[0] == 0 else _refused(_NO_FRAME)


def _received_text(body: bytes) -> bytes | Status:
    try:
        return _received(base64.b64decode(body, validate=True))
    except binascii.Error as error:
        return _refused(f"the request is not base64: {error}")


def _refused(reason: str) -> Status:
    return explained(RefusedError("", reason), "gRPC-Web")


def _replied(message: bytes) -> bytes:
    return _frame(0, message) + _trailers(Status())


def _failed(status: Status, media_type: str) -> Response:
    return Response(_trailers(status), media_type=media_type)


def _failed_text(status: Status, media_type: str) -> Response:
    return Response(base64.b64encode(_trailers(status)), media_type=media_type)


def _seconds(headers: Mapping[str, str]) -> float | None:
    timeout = headers.get("grpc-timeout")
    if timeout is None:
        return None
    found = _TIMEOUT.fullmatch(timeout)
    if found is None:
        raise ValueError("grpc-timeout is a number of at most 8 digits, and one of the units H, M, S, m, u and n")
    return int(found[1]) * _UNITS[found[2]]


GRPC_WEB: Final = Protocol(
    received=_received,
    replied=_replied,
    failed=_failed,
    longest=lambda size: size + _HEAD,
    seconds=_seconds,
    transport=OVER_GRPC_WEB,
)
GRPC_WEB_TEXT: Final = Protocol(
    received=_received_text,
    replied=lambda message: base64.b64encode(_replied(message)),
    failed=_failed_text,
    longest=lambda size: -(-(size + _HEAD) // 3) * 4,
    seconds=_seconds,
    transport=OVER_GRPC_WEB,
)
