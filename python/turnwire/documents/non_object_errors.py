"""Error bodies that are not JSON objects: a text becomes the message; any other JSON becomes residue.

All formats share this module, because such bodies come from proxies and not from the provider.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import msgspec
from msgspec import Raw

from turnwire.codec.json import check_raw
from turnwire.documents.residue import form_of, overlay_of, pointer_part, report_others, report_own, residue
from turnwire.model import ErrorReply

if TYPE_CHECKING:
    from turnwire.documents.inputs import Envelope
    from turnwire.errors import InvalidDocument
    from turnwire.losses import Losses

# `$form` notes which of the two the body was; the body itself is content, and is kept next to it.
_SHAPE, _BODY = "body", "body"
_TEXT, _OTHER = "text", "other"
_NULL = Raw(b"null")
_MEMBERS = msgspec.json.Decoder(dict[str, Raw])
_TOO_MUCH: Final = frozenset({"json.size", "json.depth"})


def text_error(body: bytes, envelope: Envelope | None, refused: InvalidDocument) -> ErrorReply | None:
    """Make the error for a body that is not JSON, such as the HTML page of a proxy: its text is the message.

    Args:
        body: the body, any bytes.
        envelope: the envelope of the body; it must have the status, which alone shows that this is an error.
        refused: why the body cannot be read.

    Returns:
        The error; None if there is no status, or if the body is larger or deeper than the limits.
    """
    status = (envelope or {}).get("status")
    if type(status) is not int or any(each.code in _TOO_MUCH for each in refused.diagnostics):
        return None
    said = body.decode("utf-8", "replace").strip()
    return ErrorReply(said or f"the server answered {status} with an empty body", status)


def open_body(body: Raw, envelope: Envelope | None, dialect: str) -> tuple[ErrorReply, dict[str, Raw] | None]:
    """Begin to read the body of an error.

    Args:
        body: any JSON.
        envelope: the envelope of the body, which may have the status.
        dialect: the dialect that reads.

    Returns:
        An error with the status, and the members of the body; the whole error and None, if the body is no object.

    Raises:
        InvalidDocument: if the JSON is deeper or larger than the limits.
    """
    check_raw(body)
    status = (envelope or {}).get("status")
    known = status if isinstance(status, int) else None
    data = bytes(body).strip()
    if data[:1] != b"{":
        return read_bare(dialect, data, known), None
    return ErrorReply("", known), _MEMBERS.decode(data)


def read_bare(dialect: str, data: bytes, status: int | None) -> ErrorReply:
    """Read a body that is not an object as an error; `data` is checked JSON without outer white space."""
    if data[:1] == b'"':
        return ErrorReply(msgspec.json.decode(data), status, provider_raw=residue(dialect, form={_SHAPE: _TEXT}))
    return ErrorReply("", status, provider_raw=residue(dialect, {_BODY: Raw(data)}, form={_SHAPE: _OTHER}))


def bare_body(error: ErrorReply, losses: Losses) -> tuple[Raw | None, ErrorReply]:
    """Return the original body if the error is unchanged; otherwise None, and the error to write as an object."""
    shape = form_of(error.provider_raw, losses.dialect).get(_SHAPE)
    if shape not in (_TEXT, _OTHER):
        return None, error
    says = error.message if shape == _TEXT else ""
    if error == ErrorReply(says, error.status, provider_raw=error.provider_raw):
        report_others(error.provider_raw, losses, "", looked_at=(_BODY,) if shape == _OTHER else ())
        if shape == _TEXT:
            return Raw(msgspec.json.encode(says)), error
        return overlay_of(error.provider_raw, losses.dialect).get(_BODY, _NULL), error
    return None, _edited(error, losses)


def _edited(error: ErrorReply, losses: Losses) -> ErrorReply:
    """Return the error without its original body, which an object of the format replaces."""
    own = overlay_of(error.provider_raw, losses.dialect)
    if _BODY in own:
        losses.dropped(f"/provider_raw/{pointer_part(losses.dialect)}/{_BODY}", "provider_raw", own[_BODY])
    report_own(error.provider_raw, losses, "", looked_at=(_BODY,))
    others = {name: raw for name, raw in (error.provider_raw or {}).items() if name != losses.dialect}
    return msgspec.structs.replace(error, provider_raw=others or None)
