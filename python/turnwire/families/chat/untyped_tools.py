"""Tools without a `type`, which servers take for functions.

"type": "default": "function" (Mistral's API description, Tool); clients of the compatible servers leave it out too.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import msgspec
from msgspec import Raw

from turnwire.codec.wire import ENCODER
from turnwire.documents.residue import marked
from turnwire.errors import InvalidDocument
from turnwire.families.chat.overlay import named_in

if TYPE_CHECKING:
    from turnwire.codec.wire import Form, T
    from turnwire.model import ToolDefinition

_MEMBERS = msgspec.json.Decoder(dict[str, Raw])


def as_function(raw: Raw, form: Form[T]) -> T | None:
    """Decode a tool that has a `function` and no `type` as a function.

    Args:
        raw: the tool, a JSON value of any shape.
        form: the form of the format's own functions, whose tag is `"type": "function"`.

    Returns:
        The wire object of the function, or None where the tool is anything else.
    """
    try:
        members = _MEMBERS.decode(raw)
        if "type" in members or "function" not in members:
            return None
        return form.decode(ENCODER.encode({"type": "function", **members}))
    except (msgspec.DecodeError, InvalidDocument):
        return None


def without_type(tool: ToolDefinition, dialect: str) -> ToolDefinition:
    """Mark a tool whose source left the `type` out, so that the same dialect leaves it out again."""
    tool.provider_raw = marked(tool.provider_raw, dialect, {"lacks": ["type"]})
    return tool


def leave_type_out(entry: dict[str, Any], tool: ToolDefinition, dialect: str) -> None:
    """Take the `type` out of a written tool that `without_type` marked."""
    if "type" in named_in(tool.provider_raw, dialect, "lacks"):
        entry.pop("type", None)
