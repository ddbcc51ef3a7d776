"""Definitions of tools, both ways."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import msgspec
from msgspec import UNSET, Raw

from turnwire.codec.json import check_raw
from turnwire.dialects.otel_genai.wire import NAME, FunctionTool
from turnwire.model import ABSENT, ProviderTool, ToolDefinition
from turnwire.residue import form_of, residue, restore, tell_foreign
from turnwire.wire import ENCODER, OpaquePart

if TYPE_CHECKING:
    from collections.abc import Sequence

    from turnwire.losses import Losses

_MEMBERS = msgspec.json.Decoder(dict[str, Raw])
_STRING = msgspec.json.Decoder(str)
_HELD = frozenset(("name", "description", "input_schema"))
_HELD_PROVIDER = frozenset(("name", "provider_tool"))


def read_tools(tools: Sequence[FunctionTool | OpaquePart]) -> list[ToolDefinition]:
    """The tools: functions, and those "in any form" (GenericToolDefinition)."""
    return [_read_function(tool) if type(tool) is FunctionTool else _read_generic(tool) for tool in tools]


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


def _read_generic(tool: Any) -> ToolDefinition:
    value = tool.value.raw
    check_raw(value)
    rest = _MEMBERS.decode(value) if bytes(value)[:1] == b"{" else {"": value}
    heads: dict[str, str] = {}
    lacks = []
    for key in ("type", "name"):
        raw = rest.get(key, ABSENT)
        if bytes(memoryview(raw)[:1]) == b'"':
            heads[key] = _STRING.decode(rest.pop(key))
        else:
            lacks.append(key)
    if bytes(value)[:1] != b"{":
        lacks.append("object")
    parameters = Raw(ENCODER.encode(rest)) if rest else ABSENT
    own = ProviderTool(heads.get("type", ""), NAME, parameters)
    form = {"lacks": lacks} if lacks else {}
    return ToolDefinition(heads.get("name", ""), provider_tool=own, provider_raw=residue(NAME, form=form))


def write_tools(tools: Sequence[ToolDefinition], losses: Losses) -> list[Any]:
    """The tools that an attribute can hold; those that another provider runs are lost."""
    found = []
    for n, tool in enumerate(tools):
        place = f"/settings/tools/{n}"
        if tool.provider_tool is None:
            found.append(_write_function(tool, place, losses))
        elif tool.provider_tool.dialect == losses.dialect:
            found.append(_write_generic(tool, tool.provider_tool, place, losses))
        else:
            losses.dropped(place, "tool.provider_tool", tool)
    return found


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


def _write_generic(tool: ToolDefinition, own: ProviderTool, place: str, losses: Losses) -> Any:
    form = form_of(tool.provider_raw, losses.dialect).get("lacks", ())
    rest = _MEMBERS.decode(own.parameters) if bytes(own.parameters)[:1] == b"{" else {}
    losses.dropped_fields(tool, _HELD_PROVIDER, place, "tool")
    tell_foreign(own.provider_raw, losses, f"{place}/provider_tool")
    others = {name: raw for name, raw in (tool.provider_raw or {}).items() if name != losses.dialect}
    tell_foreign(others, losses, place)
    if "object" in form and set(rest) == {""} and not (own.type or tool.name):
        return rest[""]
    heads = {key: text for key, text in (("type", own.type), ("name", tool.name)) if text or key not in form}
    return {**heads, **rest}
