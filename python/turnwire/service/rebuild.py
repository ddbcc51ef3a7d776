"""The library's exceptions again, from the status that errors.py made of them; the client's half."""

from __future__ import annotations

from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, TypeVar

import grpc
from google.rpc.error_details_pb2 import ErrorInfo
from grpc_status import rpc_status

from turnwire.errors import InvalidDocument, LossyConversion, UnknownDialect
from turnwire.service.errors import DOMAIN, INVALID_DOCUMENT, LOSSY_CONVERSION, UNKNOWN_DIALECT, UNKNOWN_SCHEMA
from turnwire.service.messages import loss_from_message
from turnwire.v1 import service_pb2, upb

if TYPE_CHECKING:
    from collections.abc import Iterator

    from google.protobuf.message import Message
    from google.rpc.status_pb2 import Status

_Detail = TypeVar("_Detail", bound="Message")


@contextmanager
def translated_errors(target: str) -> Iterator[None]:
    """Raise what the library raises, in place of the errors of calls.

    Args:
        target: the address of the server.

    Raises:
        ConnectionError: no server answered.
        InvalidDocument, UnknownDialect, LossyConversion, KeyError: what the library raised on the server.
        grpc.RpcError: the call failed for another reason.
    """
    try:
        yield
    except grpc.RpcError as error:
        if is_unreachable(error):
            message = f"no service at {target} (start it: turnwire serve)"
            raise ConnectionError(message) from None
        known = rebuilt(error)
        if known is None:
            raise
        raise known from error


def rebuilt(error: grpc.RpcError) -> Exception | None:
    """The exception that the library raised on the server; None where it was something else."""
    status = _status(error)
    return None if status is None else exception_of(status)


def exception_of(status: Status) -> Exception | None:
    """Return the exception that the library raised, of the status that it became; None for any other status."""
    info = _detail(status, ErrorInfo)
    if info is None or info.domain != DOMAIN:
        return None
    if info.reason == INVALID_DOCUMENT:
        return _invalid_document(status, info)
    if info.reason == LOSSY_CONVERSION:
        return _lossy(status, info)
    plain = {UNKNOWN_DIALECT: UnknownDialect, UNKNOWN_SCHEMA: KeyError}.get(info.reason)
    return plain(status.message) if plain else None


def is_unreachable(error: grpc.RpcError) -> bool:
    """Whether no server answered: one that refuses a call says why in a `google.rpc.Status`."""
    call: Any = error
    return _is_of_call(error) and call.code() is grpc.StatusCode.UNAVAILABLE and _status(error) is None


def _status(error: grpc.RpcError) -> Status | None:
    call: Any = error
    return rpc_status.from_call(call) if _is_of_call(error) else None


def _is_of_call(error: grpc.RpcError) -> bool:
    """Whether an error has the code and the metadata of a call, as those of both kinds of channel do."""
    return hasattr(error, "trailing_metadata") and hasattr(error, "code")


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
