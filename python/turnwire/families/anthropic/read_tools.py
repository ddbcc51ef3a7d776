"""Tools and tool choice -> the model's."""

from __future__ import annotations

import operator
from typing import TYPE_CHECKING, Any, Final

from msgspec import UNSET, Raw

from turnwire.codec.json import check_raw
from turnwire.codec.wire import ENCODER, NOTHING, fields_besides, given, or_none
from turnwire.documents.residue import residue
from turnwire.families.anthropic.constraints import NAME_PATTERN, is_object_schema
from turnwire.families.anthropic.read_blocks import keep, read_cache
from turnwire.families.anthropic.wire_request import Tool
from turnwire.model import ABSENT, ProviderTool, ToolChoice, ToolDefinition

if TYPE_CHECKING:
    from turnwire.families.anthropic.wire_request import Choice

_PARAMETERS: Final = fields_besides(Tool, "type", "name", "description", "input_schema", "cache_control", "strict")


def read_tool(tool: Tool, dialect: str) -> ToolDefinition:
    """One tool, as this dialect keeps it."""
    if tool.input_schema:
        check_raw(tool.input_schema)
    if tool.type is UNSET or tool.type == "custom":
        return _own_tool(tool, dialect)
    parameters = _parameters(tool)
    return ToolDefinition(
        or_none(tool.name) or "",
        or_none(tool.description),
        tool.input_schema,
        strict=or_none(tool.strict),
        provider_tool=ProviderTool(tool.type, dialect, Raw(ENCODER.encode(parameters)) if parameters else ABSENT),
        cache=read_cache(tool.cache_control, dialect),
        provider_raw=residue(dialect, form={"name": "empty"}) if tool.name == "" else None,
    )


_parameters_of = operator.attrgetter(*_PARAMETERS, "unknown")
_NO_PARAMETERS: Final = _parameters_of(Tool())


def _parameters(tool: Tool) -> dict[str, Raw]:
    """Return the members of a tool besides those that every tool has."""
    if _parameters_of(tool) == _NO_PARAMETERS:
        return {}
    return {**given(tool, _PARAMETERS), **tool.unknown.fields}


def _own_tool(tool: Tool, dialect: str) -> ToolDefinition:
    form: dict[str, Any] = {} if tool.type is UNSET else {"type": tool.type}
    name = or_none(tool.name)
    odd = [] if name is not None and NAME_PATTERN.fullmatch(name) else ["name"]
    if not tool.input_schema or not is_object_schema(tool.input_schema):
        odd.append("input_schema")
    if odd:
        form["as_is"] = odd
    if name is None:
        form["nameless"] = True
    rest = _parameters(tool)
    return ToolDefinition(
        name or "",
        or_none(tool.description),
        tool.input_schema,
        strict=or_none(tool.strict),
        cache=read_cache(tool.cache_control, dialect),
        provider_raw=residue(dialect, rest, form=form) if rest or form else None,
    )


_MODES: Final[dict[str, Any]] = {"auto": "auto", "any": "required", "tool": "tool", "none": "none"}


def read_choice(choice: Choice, tools: list[Tool], dialect: str) -> ToolChoice | None:
    """The tool choice; None where its type is not known."""
    mode = _MODES.get(choice.type)
    if mode is None:
        return None
    alone = choice.disable_parallel_tool_use
    parallel = None if alone is UNSET else not alone
    odd = ["parallel"] if mode == "none" and parallel is not None else []
    if parallel:
        # No other format has this flag in its negated form.
        odd.append("disable_parallel_tool_use")
    if mode == "tool" and not any(tool.name == choice.name or tool.type in (UNSET, "custom") for tool in tools):
        odd.append("name")
    raw = keep(dialect, choice.unknown, None, {"as_is": odd}) if odd or choice.unknown is not NOTHING else None
    return ToolChoice(mode, or_none(choice.name), [], None, parallel, raw)
