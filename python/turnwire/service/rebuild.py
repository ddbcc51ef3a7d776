"""The library's exceptions again, from the status that errors.py made of them; the client's half."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, TypeVar

import grpc
from google.rpc.error_details_pb2 import ErrorInfo
from grpc_status import rpc_status

from turnwire.errors import InvalidDocument, LossyConversion, UnknownDialect
from turnwire.service.errors import DOMAIN, INVALID_DOCUMENT, LOSSY_CONVERSION, UNKNOWN_DIALECT, UNKNOWN_SCHEMA
from turnwire.service.messages import loss_from_message
from turnwire.v1 import service_pb2, upb

if TYPE_CHECKING:
    from google.protobuf.message import Message
    from google.rpc.status_pb2 import Status

_Detail = TypeVar("_Detail", bound="Message")


def rebuilt(error: grpc.RpcError) -> Exception | None:
    """The exception that the library raised on the server; None where it was something else."""
    call: Any = error  # what a channel raises is a Call as well, which the stubs think cannot be
    status = rpc_status.from_call(call) if isinstance(call, grpc.Call) else None
    info = _detail(status, ErrorInfo) if status is not None else None
    if status is None or info is None or info.domain != DOMAIN:
        return None
    if info.reason == INVALID_DOCUMENT:
        return _invalid_document(status, info)
    if info.reason == LOSSY_CONVERSION:
        return _lossy(status, info)
    plain = {UNKNOWN_DIALECT: UnknownDialect, UNKNOWN_SCHEMA: KeyError}.get(info.reason)
    return plain(status.message) if plain else None


def is_unreachable(error: grpc.RpcError) -> bool:
    """Whether no server answered: one that refuses a call says why in a `google.rpc.Status`."""
    call: Any = error  # as above
    return (
        isinstance(call, grpc.Call)
        and call.code() is grpc.StatusCode.UNAVAILABLE
        and rpc_status.from_call(call) is None
    )


def _invalid_document(status: Status, info: ErrorInfo) -> Exception | None:
    findings = _detail(status, service_pb2.ValidateResponse)
    if findings is None:
        return None
    error = InvalidDocument(*map(upb.diagnostic_from_upb, findings.diagnostics))
    return _noted(error, len(error.diagnostics), info)


def _lossy(status: Status, info: ErrorInfo) -> Exception | None:
    lost = _detail(status, service_pb2.ConvertResponse)
    if lost is None or not lost.losses:
        return None
    error = LossyConversion(map(loss_from_message, lost.losses))
    return _noted(error, len(error.losses), info)


def _noted(error: Exception, told: int, info: ErrorInfo) -> Exception:
    total = int(info.metadata["total"])
    if total > told:
        error.add_note(f"{total - told} more did not fit into the status: validate, or convert without strict, has all")
    return error


def _detail(status: Status, kind: type[_Detail]) -> _Detail | None:
    for detail in status.details:
        found = kind()
        if detail.Unpack(found):
            return found
    return None
