"""Tools without a `type`, which servers take for functions.

"type": "default": "function" (Mistral's API description, Tool); clients of the compatible servers leave it out too.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import msgspec
from msgspec import Raw

from turnwire.codec.json import check_raw
from turnwire.codec.wire import ENCODER
from turnwire.documents.residue import marked
from turnwire.errors import InvalidDocument
from turnwire.families.chat.overlay import named_in
from turnwire.families.chat.provider_tools import read_provider_tool

if TYPE_CHECKING:
    from collections.abc import Callable

    from turnwire.codec.wire import Form, T
    from turnwire.model import ToolDefinition

_MEMBERS = msgspec.json.Decoder(dict[str, Raw])


def read_odd_tool(raw: Raw, form: Form[T], read: Callable[[T], ToolDefinition], dialect: str) -> ToolDefinition:
    """Read an entry of a list of tools whose `type` is missing or unknown.

    Args:
        raw: the tool, a JSON value of any shape.
        form: the form of the format's own functions, whose tag is `"type": "function"`.
        read: the reader of the format's own functions.
        dialect: the dialect that reads.

    Returns:
        A function where the tool has a `function` and no `type`, else a provider-run tool.
    """
    check_raw(raw)
    function = _as_function(raw, form)
    if function is None:
        return read_provider_tool(raw, dialect)
    tool = read(function)
    # The same dialect leaves the type out again.
    tool.provider_raw = marked(tool.provider_raw, dialect, {"lacks": ["type"]})
    return tool


def _as_function(raw: Raw, form: Form[T]) -> T | None:
    try:
        members = _MEMBERS.decode(raw)
        if "type" in members or "function" not in members:
            return None
        return form.decode(ENCODER.encode({"type": "function", **members}))
    except (msgspec.DecodeError, InvalidDocument):
        return None


def leave_type_out(entry: dict[str, Any], tool: ToolDefinition, dialect: str) -> None:
    """Take the `type` out of a written tool that was read without one."""
    if "type" in named_in(tool.provider_raw, dialect, "lacks"):
        entry.pop("type", None)
