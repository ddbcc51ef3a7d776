"""Tools and the tool choice -> the model's."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from msgspec import UNSET

from turnwire.codec.json import check_raw
from turnwire.codec.wire import or_none
from turnwire.dialects.bedrock_converse.constraints import NAME_PATTERN
from turnwire.dialects.bedrock_converse.enums import CALL_TYPE, NAME
from turnwire.dialects.bedrock_converse.overlays import is_object, is_there, keep, plain
from turnwire.dialects.bedrock_converse.read_parts import read_cache
from turnwire.model import ABSENT, ProviderTool, ToolChoice, ToolDefinition

if TYPE_CHECKING:
    from turnwire.dialects.bedrock_converse.wire_request import Tool
    from turnwire.dialects.bedrock_converse.wire_request import ToolChoice as Choice

SYSTEM: Any = CALL_TYPE
"""The type of a tool that the service runs."""
WHOLE: Any = ""
"""The type of an entry of the list that is kept whole, as the parameters of a tool."""


def read_tools(tools: list[Tool]) -> list[ToolDefinition]:
    """The tools, in order; a cache point belongs to the tool before it."""
    found: list[ToolDefinition] = []
    for tool in tools:
        kinds = [name for name in ("tool_spec", "system_tool", "cache_point") if is_there(getattr(tool, name))]
        point: Any = tool.cache_point
        if kinds == ["cache_point"] and found and found[-1].cache is None:
            found[-1].cache = read_cache(point, tool.unknown)
        elif kinds == ["tool_spec"]:
            found.append(_own(tool))
        elif kinds == ["system_tool"] and tool.system_tool is not UNSET and tool.system_tool.name is not UNSET:
            found.append(_of_service(tool))
        else:
            found.append(ToolDefinition("", provider_tool=ProviderTool(WHOLE, NAME, plain(tool))))
    return found


def _own(tool: Tool) -> ToolDefinition:
    spec: Any = tool.tool_spec
    schema = ABSENT
    inside: dict[str, Any] = dict(spec.unknown.fields)
    odd: list[str] = []
    if spec.name is UNSET or not NAME_PATTERN.fullmatch(spec.name):
        odd.append("name")
    if spec.input_schema is not UNSET:
        schema = spec.input_schema.json
        inside["inputSchema"] = spec.input_schema.unknown.fields
    if schema:
        check_raw(schema)
    if not is_object(schema):
        odd.append("input_schema")
    if spec.description == "":
        odd.append("description")
    lacks = [name for name, value in (("name", spec.name), ("inputSchema", spec.input_schema)) if value is UNSET]
    form = {**({"as_is": odd} if odd else {}), **({"lacks": lacks} if lacks else {})}
    return ToolDefinition(
        or_none(spec.name) or "",
        or_none(spec.description),
        schema,
        strict=or_none(spec.strict),
        provider_raw=keep({**tool.unknown.fields, "toolSpec": inside}, form),
    )


def _of_service(tool: Tool) -> ToolDefinition:
    system: Any = tool.system_tool
    kept = keep({**tool.unknown.fields, "systemTool": system.unknown.fields})
    return ToolDefinition(system.name, provider_tool=ProviderTool(SYSTEM, NAME), provider_raw=kept)


_MODES: dict[str, Any] = {"auto": "auto", "any": "required", "tool": "tool"}


def read_choice(choice: Choice) -> ToolChoice | None:
    """The tool choice; None for one that is none of the three, or two of them."""
    kinds = [name for name in _MODES if is_there(getattr(choice, name))]
    if len(kinds) != 1:
        return None
    (kind,) = kinds
    part = getattr(choice, kind)
    name = part.name if kind == "tool" else None
    if name is UNSET:
        return None
    return ToolChoice(_MODES[kind], name, provider_raw=keep({**choice.unknown.fields, kind: part.unknown.fields}))
