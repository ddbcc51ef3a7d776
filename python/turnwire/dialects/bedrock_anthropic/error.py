"""Errors of the platform: `{"message": ...}`, with the type of the error in a header.

"ModelErrorException: message, originalStatusCode, resourceName", "ThrottlingException: message" (InvokeModel, 2026).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from msgspec import UNSET, Raw, UnsetType

from turnwire.codec.wire import Form, Wire
from turnwire.documents.residue import form_of, marked, residue, restore
from turnwire.documents.retry_after import held
from turnwire.families.anthropic import error as of_model
from turnwire.model import ErrorReply

if TYPE_CHECKING:
    from turnwire.documents.inputs import Envelope
    from turnwire.losses import Losses
    from turnwire.lowering.draft import Draft

NAME: Final = "bedrock_anthropic"


class ErrorBody(Wire):
    """The whole body."""

    message: str | UnsetType = UNSET


_BODY: Final = Form(ErrorBody)
# The status goes along outside the body.
_HELD: Final = frozenset({"message", "status"})


def read_error(raw: Raw, envelope: Envelope | None) -> ErrorReply:
    """Read an error; one in Anthropic's format, which gateways send, is marked."""
    if memoryview(raw)[0] == ord("{"):
        body = _BODY.decode(bytes(raw))
        if body.message is not UNSET:
            found = (envelope or {}).get("status")
            status = found if isinstance(found, int) else None
            return ErrorReply(body.message, status, provider_raw=residue(NAME, body.unknown))
    error = of_model.read_error(NAME, raw, envelope)
    error.provider_raw = marked(error.provider_raw, NAME, {"by": "model"})
    return error


def write_error(draft: Draft, losses: Losses) -> Any:
    """The platform's shape, unless it was read in Anthropic's."""
    error: ErrorReply = draft.document
    if form_of(error.provider_raw, losses.dialect).get("by") == "model":
        return of_model.write_error(draft, losses)
    losses.dropped_fields(error, held(error, _HELD), "", "error")
    body = ErrorBody(error.message)
    return body if error.provider_raw is None else restore(body, error.provider_raw, losses, "")
