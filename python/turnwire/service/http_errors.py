"""Errors of calls over HTTP, in the JSON of the Connect protocol (https://connectrpc.com/docs/protocol)."""

from __future__ import annotations

import base64
import json
import math
from typing import TYPE_CHECKING, Any, Final

from google.protobuf import json_format
from google.rpc.code_pb2 import Code
from google.rpc.error_details_pb2 import RetryInfo

if TYPE_CHECKING:
    from google.protobuf.any_pb2 import Any as AnyMessage
    from google.rpc.status_pb2 import Status

# "Error Codes" of the protocol: the status that goes with each code.
HTTP_STATUS: Final = {
    "canceled": 499,
    "unknown": 500,
    "invalid_argument": 400,
    "deadline_exceeded": 504,
    "not_found": 404,
    "already_exists": 409,
    "permission_denied": 403,
    "resource_exhausted": 429,
    "failed_precondition": 400,
    "aborted": 409,
    "out_of_range": 400,
    "unimplemented": 501,
    "internal": 500,
    "unavailable": 503,
    "data_loss": 500,
    "unauthenticated": 401,
}


def connect_error(status: Status) -> tuple[int, bytes]:
    """Return the HTTP status and the body of an error.

    Args:
        status: the same error as a client of gRPC gets it.
    """
    code = Code.Name(status.code).lower().replace("cancelled", "canceled")
    body: dict[str, Any] = {"code": code, "message": status.message}
    if status.details:
        body["details"] = [_detail(each) for each in status.details]
    return HTTP_STATUS[code], json.dumps(body, ensure_ascii=False).encode()


def error_headers(status: Status) -> dict[str, str]:
    """Return the headers that HTTP requires with an error.

    Args:
        status: the error.
    """
    if status.code == Code.UNAUTHENTICATED:
        # "The server generating a 401 response MUST send a WWW-Authenticate header field" (RFC 9110, 15.5.2)
        return {"www-authenticate": "Bearer"}
    retry = RetryInfo()
    if any(each.Unpack(retry) for each in status.details):
        # "a number of seconds", a whole one (RFC 9110, 10.2.3)
        return {"retry-after": str(math.ceil(retry.retry_delay.ToTimedelta().total_seconds()))}
    return {}


def _detail(message: AnyMessage) -> dict[str, Any]:
    debug: dict[str, Any] = json_format.MessageToDict(message)
    del debug["@type"]
    # "value": "unpadded base64-encoded Protobuf message"; "debug" is for people, and no client may depend on it.
    value = base64.b64encode(message.value).decode().rstrip("=")
    return {"type": message.TypeName(), "value": value, "debug": debug}
