"""Raw calls of the service, without the client of the library, as another language makes them."""

from __future__ import annotations

from typing import Any, NamedTuple, TypeVar

import grpc
from google.protobuf.message import Message
from google.rpc.error_details_pb2 import BadRequest, ErrorInfo
from google.rpc.status_pb2 import Status
from grpc_status import rpc_status

from turnwire.v1 import service_pb2

_Kind = TypeVar("_Kind", bound=Message)

PREFIX = "/turnwire.v1.ConverterService/"


class Failure(NamedTuple):
    """What a failed call said: code, reason, and (field, reason) of the field violations."""

    code: grpc.StatusCode
    reason: str
    fields: list[tuple[str, str]]


def send(channel: grpc.Channel, method: str, request: Message | bytes, timeout: float = 60) -> bytes:
    """The bytes of the reply.  Raises grpc.RpcError."""
    data = request if isinstance(request, bytes) else request.SerializeToString()
    call: Any = channel.unary_unary(PREFIX + method)
    answer: bytes = call(data, timeout=timeout)
    return answer


def failed(channel: grpc.Channel, method: str, request: Message | bytes) -> tuple[Any, Status]:
    """The error of a call that must fail, and its status with the details."""
    try:
        send(channel, method, request)
    except grpc.RpcError as error:
        raised: Any = error
        return raised, rpc_status.from_call(raised) or Status()
    raise AssertionError(f"{method} did not fail")


def failure(channel: grpc.Channel, method: str, request: Message | bytes) -> Failure:
    """What such a call said, in short."""
    error, status = failed(channel, method, request)
    info, bad = detail(status, ErrorInfo), detail(status, BadRequest)
    return Failure(error.code(), info.reason, [(each.field, each.reason) for each in bad.field_violations])


def detail(status: Status, kind: type[_Kind]) -> _Kind:
    """The detail of this type; empty where there is none."""
    found = kind()
    for each in status.details:
        each.Unpack(found)  # does nothing for a detail of another type
    return found


def wire(data: bytes, dialect: str = "turnwire") -> service_pb2.WireDocument:
    """A conversation in bytes."""
    return service_pb2.WireDocument(data=data, dialect=dialect, kind=service_pb2.KIND_REQUEST)
