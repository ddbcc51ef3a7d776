"""Everything in a request but its messages -> settings."""

from __future__ import annotations

from typing import Any, Literal

import msgspec
from msgspec import UNSET, Raw, UnsetType
from msgspec.structs import astuple

from turnwire.codec.json import check_raw
from turnwire.codec.numbers import number_or_rest
from turnwire.codec.wire import ENCODER, NOTHING, Form
from turnwire.dialects.mistral_chat.constraints import BOUNDS, EFFORTS, NAME_PATTERN, TIERS, TOOL_CHOICES
from turnwire.dialects.mistral_chat.wire import NAME, ChatRequest, FunctionTool
from turnwire.documents.residue import residue
from turnwire.families.chat.other_tools import read_odd_tool
from turnwire.families.chat.overlay import is_no_object, leftover
from turnwire.families.chat.read_settings import KINDS, read_format
from turnwire.families.chat.read_tools import read_definition
from turnwire.model import ABSENT, Generation, Reasoning, ResponseFormat, Settings, ToolChoice, ToolDefinition

_NUMBERS = ("temperature", "top_p", "presence_penalty", "frequency_penalty")
_PLAIN = {
    "stream": "stream",
    "max_tokens": "max_tokens",
    "n": "candidates",
    "random_seed": "seed",
    "logprobs": "logprobs",
    "top_logprobs": "top_logprobs",
}
_FREQUENT = {"stream": "stream", "max_tokens": "max_tokens"}
_RARE = ChatRequest.__struct_fields__.index("n")
_NOTHING_ELSE = astuple(ChatRequest([]))[_RARE:]
_TAKEN = frozenset(
    (
        *ChatRequest.__struct_fields__[:_RARE],
        *_NUMBERS,
        *_PLAIN,
        "parallel_tool_calls",
        "stop",
        "metadata",
        "service_tier",
        "reasoning_effort",
    )
)
# Keys that the API takes and its description does not have.
_VENDOR = ("logprobs", "top_logprobs")
_FUNCTION = ("name", "description", "parameters", "strict")
_TOOL = Form(FunctionTool)


def read_settings(wire: ChatRequest) -> Settings:
    """The settings, all keys of a request but its messages."""
    settings = Settings(None if wire.model is UNSET else wire.model)
    overlay: dict[str, Any] = {}
    also: dict[str, Any] = {}
    form: dict[str, Any] = {}
    is_plain = astuple(wire)[_RARE:] == _NOTHING_ELSE
    if wire.tools is not UNSET:
        settings.tools = _read_tools(wire.tools)
        if not wire.tools:
            also["tools"] = []
    generation = _read_generation(wire, overlay, also, is_plain=is_plain)
    if generation != Generation():
        settings.generation = generation
    if wire.tool_choice:
        settings.tool_choice = _read_choice(wire.tool_choice, overlay)
    if not is_plain:
        overlay = {**_read_rare(wire, settings, form), **overlay}
    if as_is := _as_is(settings):
        form["as_is"] = as_is
    if overlay or also or form:
        settings.provider_raw = residue(NAME, overlay, also=also, form=form)
    return settings


def _as_is(settings: Settings) -> list[str]:
    found = ["model"] if settings.model is None else []
    return [*found, "tool_choice"] if settings.tool_choice is not None and not settings.tools else found


def _read_generation(wire: ChatRequest, overlay: dict[str, Any], also: dict[str, Any], *, is_plain: bool) -> Generation:
    found = Generation()
    form: dict[str, Any] = {}
    for key, field in (_FREQUENT if is_plain else _PLAIN).items():
        if (value := getattr(wire, key)) is not UNSET:
            setattr(found, field, value)
    exact = _read_numbers(wire, found, overlay)
    if type(wire.stop) is str:
        found.stop_sequences, form["stop"] = [wire.stop], "text"
    elif type(wire.stop) is list:
        found.stop_sequences = wire.stop
        if not wire.stop:
            also["stop"] = []
    vendor = [name for name in _VENDOR if getattr(found, name) is not None]
    marks = {"vendor": vendor, "as_is": BOUNDS.broken(found), "exact": exact}
    form |= {key: mark for key, mark in marks.items() if mark}
    if form:
        found.provider_raw = residue(NAME, form=form)
    return found


def _read_numbers(wire: ChatRequest, found: Generation, overlay: dict[str, Any]) -> dict[str, str]:
    """The decimals; those that no double holds are given back with their own spelling."""
    exact: dict[str, str] = {}
    for name in _NUMBERS:
        if raw := getattr(wire, name):
            setattr(found, name, number_or_rest(raw, name, exact, overlay))
    return exact


def _read_rare(wire: ChatRequest, settings: Settings, form: dict[str, Any]) -> dict[str, Any]:
    """Read the rarer settings, such as the format of the answer; settings without a field are residue."""
    taken = _TAKEN
    if wire.parallel_tool_calls is not UNSET:
        settings.tool_choice = settings.tool_choice or ToolChoice()
        settings.tool_choice.parallel = wire.parallel_tool_calls
    if wire.metadata is not UNSET:
        settings.metadata = wire.metadata
        check_raw(ENCODER.encode(wire.metadata))
    if wire.service_tier is not UNSET:
        settings.service_tier = wire.service_tier
    if wire.reasoning_effort is not UNSET:
        settings.reasoning = Reasoning(effort=wire.reasoning_effort)
    # A word of another provider must not be sent to this API unless it was read from it.
    words = {"service_tier": (wire.service_tier, TIERS), "reasoning_effort": (wire.reasoning_effort, EFFORTS)}
    form |= {name: word for name, (word, known) in words.items() if word is not UNSET and word not in known}
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
