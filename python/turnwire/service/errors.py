"""Map exceptions to a google.rpc.Status from which a client rebuilds the library's own exception.

An unknown exception has one fixed text, so that no internal text reaches a client.
"""

from __future__ import annotations

import logging
import secrets
from datetime import timedelta
from typing import TYPE_CHECKING, Final, TypeVar

from google.protobuf.message import DecodeError, Message
from google.rpc.code_pb2 import Code
from google.rpc.error_details_pb2 import BadRequest, ErrorInfo, RetryInfo
from google.rpc.status_pb2 import Status

from turnwire.errors import InvalidDocument, LossyConversion
from turnwire.service.admission import OVERLOADED, STOPPING
from turnwire.service.messages import loss_to_message
from turnwire.v1 import diagnostic_pb2, loss_pb2, service_pb2, upb

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from turnwire.model import Diagnostic, Loss
    from turnwire.service.admission import Reason

_Row = TypeVar("_Row", bound=tuple[Message, ...])
_Told = TypeVar("_Told", diagnostic_pb2.Diagnostic, loss_pb2.Loss)

DOMAIN = "turnwire"
"""The domain of every ErrorInfo; its reason names the exception."""

INVALID_DOCUMENT = "INVALID_DOCUMENT"
LOSSY_CONVERSION = "LOSSY_CONVERSION"
UNKNOWN_DIALECT = "UNKNOWN_DIALECT"
UNKNOWN_SCHEMA = "UNKNOWN_SCHEMA"
BAD_FIELD = "BAD_FIELD"
TOO_LARGE = "TOO_LARGE"
OVER_QUOTA = "OVER_QUOTA"
INTERNAL = "INTERNAL"

INTERNAL_TEXT = "internal error"

# A status travels as a trailer, and a client refuses trailers of more than 8 KiB ("received metadata size exceeds
# soft limit (8689 vs. 8192)", gRPC core).  In base64 and with the rest around it, this much stays below.
_DETAILS_BYTES = 4096
_TEXT_BYTES = 300


_RETRY_SECONDS: Final = 1.0
"""When a client that was turned away may come again."""
_LOG = logging.getLogger("turnwire.service")


class OversizedError(Exception):
    """A message or a stream is larger than the server takes or sends: what it is, its size, and the limit."""


class RefusedError(Exception):
    """An invalid request: `field` is the dotted path in the request, `reason` one of the above."""

    def __init__(self, field: str, message: str, reason: str = BAD_FIELD) -> None:
        super().__init__(field, message, reason)
        self.field, self.message, self.reason = field, message, reason

    def __str__(self) -> str:
        return self.message


def status_of(error: Exception) -> Status | None:
    """Return the status for an exception whose text is meant for callers; None for any other."""
    if isinstance(error, RefusedError):
        return _refused(error)
    if isinstance(error, InvalidDocument):
        return _invalid_document(error.diagnostics)
    if isinstance(error, LossyConversion):
        return _lossy(error.losses)
    if isinstance(error, OversizedError):
        return too_large(*error.args)
    if isinstance(error, DecodeError):
        return _refused(RefusedError("", "the request is not a message of its type"))
    return None


def explained(error: Exception, name: str) -> Status:
    """Return the status for any exception of a call; an unforeseen one is logged under an id, which the client gets.

    Args:
        error: what the call raised.
        name: the name of the RPC, for the log.
    """
    status = status_of(error)
    if status is not None:
        return status
    correlation_id = secrets.token_hex(8)
    _LOG.error("%s failed, correlation_id=%s", name, correlation_id, exc_info=error)
    return internal(correlation_id)


def internal(correlation_id: str) -> Status:
    """Return the status for any other exception: a fixed text, and the id under which the log has the details."""
    return _status(Code.INTERNAL, INTERNAL_TEXT, INTERNAL, {"correlation_id": correlation_id}, ())


def too_large(what: str, size: int, most: int) -> Status:
    """Return the status for a request, a reply or a stream that is larger than this server's limit, in bytes."""
    text = f"{what} has {size} bytes, and the limit of this server is {most}"
    return _status(Code.RESOURCE_EXHAUSTED, text, TOO_LARGE, {}, ())


