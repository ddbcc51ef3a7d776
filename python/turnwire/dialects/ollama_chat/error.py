"""Error bodies, both ways: `{"error": "text"}` (api/types.go, StatusError), and whatever a server in between sends."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import msgspec
from msgspec import Raw

from turnwire.codec.wire import escaped
from turnwire.dialects.ollama_chat.enums import NAME
from turnwire.documents.non_object_errors import bare_body, open_body
from turnwire.documents.residue import form_of, residue, restore
from turnwire.documents.retry_after import held

if TYPE_CHECKING:
    from turnwire.documents.inputs import Envelope
    from turnwire.losses import Losses
    from turnwire.lowering.draft import Draft
    from turnwire.model import ErrorReply

_MEMBERS = msgspec.json.Decoder(dict[str, Raw])
_HELD = frozenset(("message", "status"))
_QUOTE = ord('"')


def read_error(body: Raw, envelope: Envelope | None) -> ErrorReply:
    """Read any JSON as an error; members in unknown places are residue."""
    error, members = open_body(body, envelope, NAME)
    if members is None:
        return error
    text = members.get("error")
    form: dict[str, Any] = {}
    if text is not None and memoryview(text)[0] == _QUOTE:
        error.message = msgspec.json.decode(members.pop("error"))
    else:
        form["lacks"] = ["error"]
    error.provider_raw = residue(NAME, escaped(members), form=form)
    return error


def write_error(draft: Draft, losses: Losses) -> Any:
    """The body."""
    losses.dropped_fields(draft.document, held(draft.document, _HELD), "", "error")
    body, error = bare_body(draft.document, losses)
    if body is not None:
        return body
    form = form_of(error.provider_raw, NAME)
    wire = {"error": error.message} if error.message or "error" not in form.get("lacks", ()) else {}
    return restore(wire, error.provider_raw, losses, "") if error.provider_raw else wire
