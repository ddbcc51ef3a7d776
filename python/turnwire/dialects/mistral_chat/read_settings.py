"""Everything in a request but its messages -> settings."""

from __future__ import annotations

import operator
from typing import Any, Literal

import msgspec
from msgspec import UNSET, Raw, UnsetType

from turnwire.codec.json import check_raw
from turnwire.codec.wire import NOTHING, Form
from turnwire.dialects.mistral_chat.constraints import MISTRAL, NAME_PATTERN, TOOL_CHOICES
from turnwire.dialects.mistral_chat.wire import NAME, ChatRequest, FunctionTool
from turnwire.documents.residue import residue
from turnwire.documents.source_values import SOURCE, Rest
from turnwire.families.chat.other_tools import read_odd_tool
from turnwire.families.chat.overlay import is_no_object, leftover
from turnwire.families.chat.read_settings import KINDS, read_format
from turnwire.families.chat.read_tools import read_definition
from turnwire.mapped.mistral_settings import HELD_SETTINGS, SettingsMembers, fill_generation, fill_settings
from turnwire.model import ABSENT, Generation, Reasoning, ResponseFormat, Settings, ToolChoice, ToolDefinition

_FREQUENT = (
    {"messages", "model", "tools", "tool_choice", *SettingsMembers.__struct_fields__} - {"unknown"} - HELD_SETTINGS
)
_TAKEN = frozenset((*_FREQUENT, *HELD_SETTINGS, "parallel_tool_calls", "reasoning_effort"))
_rare_of = operator.attrgetter(*(name for name in ChatRequest.__struct_fields__ if name not in _FREQUENT))
_NOTHING_ELSE = _rare_of(ChatRequest([]))
_NO_GENERATION = Generation()
_FUNCTION = ("name", "description", "parameters", "strict")
_TOOL = Form(FunctionTool)


def read_settings(wire: ChatRequest) -> Settings:
    """The settings, all keys of a request but its messages."""
    settings = Settings(None if wire.model is UNSET else wire.model)
    rest = Rest()
    form: dict[str, Any] = {}
    if wire.tools is not UNSET:
        settings.tools = _read_tools(wire.tools)
        if not wire.tools:
            rest.also["tools"] = []
    settings.generation = _read_generation(wire, rest)
    if wire.tool_choice:
        settings.tool_choice = _read_choice(wire.tool_choice, rest.content)
    overlay = rest.content
    if _rare_of(wire) != _NOTHING_ELSE:
        overlay = {**_read_rare(wire, settings, rest, form), **overlay}
    if as_is := _as_is(settings):
        form["as_is"] = as_is
    if overlay or rest.also or form:
        settings.provider_raw = residue(NAME, overlay, also=rest.also, form=form)
    return settings


def _as_is(settings: Settings) -> list[str]:
    found = ["model"] if settings.model is None else []
    return [*found, "tool_choice"] if settings.tool_choice is not None and not settings.tools else found


def _read_generation(wire: ChatRequest, rest: Rest) -> Generation | None:
    found = Generation()
    source: dict[str, Any] = {}
    fill_generation(wire, MISTRAL, found, source, rest)
    if source:
        found.provider_raw = residue(NAME, form={SOURCE: source})
    return None if found == _NO_GENERATION else found


def _read_rare(wire: ChatRequest, settings: Settings, rest: Rest, form: dict[str, Any]) -> dict[str, Any]:
    """Read the rarer settings, such as the format of the answer; settings without a field are residue."""
    taken = _TAKEN
    source: dict[str, Any] = {}
    fill_settings(wire, MISTRAL, settings, source, rest)
    if source:
        form[SOURCE] = source
    if wire.parallel_tool_calls is not UNSET:
        settings.tool_choice = settings.tool_choice or ToolChoice()
        settings.tool_choice.parallel = wire.parallel_tool_calls
    if wire.reasoning_effort is not UNSET:
        settings.reasoning = Reasoning(effort=wire.reasoning_effort)
        if wire.reasoning_effort not in MISTRAL.efforts:
            # A word of another provider must not be sent to this API unless it was read from it.
            form["reasoning_effort"] = wire.reasoning_effort
    if wire.response_format is not UNSET and wire.response_format.type in KINDS:
        settings.response_format = read_format(wire.response_format, NAME, _marks_of_schema)
        taken |= {"response_format"}
    return leftover(wire, taken)


def _marks_of_schema(wanted: ResponseFormat) -> dict[str, Any]:
    lacks = [*(["name"] if wanted.name is None else []), *([] if wanted.schema else ["schema"])]
    return {"lacks": lacks} if lacks else {}


def _read_tools(tools: list[Any]) -> list[ToolDefinition]:
    """The tools of a request: functions, and what the provider runs."""
    return [
        _read_function(tool)
        if type(tool) is FunctionTool
        else read_odd_tool(tool.value.raw, _TOOL, _read_function, NAME)
        for tool in tools
    ]


def _read_function(wire: FunctionTool) -> ToolDefinition:
    function = wire.function
    schema = function.parameters
    tool = read_definition(function)
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


class _Named(msgspec.Struct, forbid_unknown_fields=True):
    name: str


class _Function(msgspec.Struct, forbid_unknown_fields=True):
    function: _Named
    type: Literal["function"] | UnsetType = UNSET


_CHOICE = msgspec.json.Decoder(_Function)


def _read_choice(raw: Raw, overlay: dict[str, Any]) -> ToolChoice | None:
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
