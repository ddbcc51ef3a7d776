"""Error bodies, both ways.

"error": {"message", "type", "param", "code"} is the provider's own; servers of the same format also send a text.
Whatever JSON a body is, it comes back.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import msgspec
from msgspec import Raw

from turnwire.codec.values import MEMBERS, is_object, members_of
from turnwire.codec.wire import OMIT, escaped
from turnwire.dialects.openai_responses.overlay import own_residue
from turnwire.dialects.openai_responses.wire import NAME
from turnwire.documents.non_object_errors import bare_body, open_body
from turnwire.documents.residue import form_of, residue, restore
from turnwire.documents.retry_after import held
from turnwire.families.chat.error_types import made_type
from turnwire.families.chat.media import is_text, text_of
from turnwire.families.chat.overlay import is_null
from turnwire.model import ErrorReply

if TYPE_CHECKING:
    from turnwire.documents.inputs import Envelope
    from turnwire.losses import Losses
    from turnwire.lowering.draft import Draft

_FIELDS = ("message", "type", "param", "code")
# Error: "required": ["type", "message", "param", "code"]; the last two may be null (OpenAI's openapi.json, 2026-08-21).
_REQUIRED = ("message", "type")
_HELD = frozenset((*_FIELDS, "status"))


def read_error(body: Raw, envelope: Envelope | None) -> ErrorReply:
    """Read an error body, which may be any JSON; members without a place in the model are residue."""
    error, members = open_body(body, envelope, NAME)
    if members is None:
        return error
    inner = members.get("error", Raw(b"null"))
    if is_object(inner):
        del members["error"]
        rest = escaped(members) | {"error": _read_fields(MEMBERS.decode(inner), error)}
        error.provider_raw = residue(NAME, {name: value for name, value in rest.items() if value != {}})
    elif is_text(inner):
        # Some servers send a code beside a text.
        del members["error"]
        error.message = text_of(inner)
        if is_text(members.get("code", Raw(b"null"))):
            error.code = text_of(members.pop("code"))
        error.provider_raw = residue(NAME, escaped(members), form={"shape": "text"})
    else:
        error.provider_raw = residue(NAME, escaped(members), form={"shape": "none"})
    return error


def _read_fields(members: dict[str, Raw], error: ErrorReply) -> dict[str, Any]:
    """Read `message`, `type`, `param` and `code`; the last two are null by default."""
    omit: list[str] = []
    for name in _FIELDS:
        raw = members.get(name)
        if raw is None:
            omit.append(name)
        elif is_text(raw) and (name != "message" or text_of(raw)):
            setattr(error, name, text_of(members.pop(name)))
        elif is_null(raw) and name not in _REQUIRED:
            del members[name]
    return {**escaped(members), **({OMIT: omit} if omit else {})}


def write_error(draft: Draft, losses: Losses) -> Any:
    """Write the body in the shape of its source; the default is the provider's own shape."""
    losses.dropped_fields(draft.document, held(draft.document, _HELD), "", "error")
    body, error = bare_body(draft.document, losses)
    if body is not None:
        return body
    form = form_of(error.provider_raw, NAME)
    shape = form.get("shape")
    if shape == "text" and error.type is None and error.param is None:
        wire: dict[str, Any] = {"error": error.message} | ({} if error.code is None else {"code": error.code})
    elif shape == "none" and error == ErrorReply("", error.status, provider_raw=error.provider_raw):
        wire = {}
    else:
        wire = {"error": _fields(error, losses)}
    return restore(wire, error.provider_raw, losses, "") if error.provider_raw else wire


def _fields(error: ErrorReply, losses: Losses) -> dict[str, Any]:
    own = error.provider_raw is not None and NAME in error.provider_raw
    # A code that is a number, say, is residue, which does not come back where the writer says null.
    kept = members_of(own_residue(error.provider_raw).get("error"))
    fields = {name: getattr(error, name) for name in _FIELDS}
    if own and not error.message:
        del fields["message"]
    if error.type is None and "type" not in kept and "type" not in _left_out(kept):
        fields["type"] = made_type(error, losses)
    return {name: value for name, value in fields.items() if value is not None or name not in kept}


def _left_out(kept: dict[str, Raw]) -> list[Any]:
    """Return the names of the members that the source left out."""
    names = msgspec.json.decode(kept[OMIT]) if OMIT in kept else []
    return names if isinstance(names, list) else []