def not_taken(reason: Reason) -> Status:
    """Return the status for a call that is not admitted: there are too many, or the server is stopping."""
    if reason == STOPPING:
        return _status(Code.UNAVAILABLE, "the server is about to stop", STOPPING, {}, (_retry(_RETRY_SECONDS),))
    text = "too many calls at once"
    return _status(Code.RESOURCE_EXHAUSTED, text, OVERLOADED, {}, (_retry(_RETRY_SECONDS),))


def unauthenticated(reason: str, text: str) -> Status:
    """Return the status for a call without a token that this server takes."""
    return _status(Code.UNAUTHENTICATED, text, reason, {}, ())


def over_quota(seconds: float) -> Status:
    """Return the status for a call beyond the quota of its token, which may be made after some seconds."""
    text = "the token has made as many calls as it may"
    return _status(Code.RESOURCE_EXHAUSTED, text, OVER_QUOTA, {}, (_retry(seconds),))


def _retry(seconds: float) -> RetryInfo:
    found = RetryInfo()
    found.retry_delay.FromTimedelta(timedelta(seconds=seconds))
    return found


def _refused(error: RefusedError) -> Status:
    code = Code.NOT_FOUND if error.reason == UNKNOWN_SCHEMA else Code.INVALID_ARGUMENT
    message = clipped(error.message)
    bad = BadRequest(field_violations=[_violation(error.field, message, error.reason)])
    return _status(code, message, error.reason, {}, (bad,))


def _invalid_document(diagnostics: tuple[Diagnostic, ...]) -> Status:
    bad, findings = BadRequest(), service_pb2.ValidateResponse()
    found = ((upb.diagnostic_to_upb(each), each) for each in diagnostics)
    pairs = ((_clip_texts(message), _violation(each.pointer or "", each.message, each.code)) for message, each in found)
    for message, violation in _fitting(pairs):
        findings.diagnostics.append(message)
        bad.field_violations.append(violation)
    first = f"{diagnostics[0].message} [{diagnostics[0].code}]" if diagnostics else "invalid document"
    told = {"total": str(len(diagnostics))}
    return _status(Code.INVALID_ARGUMENT, clipped(first), INVALID_DOCUMENT, told, (bad, findings))


def _lossy(losses: tuple[Loss, ...]) -> Status:
    lost = service_pb2.ConvertResponse()
    for (message,) in _fitting((_clip_texts(loss_to_message(loss, loss_pb2.Loss())),) for loss in losses):
        lost.losses.append(message)
    text = f"{losses[0].dialect} cannot hold all of it: {len(losses)} losses, and the request is strict"
    return _status(Code.FAILED_PRECONDITION, clipped(text), LOSSY_CONVERSION, {"total": str(len(losses))}, (lost,))


def _status(code: int, text: str, reason: str, told: dict[str, str], details: tuple[Message, ...]) -> Status:
    status = Status(code=code, message=text)
    for detail in (ErrorInfo(reason=reason, domain=DOMAIN, metadata=told), *details):
        status.details.add().Pack(detail)
    return status


def _fitting(rows: Iterable[_Row]) -> Iterator[_Row]:
    """Yield the first row, and as many more as fit."""
    room = _DETAILS_BYTES
    for row in rows:
        size = sum(message.ByteSize() + 4 for message in row)
        if size > room and room < _DETAILS_BYTES:
            return
        room -= size
        yield row


def _violation(field: str, message: str, reason: str) -> BadRequest.FieldViolation:
    return BadRequest.FieldViolation(field=clipped(field), description=clipped(message), reason=clipped(reason))


def _clip_texts(message: _Told) -> _Told:
    """Return the message with every text short enough; a long JSON value is left out, since half of it is not JSON."""
    for field, value in message.ListFields():
        if isinstance(value, str) and len(value) * 4 > _TEXT_BYTES and len(value.encode()) > _TEXT_BYTES:
            if field.name.endswith("_json"):
                message.ClearField(field.name)
            else:
                setattr(message, field.name, clipped(value))
    return message


def clipped(text: str) -> str:
    """Cut a text that is too long for a status."""
    data = text.encode(errors="replace")
    return text if len(data) <= _TEXT_BYTES else data[: _TEXT_BYTES - 3].decode(errors="ignore") + "…"
