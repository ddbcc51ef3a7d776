"""Error bodies, both ways: `{"message": "text"}`, with an id of the request, and whatever a server in between sends."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from turnwire.codec.values import text_of
from turnwire.codec.wire import escaped
from turnwire.dialects.cohere_chat.constraints import NAME
from turnwire.documents.non_object_errors import bare_body, open_body
from turnwire.documents.residue import form_of, residue, restore
from turnwire.documents.retry_after import held

if TYPE_CHECKING:
    from msgspec import Raw

    from turnwire.documents.inputs import Envelope
    from turnwire.losses import Losses
    from turnwire.lowering.draft import Draft
    from turnwire.model import ErrorReply

_HELD: Final = frozenset(("message", "status", "request_id"))


def read_error(body: Raw, envelope: Envelope | None) -> ErrorReply:
    """Read any JSON as an error; members in unknown places are residue."""
    error, members = open_body(body, envelope, NAME)
    if members is None:
        return error
    form: dict[str, Any] = {}
    if (said := text_of(members.get("message"))) is not None:
        error.message = said
        del members["message"]
    else:
        form["lacks"] = ["message"]
    if (request := text_of(members.get("id"))) is not None:
        error.request_id = request
        del members["id"]
    error.provider_raw = residue(NAME, escaped(members), form=form)
    return error


def write_error(draft: Draft, losses: Losses) -> Any:
    """The body."""
    losses.dropped_fields(draft.document, held(draft.document, _HELD), "", "error")
    body, error = bare_body(draft.document, losses)
    if body is not None:
        return body
    lacks = form_of(error.provider_raw, NAME).get("lacks", ())
    wire = {} if error.request_id is None else {"id": error.request_id}
    if error.message or "message" not in lacks:
        wire["message"] = error.message
    return restore(wire, error.provider_raw, losses, "") if error.provider_raw else wire
