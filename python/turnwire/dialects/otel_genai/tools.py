"""Definitions of tools, both ways."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from msgspec import UNSET

from turnwire.codec.json import check_raw
from turnwire.codec.wire import OpaquePart
from turnwire.dialects.otel_genai.wire import NAME, FunctionTool
from turnwire.documents.residue import residue, restore
from turnwire.lowering.generic_tools import read_generic, written_tools
from turnwire.model import ToolDefinition

if TYPE_CHECKING:
    from collections.abc import Sequence

    from turnwire.losses import Losses

_HELD = frozenset(("name", "description", "input_schema"))


def read_tools(tools: Sequence[FunctionTool | OpaquePart]) -> list[ToolDefinition]:
    """The tools: functions, and those "in any form" (GenericToolDefinition)."""
    return [_read_tool(tool) for tool in tools]


def _read_tool(tool: FunctionTool | OpaquePart) -> ToolDefinition:
    if type(tool) is OpaquePart:
        return read_generic(tool.value.raw, NAME)
    return _read_function(tool)


def _read_function(tool: Any) -> ToolDefinition:
    rest = dict(tool.unknown.fields)
    found = ToolDefinition(tool.name, None if tool.description is UNSET else tool.description)
    check_raw(tool.parameters)
    if bytes(tool.parameters) == b"null":
        rest["parameters"] = None
    else:
        found.input_schema = tool.parameters
    found.provider_raw = residue(NAME, rest)
    return found


def write_tools(tools: Sequence[ToolDefinition], losses: Losses) -> list[Any]:
    """The tools that an attribute can hold; those that another provider runs are lost."""
    return written_tools(tools, _write_function, losses)


def _write_function(tool: ToolDefinition, place: str, losses: Losses) -> Any:
    wire = FunctionTool(name=tool.name)
    if tool.description is not None:
        wire.description = tool.description
    if bytes(tool.input_schema) == b"null":
        losses.dropped(f"{place}/input_schema", "tool.input_schema", tool.input_schema)
    else:
        wire.parameters = tool.input_schema
    losses.dropped_fields(tool, _HELD, place, "tool")
    return restore(wire, tool.provider_raw, losses, place) if tool.provider_raw else wire
