"""Read and write error bodies.

"error": {"message", "type", "param", "code"} is OpenAI's.  Compatible servers put the same members at the top, send
only a text, or wrap the object in a list; any JSON is written back unchanged.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

import msgspec
from msgspec import Raw

from turnwire.codec.json import check_raw
from turnwire.codec.wire import OMIT, escaped
from turnwire.documents.error_classes import status_of
from turnwire.documents.non_object_errors import bare_body, read_bare
from turnwire.documents.residue import form_of, residue, restore
from turnwire.documents.retry_after import held
from turnwire.families.chat.error_types import made_type
from turnwire.families.chat.media import is_text
from turnwire.model import ErrorReply

if TYPE_CHECKING:
    from turnwire.documents.inputs import Envelope
    from turnwire.families.chat.vendor import Vendor
    from turnwire.losses import Losses
    from turnwire.lowering.draft import Draft

_MEMBERS = msgspec.json.Decoder(dict[str, Raw])
_LIST = msgspec.json.Decoder(list[Raw])
_NULL = Raw(b"null")
_FIELDS = ("message", "type", "param", "code")
# Error: "required": ["type", "message", "param", "code"]; the last two may be null (OpenAI's openapi.json, 2026-08-21).
_REQUIRED = ("message", "type")
_HELD = frozenset((*_FIELDS, "status"))
_MAX_CODE = 18
_INTEGER = re.compile(rb"(?:0|-?[1-9][0-9]*)\Z")


def read_error(vendor: Vendor, body: Raw, envelope: Envelope | None) -> ErrorReply:
    """Read any JSON as an error; members in unknown places are residue."""
    check_raw(body)
    status = (envelope or {}).get("status")
    error = ErrorReply("", status if isinstance(status, int) else None)
    form: dict[str, Any] = {}
    data = bytes(body).strip()
    if data[:1] == b"[" and len(items := _LIST.decode(data)) == 1 and bytes(items[0])[:1] == b"{":
        form["list"] = True
        data = bytes(items[0])
    if data[:1] != b"{":
        return read_bare(vendor.name, data, error.status)
    members = _MEMBERS.decode(data)
    if "request_id" in members and is_text(members["request_id"]):
        error.request_id = msgspec.json.decode(members.pop("request_id"))
        form["request_id"] = True
    overlay = _read_shape(members, error, form, vendor)
    omit = form.pop("omit", None)
    if "error" in form:
        del form["error"]
        overlay = {**escaped(members), "error": {**escaped(overlay), **({OMIT: omit} if omit else {})}}
        omit = None
    else:
        overlay = escaped(overlay)
    error.provider_raw = residue(vendor.name, overlay, omit=omit, form=form)
    return error


def _read_shape(members: dict[str, Raw], error: ErrorReply, form: dict[str, Any], vendor: Vendor) -> dict[str, Any]:
    """Read the body's own structure into the error, and return the rest of the object that held it."""
    inner = members.get("error")
    if inner is not None and bytes(inner)[:1] == b"{":
        del members["error"]
        form["error"] = True
        return _read_fields(_MEMBERS.decode(inner), error, form, vendor)
    for shape in ("error", "detail", "message"):
        raw = members.get(shape)
        if raw is None or not is_text(raw):
            continue
        form["shape"] = shape
        if shape == "message":
            return _read_fields(members, error, form, vendor)
        error.message = msgspec.json.decode(members.pop(shape))
        return dict(members)
    form["shape"] = "none"
    return dict(members)


