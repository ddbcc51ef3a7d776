"""Tools and tool choice -> their wire objects."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from turnwire.documents.residue import form_of, report_foreign, report_others, restore
from turnwire.families.chat.other_tools import leave_type_out, write_provider_tool
from turnwire.families.chat.schemas import as_object
from turnwire.families.chat.write_content import write_cache
from turnwire.lowering.choice import is_foreign

if TYPE_CHECKING:
    from turnwire.families.chat.vendor import Vendor
    from turnwire.losses import Losses
    from turnwire.model import ToolChoice, ToolDefinition

_FUNCTION = frozenset(("name", "description", "input_schema", "strict", "cache"))
_CUSTOM = frozenset(("name", "description", "custom", "cache"))


def write_tools(tools: list[ToolDefinition], wire: dict[str, Any], losses: Losses, vendor: Vendor) -> None:
    """Put the tools into the request: functions, custom tools, and what compatible servers run themselves."""
    written: dict[str, list[Any]] = {}
    for position, tool in enumerate(tools):
        place = f"/settings/tools/{position}"
        if is_foreign(tool, losses.dialect):
            losses.dropped(place, "tool.provider_tool", tool)
            continue
        key = "functions" if form_of(tool.provider_raw, losses.dialect).get("key") == "functions" else "tools"
        written.setdefault(key, []).append(write_tool(tool, key, place, losses, vendor))
    wire |= written


def write_tool(tool: ToolDefinition, key: str, place: str, losses: Losses, vendor: Vendor) -> Any:
    """Write one tool; `key` is that of the list, `tools` or the deprecated `functions`."""
    if tool.provider_tool is not None:
        return write_provider_tool(tool, tool.provider_tool, place, losses)
    mark = write_cache(tool, place, losses, vendor, marked=True)
    if tool.custom is not None:
        kind, function = "custom", _custom(tool, place, losses)
        losses.dropped_fields(tool, _CUSTOM, place, "tool")
    else:
        kind, function = "function", _function(tool, place, losses)
        losses.dropped_fields(tool, _FUNCTION, place, "tool")
    entry = function if key == "functions" else {"type": kind, kind: function}
    if kind == "function":
        leave_type_out(entry, tool, losses.dialect)
    if mark is not None:
        entry["cache_control"] = mark
    return restore(entry, tool.provider_raw, losses, place) if tool.provider_raw else entry


def _function(tool: ToolDefinition, place: str, losses: Losses) -> dict[str, Any]:
    function: dict[str, Any] = {"name": tool.name}
    if tool.description is not None:
        function["description"] = tool.description
    schema = as_object(tool.input_schema, tool.provider_raw, f"{place}/input_schema", "tool.input_schema", losses)
    if schema:
        function["parameters"] = schema
    if tool.strict is not None:
        function["strict"] = tool.strict
    return function


def _custom(tool: ToolDefinition, place: str, losses: Losses) -> dict[str, Any]:
    custom: dict[str, Any] = {"name": tool.name}
    if tool.description is not None:
        custom["description"] = tool.description
    if tool.custom is not None:
        if tool.custom.format:
            custom["format"] = tool.custom.format
        report_foreign(tool.custom.provider_raw, losses, f"{place}/custom")
    return custom


def write_choice(choice: ToolChoice, wire: dict[str, Any], losses: Losses) -> None:
    """Put the tool choice into the request."""
    place = "/settings/tool_choice"
    form = {}
    if choice.provider_raw is not None:
        form = form_of(choice.provider_raw, losses.dialect)
        report_others(choice.provider_raw, losses, place, looked_at=("type", "mode"))
    if choice.parallel is not None:
        wire["parallel_tool_calls"] = choice.parallel
    legacy = form.get("key") == "function_call"
    if choice.mode in ("auto", "none", "required"):
        wire["function_call" if legacy else "tool_choice"] = choice.mode
    elif choice.mode == "tool" and legacy:
        wire["function_call"] = {"name": choice.name or ""}
    elif choice.mode == "tool":
        kind = "custom" if form.get("type") == "custom" else "function"
        wire["tool_choice"] = {"type": kind, kind: {"name": choice.name or ""}}
    elif choice.mode == "allowed":
        wire["tool_choice"] = {"type": "allowed_tools", "allowed_tools": _allowed(choice)}
        if choice.allowed_required is None:
            # ChatCompletionAllowedTools requires `mode`.
            losses.invented(
                f"{place}/allowed_required", "tool_choice.allowed_required", choice.allowed_required is not None
            )
    losses.dropped_fields(choice, _CHOSEN_BY.get(choice.mode or "", _CHOSEN), place, "tool_choice")


_CHOSEN = frozenset(("mode", "parallel"))
_CHOSEN_BY = {"tool": _CHOSEN | {"name"}, "allowed": _CHOSEN | {"allowed", "allowed_required"}}


def _allowed(choice: ToolChoice) -> dict[str, Any]:
    tools = [{"type": "function", "function": {"name": name}} for name in choice.allowed]
    return {"mode": "required" if choice.allowed_required else "auto", "tools": tools}
