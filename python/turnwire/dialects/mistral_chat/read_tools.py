"""Tools, and which of them the model may or must call."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Literal

import msgspec
from msgspec import UNSET, Raw, UnsetType

from turnwire.codec.json import check_raw
from turnwire.codec.wire import NOTHING, Form
from turnwire.dialects.mistral_chat.constraints import NAME_PATTERN, TOOL_CHOICES
from turnwire.dialects.mistral_chat.wire import NAME, FunctionTool
from turnwire.documents.json_text import type_word
from turnwire.documents.residue import residue
from turnwire.families.chat.overlay import is_no_object, leftover
from turnwire.families.chat.untyped_tools import as_function, without_type
from turnwire.model import ABSENT, ProviderTool, ToolChoice, ToolDefinition

if TYPE_CHECKING:
    from turnwire.codec.wire import OpaquePart

_FUNCTION = ("name", "description", "parameters", "strict")
_TOOL = Form(FunctionTool)
_MEMBERS = msgspec.json.Decoder(dict[str, Raw])


def read_tools(tools: list[Any]) -> list[ToolDefinition]:
    """The tools of a request: functions, and what the provider runs."""
    return [_read_function(tool) if type(tool) is FunctionTool else _read_provider_tool(tool) for tool in tools]


def _read_function(wire: FunctionTool) -> ToolDefinition:
    function = wire.function
    schema = function.parameters
    check_raw(schema)
    tool = ToolDefinition(
        function.name,
        None if function.description is UNSET else function.description,
        schema,
        ABSENT,
        None if function.strict is UNSET else function.strict,
    )
    if (
        wire.unknown is not NOTHING
        or function.unknown is not NOTHING
        or not schema
        or is_no_object(schema)
        or not NAME_PATTERN.fullmatch(tool.name)
    ):
        _add_rest(tool, wire)
    return tool


def _add_rest(tool: ToolDefinition, wire: FunctionTool) -> None:
    nested = leftover(wire.function, _FUNCTION)
    if is_no_object(tool.input_schema):
        nested["parameters"], tool.input_schema = tool.input_schema, ABSENT
    legal = {"input_schema": tool.input_schema, "name": NAME_PATTERN.fullmatch(tool.name)}
    as_is = [name for name, fits in legal.items() if not fits]
    form = {"as_is": as_is} if as_is else None
    tool.provider_raw = residue(NAME, {**leftover(wire, ("function",)), "function": nested}, form=form)


def _read_provider_tool(wire: OpaquePart) -> ToolDefinition:
    """Read a provider-run tool (or an unknown object): its type, and its other members as parameters."""
    raw = wire.value.raw
    check_raw(raw)
    function = as_function(raw, _TOOL)
    if function is not None:
        return without_type(_read_function(function), NAME)
    word = type_word(raw)
    if not word:
        return ToolDefinition("", provider_tool=ProviderTool("", NAME, raw))
    members = _MEMBERS.decode(raw)
    del members["type"]
    rest = Raw(msgspec.json.encode(members)) if members else ABSENT
    return ToolDefinition(word, provider_tool=ProviderTool(word, NAME, rest))


class _Named(msgspec.Struct, forbid_unknown_fields=True):
    name: str


class _Function(msgspec.Struct, forbid_unknown_fields=True):
    function: _Named
    type: Literal["function"] | UnsetType = UNSET


_CHOICE = msgspec.json.Decoder(_Function)


def read_choice(raw: Raw, overlay: dict[str, Any]) -> ToolChoice | None:
    """Read `tool_choice`; an unknown structure goes into `overlay`."""
    text = bytes(raw)
    mode: Any = TOOL_CHOICES.get(text)
    if mode is not None:
        word = {"word": "any"} if text == b'"any"' else None
        return ToolChoice(mode, provider_raw=residue(NAME, form=word))
    check_raw(raw)
    try:
        found = _CHOICE.decode(text)
    except msgspec.ValidationError:
        found = None
    if found is None:
        overlay["tool_choice"] = raw
        return None
    lacks = {"lacks": ["type"]} if found.type is UNSET else None
    return ToolChoice("tool", found.function.name, provider_raw=residue(NAME, form=lacks))
