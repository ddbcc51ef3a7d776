"""Error bodies; those of gateways and proxies in other shapes are kept whole."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

import msgspec
from msgspec import UNSET, Raw, UnsetType

from turnwire.codec.json import check_raw
from turnwire.codec.wire import Form, or_none
from turnwire.documents.error_classes import class_of
from turnwire.documents.non_object_errors import read_bare
from turnwire.documents.residue import form_of, report_others, residue, restore
from turnwire.documents.retry_after import held
from turnwire.families.anthropic.constraints import ENDED, ERROR_TYPES
from turnwire.families.anthropic.wire_response import ErrorBody, ErrorDetail
from turnwire.model import ErrorReply

if TYPE_CHECKING:
    from collections.abc import Mapping

    from turnwire.documents.error_classes import ErrorClass
    from turnwire.documents.inputs import Envelope
    from turnwire.losses import Losses
    from turnwire.lowering.draft import Draft

_OBJECT: Final = Form(ErrorBody)


def read_error(dialect: str, raw: Raw, envelope: Envelope | None) -> ErrorReply:
    """The error reply of a body; its status is in the envelope."""
    found = (envelope or {}).get("status")
    status = found if isinstance(found, int) else None
    if memoryview(raw)[0] != ord("{"):
        check_raw(raw)
        return read_bare(dialect, bytes(raw), status)
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
    kind, message = _read_detail(body.error, extra, as_is)
    kept = residue(dialect, extra, form={"as_is": as_is} if as_is else None)
    return ErrorReply(message, status, kind, request_id=or_none(body.request_id), provider_raw=kept)


def _has_ended(body: ErrorBody) -> bool:
    """Whether this is the result of a request that was not run before its batch ended."""
    return body.type in ENDED and body.error is UNSET and body.request_id is UNSET and not body.unknown.fields


def _read_detail(detail: ErrorDetail | UnsetType, extra: dict[str, Any], as_is: list[str]) -> tuple[str | None, str]:
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


# The status goes along outside the body.
_HELD: Final = frozenset({"message", "type", "request_id", "status"})

# "400 - invalid_request_error", "401 - authentication_error", ... (the provider's page on errors)
_WORDS: Final[Mapping[ErrorClass | None, str]] = {
    "invalid": "invalid_request_error",
    "authentication": "authentication_error",
    "billing": "billing_error",
    "permission": "permission_error",
    "not_found": "not_found_error",
    "too_large": "invalid_request_error",
    "rate_limit": "rate_limit_error",
    "server": "api_error",
    "overloaded": "overloaded_error",
    "timeout": "timeout_error",
}


def write_error(draft: Draft, losses: Losses) -> Any:
    """The body of an error reply."""
    error: ErrorReply = draft.document
    form = form_of(error.provider_raw, losses.dialect)
    losses.dropped_fields(error, held(error, _HELD), "", "error")
    if "body" in form:
        is_text = error.message or form["body"] == "text"
        report_others(error.provider_raw, losses, "", looked_at=() if is_text else ("body",))
        return error.message if is_text else _whole(error, losses)
    if error.type in ENDED and error.message == error.type:
        ended = ErrorBody(error.type)
        return ended if error.provider_raw is None else restore(ended, error.provider_raw, losses, "")
    as_is = form.get("as_is", [])
    body = ErrorBody(
        UNSET if "type" in as_is else "error",
        UNSET if "error" in as_is and not error.message else _detail(error, as_is, losses),
        UNSET if error.request_id is None else error.request_id,
    )
    return body if error.provider_raw is None else restore(body, error.provider_raw, losses, "")


def _whole(error: ErrorReply, losses: Losses) -> Raw:
    """Return a body that is not an object, unchanged."""
    own = (error.provider_raw or {})[losses.dialect]
    return msgspec.json.decode(own, type=dict[str, Raw]).get("body", Raw(b"null"))


def _detail(error: ErrorReply, as_is: list[str], losses: Losses) -> ErrorDetail:
    message = UNSET if "message" in as_is and not error.message else error.message
    return ErrorDetail(_kind(error, as_is, losses), message)


def _kind(error: ErrorReply, as_is: list[str], losses: Losses) -> Any:
    if error.type in ERROR_TYPES:
        return error.type
    if "error.type" in as_is:
        return UNSET if error.type is None else error.type
    made = _WORDS.get(class_of(error), "api_error")
    if error.type is None:
        losses.invented("/type", "error.type", made)
    else:
        losses.degraded("/type", "error.type", error.type)
    return made
