"""Error bodies in all their shapes, both ways.

* a reply: {"requestType": "ERROR", "content": text, "citations": ["ERROR"], ..., "error": null or {code, message}}
* a list: {"responseType": "Error", "responseMsg": text, "error": ...}
* an upload: {"message": text, "error": {"code": "FileUploadError", "message"}, ...}
* a taking in: {"request", "status": "failure", "error": {"code": "ErrorProcessingRequest", "message"}}
* a refusal of the server's framework: {"detail": text} or {"detail": [{"type", "loc", "msg", "input", "url"}]}
* any other JSON, such as "Internal Server Error", which no code of the server has written.

`error.code` is a text in the server and a number in its admin functions: both are read.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any, Final

import msgspec
from msgspec import Raw

from turnwire.codec.json import check_raw
from turnwire.codec.wire import escaped
from turnwire.dialects.geppetto.kept import members_at
from turnwire.dialects.geppetto.wire import NAME
from turnwire.documents.residue import form_of, report_own, residue, restore
from turnwire.documents.retry_after import held
from turnwire.model import ErrorReply

if TYPE_CHECKING:
    from turnwire.documents.inputs import Envelope
    from turnwire.losses import Losses
    from turnwire.lowering.draft import Draft

_MEMBERS: Final = msgspec.json.Decoder(dict[str, Raw])
_HELD: Final = frozenset(("message", "status", "code"))
_NUMBER: Final = re.compile(rb"(?:0|-?[1-9][0-9]{0,17})\Z")
# The members with the message of an error, and those next to it that confirm it.
_WORDS: Final = ("content", "responseMsg", "message", "detail", "error")
_QUOTE: Final = ord('"')


def read_error(body: Raw, envelope: Envelope | None) -> ErrorReply:
    """Read any JSON as an error; members in unknown places are residue."""
    check_raw(body)
    status = (envelope or {}).get("status")
    error = ErrorReply("", status if isinstance(status, int) else None)
    data = bytes(body).strip()
    if data[:1] != b"{":
        _read_value(data, error)
        return error
    members = _MEMBERS.decode(data)
    form: dict[str, Any] = {}
    inner = members.get("error")
    told = _MEMBERS.decode(inner) if inner is not None and bytes(inner)[:1] == b"{" else None
    overlay: dict[str, Any] = {}
    if told is not None:
        del members["error"]
        overlay["error"] = escaped(_read_told(told, error, form))
    _read_words(members, error, form)
    error.provider_raw = residue(NAME, {**escaped(members), **overlay}, form={"shape": "object", **form})
    return error


def _read_words(members: dict[str, Raw], error: ErrorReply, form: dict[str, Any]) -> None:
    """The words of the body, where its `error` has none of its own, or the same."""
    where = next((key for key in _WORDS if _is_text(members.get(key))), None)
    if where is None:
        return
    words = msgspec.json.decode(members[where], type=str)
    if "at" not in form:
        error.message, form["at"] = words, where
        del members[where]
    elif words == error.message:
        form["too"] = where
        del members[where]


def _read_value(data: bytes, error: ErrorReply) -> None:
    """Read a text as the message; any other value is kept."""
    if data[:1] == b'"':
        error.message = msgspec.json.decode(data, type=str)
        error.provider_raw = residue(NAME, form={"shape": "text"})
    else:
        error.provider_raw = residue(NAME, {"body": Raw(data)}, form={"shape": "other"})


def _is_text(raw: Raw | None) -> bool:
    return raw is not None and memoryview(raw)[0] == _QUOTE


def _read_told(told: dict[str, Raw], error: ErrorReply, form: dict[str, Any]) -> dict[str, Any]:
    """Read `code` and `message` of the object; return its other members."""
    form["told"] = True
    if _is_text(told.get("message")):
        error.message, form["at"] = msgspec.json.decode(told.pop("message")), "error.message"
    code = told.get("code")
    if _is_text(code):
        error.code = msgspec.json.decode(told.pop("code"))
    elif code is not None and _is_number(bytes(code)):
        error.code, form["code"] = bytes(told.pop("code")).decode(), "number"
    return dict(told)


def _is_number(text: bytes) -> bool:
    """Whether a text is a whole number as JSON spells it, and comes back so."""
    return _NUMBER.match(text) is not None


def write_error(draft: Draft, losses: Losses) -> Any:
    """The body in the shape it was read in; by default a reply, which is the server's own word on any failure."""
    error: ErrorReply = draft.document
    form = form_of(error.provider_raw, NAME)
    losses.dropped_fields(error, held(error, _HELD), "", "error")
    shape = form.get("shape")
    raw = error.provider_raw or {}
    others = {name: each for name, each in raw.items() if name != NAME}
    if shape == "text" and error.code is None:
        report_own(raw, losses, "")
        return restore(Raw(msgspec.json.encode(error.message)), others, losses, "")
    if shape == "other":
        report_own(raw, losses, "", looked_at=("body",))
        body = members_at(raw).get("body")
        is_kept = body is not None and not error.message and error.code is None
        return restore(body if is_kept else _write_reply(error), others, losses, "")
    wire = _write_object(error, form) if shape == "object" else _write_reply(error)
    return restore(wire, raw, losses, "")


def _write_reply(error: ErrorReply) -> dict[str, Any]:
    """`requestType` is "ERROR" on any failure; its code has a place in `error`."""
    told = None if error.code is None else {"code": error.code, "message": error.message}
    return {
        "requestType": "ERROR",
        "content": error.message,
        "citations": ["ERROR"],
        "inputTokenCount": 0,
        "outputTokenCount": 0,
        "error": told,
    }


def _write_object(error: ErrorReply, form: dict[str, Any]) -> dict[str, Any]:
    wire: dict[str, Any] = {}
    told: dict[str, Any] = {}
    at = form.get("at")
    if form.get("too") in _WORDS:
        wire[form["too"]] = error.message
    if at == "error.message":
        told["message"] = error.message
    elif at in _WORDS:
        wire[at] = error.message
    elif error.message:
        told["message"] = error.message
    if error.code is not None:
        number = form.get("code") == "number" and _is_number(error.code.encode())
        told["code"] = Raw(error.code) if number else error.code
    if told or form.get("told"):
        wire["error"] = told
    return wire
