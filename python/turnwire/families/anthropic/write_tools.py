"""Tools and tool choice of the model -> the provider's."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from msgspec import UNSET, Raw

from turnwire.codec.wire import ENCODER
from turnwire.documents.residue import form_of, merge, report_foreign, report_others, restore
from turnwire.families.anthropic.wire_request import Choice, Tool
from turnwire.families.anthropic.write_blocks import write_cache
from turnwire.losses import others
from turnwire.model import ToolChoice, ToolDefinition

if TYPE_CHECKING:
    from turnwire.losses import Losses

_more_of, _NO_MORE = others(ToolDefinition, frozenset({"name", "description", "input_schema"}))
_HELD: Final = frozenset({"name", "description", "input_schema", "strict", "cache", "provider_tool"})


def write_tools(tools: list[ToolDefinition], places: list[str] | None, losses: Losses) -> list[Any]:
    """Write the tools; `places` are their positions in the caller's document, if they differ."""
    return [
        Tool(UNSET, tool.name, UNSET if tool.description is None else tool.description, tool.input_schema)
        if tool.name and tool.provider_raw is None and _more_of(tool) == _NO_MORE
        else _tool(tool, f"/settings/tools/{n}" if places is None else places[n], losses)
        for n, tool in enumerate(tools)
    ]


def _tool(tool: ToolDefinition, place: str, losses: Losses) -> Any:
    losses.dropped_fields(tool, _HELD, place, "tool")
    provider = tool.provider_tool
    form = form_of(tool.provider_raw, losses.dialect)
    kind: Any = provider.type if provider is not None else form.get("type", UNSET)
    nameless = not tool.name and form.get("name") != "empty" and (provider is not None or "nameless" in form)
    part: Any = Tool(
        kind,
        UNSET if nameless else tool.name,
        UNSET if tool.description is None else tool.description,
        tool.input_schema,
        write_cache(tool, place, losses),
        UNSET if tool.strict is None else tool.strict,
    )
    if provider is not None:
        report_foreign(provider.provider_raw, losses, f"{place}/provider_tool")
        if provider.parameters:
            part = Raw(merge(ENCODER.encode(part), provider.parameters))
    return part if tool.provider_raw is None else restore(part, tool.provider_raw, losses, place)


_MODES: Final = {"auto": "auto", "required": "any", "tool": "tool", "none": "none"}


def write_choice(choice: ToolChoice, losses: Losses) -> Any:
    """The tool choice."""
    path = "/settings/tool_choice"
    if choice.mode is None:
        losses.dropped_fields(choice, frozenset(), path, "tool_choice")
        report_others(choice.provider_raw, losses, path)
        return UNSET
    alone: Any = UNSET if choice.parallel is None else not choice.parallel
    part = Choice(_MODES[choice.mode], UNSET if choice.name is None else choice.name, alone)
    return part if choice.provider_raw is None else restore(part, choice.provider_raw, losses, path)
