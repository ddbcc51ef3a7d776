"""Read and write error bodies.

{"object": "error", "message", "type", "param", "code"} is this provider's; its web server sends {"detail": text}
or {"detail": [validation errors]}, its gateway {"message", "request_id"}.  Any JSON is written back unchanged.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import msgspec
from msgspec import Raw

from turnwire.codec.wire import escaped
from turnwire.dialects.mistral_chat.wire import NAME
from turnwire.documents.non_object_errors import bare_body, open_body
from turnwire.documents.residue import form_of, residue, restore
from turnwire.documents.retry_after import held
from turnwire.families.chat.error_types import made_type
from turnwire.families.chat.media import is_text

if TYPE_CHECKING:
    from turnwire.documents.inputs import Envelope
    from turnwire.losses import Losses
    from turnwire.lowering.draft import Draft
    from turnwire.model import ErrorReply

_MEMBERS = msgspec.json.Decoder(dict[str, Raw])
_FIELDS = ("message", "type", "param", "code")
_REQUIRED = ("message", "type")
_HELD = frozenset((*_FIELDS, "status"))
_ERROR = b'"error"'


class _Finding(msgspec.Struct):
    msg: str


_DETAIL = msgspec.json.Decoder(list[_Finding])


def read_error(body: Raw, envelope: Envelope | None) -> ErrorReply:
    """Read any JSON as an error; members in unknown places are residue."""
    error, members = open_body(body, envelope, NAME)
    if members is None:
        return error
    form: dict[str, Any] = {}
    if "detail" in members:
        _read_detail(members, error, form)
    else:
        _read_fields(members, error, form)
    if "request_id" in members and is_text(members["request_id"]):
        error.request_id = msgspec.json.decode(members.pop("request_id"))
        form["request_id"] = True
    error.provider_raw = residue(NAME, escaped(members), form=form)
    return error


def _read_detail(members: dict[str, Raw], error: ErrorReply, form: dict[str, Any]) -> None:
    """Read `detail`, a text or a list of findings; the message has the text of the findings."""
    detail = members["detail"]
    if is_text(detail):
        form["shape"] = "detail"
        error.message = msgspec.json.decode(members.pop("detail"))
        return
    form["shape"] = "findings"
    error.message = words_of(detail)


def words_of(detail: Raw) -> str:
    """The words of some findings; empty where they are of another shape."""
    try:
        return "; ".join(finding.msg for finding in _DETAIL.decode(detail))
    except msgspec.DecodeError:
        return ""


def _read_fields(members: dict[str, Raw], error: ErrorReply, form: dict[str, Any]) -> None:
    lacks = [name for name in _FIELDS if name not in members]
    odd = []
    for name in _FIELDS:
        raw = members.get(name)
        if raw is None:
            continue
        if is_text(raw):
            setattr(error, name, msgspec.json.decode(members.pop(name)))
        elif name not in _REQUIRED and bytes(raw) == b"null":
            del members[name]
        else:
            odd.append(name)
    if "object" in members and bytes(members["object"]) == _ERROR:
        del members["object"]
    else:
        lacks.append("object")
    form |= {key: names for key, names in (("lacks", lacks), ("odd", odd)) if names}


def write_error(draft: Draft, losses: Losses) -> Any:
    """The body, in the shape its source had; this provider's own by default."""
    form = form_of(draft.document.provider_raw, NAME)
    is_named = draft.document.request_id is not None and form.get("request_id") is True
    places = _HELD | {"request_id"} if is_named else _HELD
    losses.dropped_fields(draft.document, held(draft.document, places), "", "error")
    body, error = bare_body(draft.document, losses)
    if body is not None:
        return body
    raw = dict(error.provider_raw or {})
    shape = form.get("shape")
    if shape == "findings" and not _says(raw, error.message):
        # The message was changed, so the findings do not match it.
        shape = None
        raw[NAME] = Raw(msgspec.json.encode({k: v for k, v in _own(raw).items() if k != "detail"}))
    if shape in ("detail", "findings"):
        wire: dict[str, Any] = {"detail": error.message} if shape == "detail" else {}
        for name in ("type", "param", "code"):
            if (value := getattr(error, name)) is not None:
                losses.dropped(f"/{name}", f"error.{name}", value)
    else:
        wire = _write_fields(error, form, losses)
    if is_named:
        wire["request_id"] = error.request_id
    return restore(wire, raw, losses, "") if raw else wire


def _own(raw: dict[str, Raw]) -> dict[str, Raw]:
    try:
        return _MEMBERS.decode(raw[NAME])
    except msgspec.DecodeError:
        return {}


def _says(raw: dict[str, Raw], message: str) -> bool:
    detail = _own(raw).get("detail")
    return detail is not None and words_of(detail) == message


def _write_fields(error: ErrorReply, form: dict[str, Any], losses: Losses) -> dict[str, Any]:
    lacks, odd = form.get("lacks", ()), form.get("odd", ())
    wire: dict[str, Any] = {} if "object" in lacks else {"object": "error"}
    for name in _FIELDS:
        value = getattr(error, name)
        if value:
            wire[name] = value
        elif name not in lacks and name not in odd:
            wire[name] = made_type(error, losses) if name == "type" and value is None else value
    return wire
