"""Entries of a list of tools that are no functions by their `type`: provider-run tools, and tools without a type.

Servers take a tool without a type for a function: "type": "default": "function" (Mistral's API description, Tool);
clients of the compatible servers leave it out too.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import msgspec
from msgspec import Raw

from turnwire.codec.json import check_raw
from turnwire.codec.wire import ENCODER
from turnwire.documents.json_text import type_word
from turnwire.documents.residue import marked, report_foreign, restore
from turnwire.errors import InvalidDocument
from turnwire.families.chat.overlay import named_in
from turnwire.model import ABSENT, ProviderTool, ToolDefinition

if TYPE_CHECKING:
    from collections.abc import Callable

    from turnwire.codec.wire import Form, T
    from turnwire.losses import Losses


_HELD = frozenset(("name", "provider_tool"))
_MEMBERS = msgspec.json.Decoder(dict[str, Raw])


def read_provider_tool(raw: Raw, dialect: str) -> ToolDefinition:
    """Read an entry that is no known kind of tool: its type, and its other members as parameters.

    `raw` is checked already.  An entry without a type, or that is no object, is kept whole, as the parameters of a
    tool without a name.
    """
    word = type_word(raw)
    if not word:
        return ToolDefinition("", provider_tool=ProviderTool("", dialect, raw))
    members = _MEMBERS.decode(raw)
    del members["type"]
    rest = Raw(ENCODER.encode(members)) if members else ABSENT
    return ToolDefinition(word, provider_tool=ProviderTool(word, dialect, rest))


def write_provider_tool(tool: ToolDefinition, provider: ProviderTool, place: str, losses: Losses) -> Any:
    """Write the entry.

    `provider` is the tool's own `provider_tool`, whose type is the only name that the format has.
    """
    losses.dropped_fields(tool, _HELD, place, "tool")
    report_foreign(provider.provider_raw, losses, f"{place}/provider_tool")
    if tool.name != provider.type:
        losses.dropped(f"{place}/name", "tool.name", tool.name)
        losses.invented(f"{place}/name", "tool.name", provider.type)
    if not provider.type:
        entry: Any = provider.parameters or {}
    else:
        entry = {"type": provider.type, **_members(provider.parameters, place, losses)}
    return restore(entry, tool.provider_raw, losses, place) if tool.provider_raw else entry


def _members(parameters: Raw, place: str, losses: Losses) -> dict[str, Raw]:
    """Return the parameters, which are members next to the type; a program may have stored other JSON there."""
    if bytes(memoryview(parameters)[:1]) == b"{":
        return _MEMBERS.decode(parameters)
    if parameters:
        losses.dropped(f"{place}/provider_tool/parameters", "tool.provider_tool.parameters", parameters)
    return {}


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
