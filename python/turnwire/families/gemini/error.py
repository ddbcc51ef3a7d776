"""Error bodies: `{"error": google.rpc.Status}`, alone or as the one item of a list."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

import msgspec
from msgspec import UNSET, Raw, UnsetType

from turnwire.codec.json import check_raw
from turnwire.codec.wire import Form, or_none, or_unset
from turnwire.documents.error_classes import class_of, status_of
from turnwire.documents.non_object_errors import read_bare
from turnwire.documents.residue import form_of, report_others
from turnwire.documents.retry_after import held
from turnwire.families.gemini.overlays import fields_of, keep, leftover, restore
from turnwire.families.gemini.wire import Proto
from turnwire.model import ABSENT, ErrorReply

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from turnwire.documents.error_classes import ErrorClass
    from turnwire.documents.inputs import Envelope
    from turnwire.losses import Losses
    from turnwire.lowering.draft import Draft


class Status(Proto):
    """google.rpc.Status as the provider's front end sends it: `code` is the HTTP status."""

    code: int | UnsetType = UNSET
    message: str | UnsetType = UNSET
    status: str | UnsetType = UNSET
    details: Raw = ABSENT


class ErrorBody(Proto):
    """The whole body."""

    error: Status | UnsetType = UNSET


_BODY: Final = Form(ErrorBody)
_LIST: Final = msgspec.json.Decoder(list[Raw])
_LEAST, _MOST = 100, 599


def error_reader(name: str) -> Callable[[Raw, Envelope | None], ErrorReply]:
    """The reader of errors of a dialect of this name."""

    def read_error(raw: Raw, envelope: Envelope | None) -> ErrorReply:
        check_raw(raw)
        found = (envelope or {}).get("status")
        status = found if isinstance(found, int) else None
        form: dict[str, Any] = {}
        if memoryview(raw)[0] == ord("["):
            items = _LIST.decode(raw)
            if len(items) == 1 and memoryview(items[0])[0] == ord("{"):
                raw, form = items[0], {"body": "list"}
        if memoryview(raw)[0] != ord("{"):
            return read_bare(name, bytes(raw), status)
        return _read(_BODY.decode(bytes(raw)), status, form, name)

    return read_error


def _read(body: ErrorBody, status: int | None, form: dict[str, Any], name: str) -> ErrorReply:
    overlay = fields_of(body.unknown)
    error = body.error
    if error is UNSET:
        form["as_is"] = ["error"]
        return ErrorReply("", status, provider_raw=keep(name, overlay, form=form))
    inside = leftover(error, ("details",))
    as_is = [field for field in ("code", "message", "status") if getattr(error, field) is UNSET]
    if error.status is not UNSET and not error.status.isupper():
        as_is.append("status")
    if status is None and error.code is not UNSET and _LEAST <= error.code <= _MOST:
        status = error.code
    elif error.code is not UNSET and error.code != status:
        inside["code"] = error.code
        as_is.append("code")
    form |= {"as_is": as_is} if as_is else {}
    message, word = or_none(error.message) or "", or_none(error.status)
    return ErrorReply(message, status, word, provider_raw=keep(name, {**overlay, "error": inside}, form=form))


_HELD: Final = frozenset({"message", "type", "status"})

# google.rpc.Code: "HTTP Mapping: 400 Bad Request", ... (code.proto, 2026)
_BY_STATUS: Final = {409: "ABORTED", 499: "CANCELLED", 501: "UNIMPLEMENTED"}
_WORDS: Final[Mapping[ErrorClass | None, str]] = {
    "invalid": "INVALID_ARGUMENT",
    "authentication": "UNAUTHENTICATED",
    "billing": "PERMISSION_DENIED",
    "permission": "PERMISSION_DENIED",
    "not_found": "NOT_FOUND",
    "too_large": "INVALID_ARGUMENT",
    "rate_limit": "RESOURCE_EXHAUSTED",
    "server": "INTERNAL",
    "overloaded": "UNAVAILABLE",
    "timeout": "DEADLINE_EXCEEDED",
}


def write_error(draft: Draft, losses: Losses) -> Any:
    """The body of an error reply."""
    error: ErrorReply = draft.document
    form = form_of(error.provider_raw, losses.dialect)
    losses.dropped_fields(error, held(error, _HELD), "", "error")
    if form.get("body") in ("text", "other"):
        is_text = error.message or form["body"] == "text"
        report_others(error.provider_raw, losses, "", looked_at=() if is_text else ("body",))
        if is_text:
            return error.message
        own = msgspec.json.decode((error.provider_raw or {})[losses.dialect], type=dict[str, Raw])
        return own.get("body", Raw(b"null"))
    as_is = form.get("as_is", [])
    body = ErrorBody() if "error" in as_is and not error.message and not error.type else _body(error, as_is, losses)
    whole = restore(body, error.provider_raw, losses, "")
    return [whole] if form.get("body") == "list" else whole


def _body(error: ErrorReply, as_is: list[str], losses: Losses) -> ErrorBody:
    code: Any = UNSET if "code" in as_is else error.status
    if code is None:
        code = status_of(error) or 500
        losses.invented("/status", "error.status", code)
    message = UNSET if "message" in as_is and not error.message else error.message
    return ErrorBody(Status(code, message, or_unset(_word(error, as_is, losses))))


def _word(error: ErrorReply, as_is: list[str], losses: Losses) -> str | None:
    """The word for the kind of error; those of google.rpc.Code are in capitals."""
    word = error.type
    if "status" in as_is or (word is not None and word.isupper()):
        return word
    made = _BY_STATUS.get(error.status or 0) or _WORDS.get(class_of(error))
    if word is None:
        made = made or ("INTERNAL" if error.status is None else "UNKNOWN")
        losses.invented("/type", "error.type", made)
    elif made is not None:
        losses.degraded("/type", "error.type", word)
    return made or word
