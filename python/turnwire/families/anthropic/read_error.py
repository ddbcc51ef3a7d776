"""An error body -> an error reply; bodies of gateways and proxies in other shapes are kept whole."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

import msgspec
from msgspec import UNSET, Raw, UnsetType

from turnwire.codec.json import check_raw
from turnwire.codec.wire import Form, or_none
from turnwire.documents.residue import residue
from turnwire.families.anthropic.constraints import ENDED, ERROR_TYPES
from turnwire.families.anthropic.wire_response import ErrorBody, ErrorDetail
from turnwire.model import ErrorReply

if TYPE_CHECKING:
    from turnwire.documents.inputs import Envelope


_OBJECT: Final = Form(ErrorBody)


def read_error(dialect: str, raw: Raw, envelope: Envelope | None) -> ErrorReply:
    """The error reply of a body; its status is in the envelope."""
    found = (envelope or {}).get("status")
    status = found if isinstance(found, int) else None
    if memoryview(raw)[0] != ord("{"):
        return _foreign(dialect, raw, status)
    body = _OBJECT.decode(bytes(raw))
    if isinstance(body.type, str) and _has_ended(body):
        return ErrorReply(body.type, status, body.type)
    extra: dict[str, Any] = dict(body.unknown.fields)
    as_is: list[str] = []
    if body.type != "error":
        as_is.append("type")
        if body.type is not UNSET:
            extra["type"] = body.type
    if body.request_id is None:
        extra["request_id"] = None
    kind, message = _detail(body.error, extra, as_is)
    kept = residue(dialect, extra, form={"as_is": as_is} if as_is else None)
    return ErrorReply(message, status, kind, request_id=or_none(body.request_id), provider_raw=kept)


def _has_ended(body: ErrorBody) -> bool:
    """Whether this is the result of a request that was not run before its batch ended."""
    return body.type in ENDED and body.error is UNSET and body.request_id is UNSET and not body.unknown.fields


def _detail(detail: ErrorDetail | UnsetType, extra: dict[str, Any], as_is: list[str]) -> tuple[str | None, str]:
    if detail is UNSET:
        as_is.append("error")
        return None, ""
    if detail.unknown:
        extra["error"] = dict(detail.unknown.fields)
    if detail.message is UNSET:
        as_is.append("message")
    if detail.type not in ERROR_TYPES:
        as_is.append("error.type")
    return or_none(detail.type), or_none(detail.message) or ""


def _foreign(dialect: str, raw: Raw, status: int | None) -> ErrorReply:
    """Read a body that is not an object."""
    check_raw(raw)
    if memoryview(raw)[0] == ord('"'):
        return ErrorReply(msgspec.json.decode(raw), status, provider_raw=residue(dialect, form={"body": "text"}))
    return ErrorReply("", status, provider_raw=residue(dialect, {"body": raw}, form={"body": "other"}))
