"""Errors of the model, in Anthropic's shape, and of the platform before it, in Google's."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

import msgspec
from msgspec import Raw

from turnwire.documents.residue import form_of, marked
from turnwire.families.anthropic import error as of_model
from turnwire.families.gemini.detect import is_status
from turnwire.families.gemini.error import error_reader
from turnwire.families.gemini.error import write_error as write_of_platform

if TYPE_CHECKING:
    from turnwire.documents.inputs import Envelope
    from turnwire.losses import Losses
    from turnwire.lowering.draft import Draft
    from turnwire.model import ErrorReply

NAME: Final = "vertex_anthropic"

_MEMBERS: Final = msgspec.json.Decoder(dict[str, Raw])
_LIST: Final = msgspec.json.Decoder(list[dict[str, Raw]])
_of_platform: Final = error_reader(NAME)


def read_error(raw: Raw, envelope: Envelope | None) -> ErrorReply:
    """Read an error; one of the platform itself is marked."""
    if not _is_of_platform(raw):
        return of_model.read_error(NAME, raw, envelope)
    error = _of_platform(raw, envelope)
    error.provider_raw = marked(error.provider_raw, NAME, {"by": "platform"})
    return error


def _is_of_platform(raw: Raw) -> bool:
    try:
        if memoryview(raw)[0] == ord("["):
            items = _LIST.decode(raw)
            return len(items) == 1 and is_status(items[0])
        return memoryview(raw)[0] == ord("{") and is_status(_MEMBERS.decode(raw))
    except (msgspec.DecodeError, ValueError, RecursionError):
        return False


def write_error(draft: Draft, losses: Losses) -> Any:
    """Write the model's format of an error, unless the platform itself sent it."""
    by = form_of(draft.document.provider_raw, losses.dialect).get("by")
    return write_of_platform(draft, losses) if by == "platform" else of_model.write_error(draft, losses)
