"""Tools and the tool choice -> their wire objects."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from msgspec import Raw

from turnwire.codec.values import MEMBERS, is_object
from turnwire.codec.wire import ENCODER
from turnwire.dialects.openai_responses.read_tools import kind_of
from turnwire.dialects.openai_responses.wire import NAME
from turnwire.documents.residue import form_of, report_foreign, report_others, restore
from turnwire.families.chat.other_tools import write_provider_tool
from turnwire.families.chat.overlay import is_no_object, is_null
from turnwire.lowering.choice import is_foreign
from turnwire.lowering.rewrite_blocks import was_illegal_in_source

if TYPE_CHECKING:
    from turnwire.losses import Losses
    from turnwire.model import ToolChoice, ToolDefinition

_FUNCTION = frozenset(("name", "description", "input_schema", "output_schema", "strict"))
_CUSTOM = frozenset(("name", "description", "custom"))
_NO_SCHEMA = Raw(b"null")


def write_tools(tools: list[ToolDefinition], losses: Losses, elsewhere: frozenset[int]) -> list[Any]:
    """Write all tools except those at the positions `elsewhere`."""
    written = []
    for position, tool in enumerate(tools):
        if position in elsewhere:
            continue
        place = f"/settings/tools/{position}"
        if is_foreign(tool, NAME):
            losses.dropped(place, "tool.provider_tool", tool)
        else:
            written.append(_write_tool(tool, place, losses))
    return written


def _write_tool(tool: ToolDefinition, place: str, losses: Losses) -> Any:
    if tool.provider_tool is not None:
        return write_provider_tool(tool, tool.provider_tool, place, losses)
    if tool.custom is not None:
        entry = _custom(tool, place, losses)
        losses.dropped_fields(tool, _CUSTOM, place, "tool")
    else:
        entry = _function(tool, place, losses)
        losses.dropped_fields(tool, _FUNCTION, place, "tool")
    return restore(entry, tool.provider_raw, losses, place) if tool.provider_raw else entry


def _function(tool: ToolDefinition, place: str, losses: Losses) -> dict[str, Any]:
    function: dict[str, Any] = {"type": "function", "name": tool.name}
    if tool.description is not None:
        function["description"] = tool.description
    # FunctionTool: "required": ["type", "name", "parameters"], which may be null.
    function["parameters"] = tool.input_schema or _NO_SCHEMA
    if is_no_object(tool.input_schema) and not was_illegal_in_source(tool.provider_raw, NAME, "input_schema"):
        if not is_null(tool.input_schema):
            losses.degraded(f"{place}/input_schema", "tool.input_schema", tool.input_schema)
        else:
            losses.dropped(f"{place}/input_schema", "tool.input_schema", tool.input_schema)
        function["parameters"] = _NO_SCHEMA
    if is_object(tool.output_schema):
        function["output_schema"] = tool.output_schema
    elif tool.output_schema:
        losses.dropped(f"{place}/output_schema", "tool.output_schema", tool.output_schema)
    if tool.strict is not None:
        function["strict"] = tool.strict
    return function


def _custom(tool: ToolDefinition, place: str, losses: Losses) -> dict[str, Any]:
    custom: dict[str, Any] = {"type": "custom", "name": tool.name}
    if tool.description is not None:
        custom["description"] = tool.description
    if tool.custom is not None:
        if tool.custom.format:
            custom["format"] = _flat(tool.custom.format)
        report_foreign(tool.custom.provider_raw, losses, f"{place}/custom")
    return custom


def _flat(grammar: Raw) -> Raw:
    """CustomGrammarFormatParam: "required": ["type", "syntax", "definition"], all at the top."""
    members = MEMBERS.decode(grammar) if is_object(grammar) else {}
    inner = members.get("grammar")
    if members.keys() != {"type", "grammar"} or inner is None or not is_object(inner):
        return grammar
    return Raw(ENCODER.encode({"type": members["type"], **MEMBERS.decode(inner)}))


def write_choice(choice: ToolChoice, tools: list[ToolDefinition], wire: dict[str, Any], losses: Losses) -> None:
    """Put the tool choice into the request."""
    place = "/settings/tool_choice"
    form = {}
    if choice.provider_raw is not None:
        form = form_of(choice.provider_raw, NAME)
        report_others(choice.provider_raw, losses, place, looked_at=("type", "mode"))
    if choice.parallel is not None:
        wire["parallel_tool_calls"] = choice.parallel
    if choice.mode in ("auto", "none", "required"):
        wire["tool_choice"] = choice.mode
    elif choice.mode == "tool":
        name = choice.name or ""
        wire["tool_choice"] = _entry(name, form.get("type") or kind_of(name, tools))
    elif choice.mode == "allowed":
        types = form.get("types", {})
        entries = [_entry(name, types.get(name) or kind_of(name, tools)) for name in choice.allowed]
        mode = "required" if choice.allowed_required else "auto"
        wire["tool_choice"] = {"type": "allowed_tools", "mode": mode, "tools": entries}
        if choice.allowed_required is None:
            # ToolChoiceAllowed: "required": ["type", "mode", "tools"]
            losses.invented(
                f"{place}/allowed_required", "tool_choice.allowed_required", choice.allowed_required is True
            )
    losses.dropped_fields(choice, _CHOSEN_BY.get(choice.mode or "", _CHOSEN), place, "tool_choice")


_CHOSEN = frozenset(("mode", "parallel"))
_CHOSEN_BY = {"tool": _CHOSEN | {"name"}, "allowed": _CHOSEN | {"allowed", "allowed_required"}}


def _entry(name: str, kind: str) -> dict[str, str]:
    return {"type": name} if kind == "hosted" else {"type": kind, "name": name}
