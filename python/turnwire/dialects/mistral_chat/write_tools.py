"""Tools and tool choice -> their wire objects."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from turnwire.dialects.mistral_chat.wire import NAME
from turnwire.documents.residue import form_of, report_foreign, restore
from turnwire.families.chat.provider_tools import write_provider_tool
from turnwire.families.chat.untyped_tools import leave_type_out

if TYPE_CHECKING:
    from turnwire.losses import Losses
    from turnwire.model import ToolChoice, ToolDefinition

_FUNCTION = frozenset(("name", "description", "input_schema", "strict"))


def write_tool(tool: ToolDefinition, place: str, losses: Losses) -> Any:
    """One tool; `legal_tools` left those that the provider takes."""
    if tool.provider_tool is not None:
        return write_provider_tool(tool, tool.provider_tool, place, losses)
    function: dict[str, Any] = {"name": tool.name}
    if tool.description is not None:
        function["description"] = tool.description
    if tool.input_schema:
        function["parameters"] = tool.input_schema
    if tool.strict is not None:
        function["strict"] = tool.strict
    losses.dropped_fields(tool, _FUNCTION, place, "tool")
    entry: dict[str, Any] = {"type": "function", "function": function}
    leave_type_out(entry, tool, NAME)
    return restore(entry, tool.provider_raw, losses, place) if tool.provider_raw else entry


def write_choice(choice: ToolChoice, wire: dict[str, Any], losses: Losses) -> None:
    """Put the tool choice into the request."""
    place = "/settings/tool_choice"
    report_foreign(choice.provider_raw, losses, place)
    form = form_of(choice.provider_raw, NAME) if choice.provider_raw else {}
    if choice.parallel is not None:
        wire["parallel_tool_calls"] = choice.parallel
    held = {"mode", "parallel"}
    if choice.mode == "required":
        wire["tool_choice"] = "any" if form.get("word") == "any" else "required"
    elif choice.mode in ("auto", "none"):
        wire["tool_choice"] = choice.mode
    elif choice.mode == "tool":
        held.add("name")
        named = {"function": {"name": choice.name or ""}}
        wire["tool_choice"] = named if "type" in form.get("lacks", ()) else {"type": "function", **named}
    losses.dropped_fields(choice, frozenset(held), place, "tool_choice")
