"""Write a chat by the keys of the specification alone, for encodings that have no others."""

from __future__ import annotations

from typing import Any

import msgspec
from msgspec import Struct

from turnwire.codec.wire import ENCODER
from turnwire.dialects.glm.chat import CHAT
from turnwire.dialects.glm.spelling import line_of
from turnwire.dialects.glm.wire import NAME
from turnwire.documents.residue import form_of, report_foreign, residue
from turnwire.errors import InvalidDocument
from turnwire.losses import Losses
from turnwire.lowering.draft import draft_history, lowered
from turnwire.model import Diagnostic, History

# Named parameters, and results that are null, do not depend on the keys.
_NO_WORDS = frozenset({"parameters", "return"})


def specified(body: bytes) -> bytes:
    """Return the chat in the specified form, whatever keys the file has.

    Raises InvalidDocument for a chat with members that the specified form cannot hold: unknown keys, or a system
    message among the entries.
    """
    # Residue of this dialect is foreign to any other, and reported if it has content.
    told = Losses("glm, specified")
    history: History = _without_residue(CHAT.read(CHAT.form.decode(body), None), told, "")
    losses = Losses(NAME)
    wire = CHAT.write(lowered(draft_history(history), CHAT.lower, losses), losses)
    if lost := [*told.found, *losses.found]:
        message = "the specified form has no place for it"
        raise InvalidDocument(*(Diagnostic("glm.specified", message, "error", pointer=loss.path) for loss in lost))
    return ENCODER.encode(wire)


def _without_residue(node: Any, told: Losses, path: str) -> Any:
    if isinstance(node, list):
        return [_without_residue(item, told, f"{path}/{n}") for n, item in enumerate(node)]
    if not isinstance(node, Struct):
        return node
    fields: dict[str, Any] = {}
    for name in node.__struct_fields__:
        value = getattr(node, name)
        if name == "provider_raw":
            # The line of Python of a call has nothing that the call does not have.
            report_foreign(line_of(value)[1], told, path)
            how = {key: word for key, word in form_of(value, NAME).items() if key in _NO_WORDS}
            fields[name] = residue(NAME, form=how)
        elif isinstance(value, list | Struct):
            fields[name] = _without_residue(value, told, f"{path}/{name}")
    return msgspec.structs.replace(node, **fields)