def _read_fields(members: dict[str, Raw], error: ErrorReply, form: dict[str, Any], vendor: Vendor) -> dict[str, Any]:
    """Read `message`, `type`, `param` and `code`; those that the vendor always sends are null by default."""
    omit = [name for name in _FIELDS if name not in members and name in vendor.error_keys]
    lacks = [name for name in _REQUIRED if name in omit]
    code = members.get("code", _NULL)
    for name in _FIELDS:
        raw = members.get(name, _NULL)
        told = name in vendor.error_keys
        if is_text(raw):
            setattr(error, name, msgspec.json.decode(members.pop(name)))
        elif name == "code" and _is_integer(raw):
            error.code = bytes(members.pop(name)).decode()
        elif bytes(raw) != b"null" or (name in _REQUIRED and name in members):
            lacks.append(name)
        elif told:
            members.pop(name, None)
        if getattr(error, name) is not None and not told:
            form["vendor"] = [*form.get("vendor", ()), name]
    is_number = error.code is not None and not is_text(code)
    if is_number is not (vendor.error_code is int):
        form["code"] = "number" if is_number else "text"
    omit = [name for name in omit if name not in _REQUIRED]
    form |= {key: names for key, names in (("omit", omit), ("lacks", lacks)) if names}
    return dict(members)


def _is_integer(raw: Raw) -> bool:
    """Whether this is a whole number as JSON spells it; a code that somebody has edited may be any text."""
    text = bytes(raw)
    return len(text) <= _MAX_CODE and _INTEGER.match(text) is not None


def write_error(vendor: Vendor, draft: Draft, losses: Losses) -> Any:
    """The body, in the shape its source had; OpenAI's own by default."""
    form = form_of(draft.document.provider_raw, losses.dialect)
    # The id of the request is in a header (`x-request-id`); some servers have it in the body too.
    is_named = draft.document.request_id is not None and form.get("request_id") is True
    places = _HELD | {"request_id"} if is_named else _HELD
    losses.dropped_fields(draft.document, held(draft.document, places), "", "error")
    bare, error = bare_body(draft.document, losses)
    if bare is not None:
        return bare
    shape = form.get("shape")
    if shape in ("error", "detail", "none"):
        wire = _write_text(error, shape, losses, vendor)
    elif shape == "message":
        wire = _write_fields(error, form, losses, vendor)
    else:
        wire = {"error": _write_fields(error, form, losses, vendor)}
    if is_named:
        wire["request_id"] = error.request_id
    body = restore(wire, error.provider_raw, losses, "") if error.provider_raw else wire
    return [body] if form.get("list") else body


def _write_fields(error: ErrorReply, form: dict[str, Any], losses: Losses, vendor: Vendor) -> dict[str, Any]:
    lacks, strange = form.get("lacks", ()), form.get("vendor", ())
    wire: dict[str, Any] = {}
    for name in _FIELDS:
        value = getattr(error, name)
        if value is None or (name == "message" and not value):
            if name in vendor.error_keys and name not in lacks:
                wire[name] = "" if name == "message" else made_type(error, losses) if name == "type" else None
        elif name in vendor.error_keys or name in strange:
            wire[name] = value
        else:
            losses.dropped(f"/{name}", f"error.{name}", value)
    spelling = form.get("code", "number" if vendor.error_code is int else "text")
    if spelling == "number" and "code" in wire:
        _write_number(error, wire, losses, vendor)
    return wire


def _write_number(error: ErrorReply, wire: dict[str, Any], losses: Losses, vendor: Vendor) -> None:
    """Write a code that is a number; if the document has none and the vendor requires one, write the status."""
    if error.code is not None and _is_integer(Raw(error.code.encode())):
        wire["code"] = Raw(error.code)
    elif vendor.error_code is int:
        if error.code is not None:
            losses.dropped("/code", "error.code", error.code)
        wire["code"] = status_of(error) or 500
        losses.invented("/code", "error.code", wire["code"])


def _write_text(error: ErrorReply, shape: str, losses: Losses, vendor: Vendor) -> dict[str, Any]:
    for name in ("type", "param", "code"):
        if (value := getattr(error, name)) is not None:
            losses.dropped(f"/{name}", f"error.{name}", value)
    if shape == "none":
        return {"error": _write_fields(error, {}, losses, vendor)} if error.message else {}
    return {shape: error.message}
