"""Tools and the tool choice of the model -> those of the format."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from msgspec import UNSET

from turnwire.codec.wire import or_unset
from turnwire.dialects.bedrock_converse.read_tools import SYSTEM, WHOLE
from turnwire.dialects.bedrock_converse.wire_request import (
    InputSchema,
    Named,
    Nothing,
    Tool,
    ToolChoice,
    ToolConfig,
    ToolSpec,
)
from turnwire.dialects.bedrock_converse.write_parts import write_cache
from turnwire.documents.residue import form_of, report_foreign, report_others, restore

if TYPE_CHECKING:
    from turnwire.dialects.bedrock_converse.wire_request import Body
    from turnwire.losses import Losses
    from turnwire.model import Settings, ToolDefinition
    from turnwire.model import ToolChoice as Choice

_SPEC: Final = frozenset({"name", "description", "input_schema", "strict", "cache"})
_SYSTEM: Final = frozenset({"name", "provider_tool", "cache"})


def write_tool_config(body: Body, settings: Settings, places: list[str] | None, losses: Losses) -> None:
    """The tools and the choice among them; `places` are those of the tools, if they differ from their positions."""
    config = ToolConfig()
    if settings.tools:
        config.tools = _tools(settings.tools, places, losses)
    if settings.tool_choice is not None:
        config.tool_choice = _choice(settings.tool_choice, losses)
    if config != ToolConfig():
        body.tool_config = config


def _tools(tools: list[ToolDefinition], places: list[str] | None, losses: Losses) -> list[Any]:
    found: list[Any] = []
    for n, tool in enumerate(tools):
        place = f"/settings/tools/{n}" if places is None else places[n]
        found.append(_tool(tool, place, losses))
        if tool.cache is not None:
            found.append(write_cache(tool, place, losses))
    return found


def _tool(tool: ToolDefinition, place: str, losses: Losses) -> Any:
    own = tool.provider_tool
    if own is not None:
        report_foreign(own.provider_raw, losses, f"{place}/provider_tool")
        losses.dropped_fields(tool, _SYSTEM, place, "tool")
        if own.type == WHOLE and own.parameters and not tool.name:
            report_others(tool.provider_raw, losses, place)
            return own.parameters
        if own.type != SYSTEM or own.parameters:
            losses.degraded(f"{place}/provider_tool", "tool.provider_tool", own)
        part: Any = Tool(system_tool=Named(name=tool.name))
    else:
        losses.dropped_fields(tool, _SPEC, place, "tool")
        part = Tool(tool_spec=_spec(tool, form_of(tool.provider_raw, losses.dialect).get("lacks", ())))
    return part if tool.provider_raw is None else restore(part, tool.provider_raw, losses, place)


def _spec(tool: ToolDefinition, lacks: Any) -> ToolSpec:
    return ToolSpec(
        name=UNSET if "name" in lacks and not tool.name else tool.name,
        description=or_unset(tool.description),
        input_schema=UNSET if "inputSchema" in lacks and not tool.input_schema else InputSchema(json=tool.input_schema),
        strict=or_unset(tool.strict),
    )


def _choice(choice: Choice, losses: Losses) -> Any:
    path = "/settings/tool_choice"
    losses.dropped_fields(choice, frozenset({"mode", "name"}), path, "tool_choice")
    if choice.mode == "auto":
        part: Any = ToolChoice(auto=Nothing())
    elif choice.mode == "required":
        part = ToolChoice(any=Nothing())
    elif choice.mode == "tool":
        part = ToolChoice(tool=Named(name=or_unset(choice.name)))
    else:
        report_others(choice.provider_raw, losses, path)
        return UNSET
    return part if choice.provider_raw is None else restore(part, choice.provider_raw, losses, path)
