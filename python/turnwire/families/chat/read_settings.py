"""Everything in a request but its messages -> settings."""

from __future__ import annotations

import operator
from typing import TYPE_CHECKING, Any

from msgspec import UNSET

from turnwire.codec.json import check_raw
from turnwire.documents.residue import residue
from turnwire.documents.source_values import SOURCE, Rest
from turnwire.families.chat.audio_output import strange_sound
from turnwire.families.chat.overlay import is_no_object, leftover
from turnwire.families.chat.read_tools import (
    read_choice,
    read_function_choice,
    read_legacy_tool,
    read_tools,
)
from turnwire.families.chat.wire_request import ChatRequest
from turnwire.mapped.chat_settings import HELD_SETTINGS, SettingsMembers, fill_generation, fill_settings
from turnwire.model import ABSENT, AudioOutput, Generation, ResponseFormat, Settings, ToolChoice

if TYPE_CHECKING:
    from collections.abc import Callable

    from turnwire.families.chat.vendor import Vendor

KINDS = {"text": "text", "json_object": "json", "json_schema": "json_schema"}
_TAKEN = {"messages", "model", "tools", "tool_choice", "parallel_tool_calls", *SettingsMembers.__struct_fields__}
_TAKEN -= {"unknown"}
_FREQUENT = _TAKEN - HELD_SETTINGS
_rare_of = operator.attrgetter(*(name for name in ChatRequest.__struct_fields__ if name not in _FREQUENT))
_NOTHING_ELSE = _rare_of(ChatRequest([]))
_NO_GENERATION = Generation()


def read_settings(wire: ChatRequest, vendor: Vendor) -> Settings:
    """The settings, all keys of a request but its messages."""
    settings = Settings(None if wire.model is UNSET else wire.model)
    rest = Rest()
    form: dict[str, Any] = {}
    if wire.tools is not UNSET:
        settings.tools = read_tools(wire.tools, vendor)
        if not wire.tools:
            rest.also["tools"] = []
    settings.generation = _read_generation(wire, rest, vendor)
    _read_choice(wire, settings, rest, vendor)
    overlay = rest.content
    if _rare_of(wire) != _NOTHING_ELSE:
        overlay = {**_read_rare(wire, settings, rest, form, vendor), **overlay}
    if settings.model is None and "model" not in wire.unknown.fields:
        form["lacks"] = ["model"]
    if settings.tool_choice is not None and not settings.tools:
        form["as_is"] = ["tool_choice"]
    if overlay or rest.also or form:
        settings.provider_raw = residue(vendor.name, overlay, also=rest.also, form=form)
    return settings


def _read_generation(wire: ChatRequest, rest: Rest, vendor: Vendor) -> Generation | None:
    found = Generation()
    source: dict[str, Any] = {}
    fill_generation(wire, vendor, found, source, rest)
    if source:
        found.provider_raw = residue(vendor.name, rest.kept, form={SOURCE: source})
    return None if found == _NO_GENERATION else found


def _read_choice(wire: ChatRequest, settings: Settings, rest: Rest, vendor: Vendor) -> None:
    if wire.tool_choice is not ABSENT:
        settings.tool_choice = read_choice(wire.tool_choice, "tool_choice", rest.content, vendor)
    if wire.parallel_tool_calls is not UNSET:
        settings.tool_choice = settings.tool_choice or ToolChoice()
        settings.tool_choice.parallel = wire.parallel_tool_calls


def _read_rare(
    wire: ChatRequest, settings: Settings, rest: Rest, form: dict[str, Any], vendor: Vendor
) -> dict[str, Any]:
    """Read the settings of fewer requests; return the members without a field."""
    source: dict[str, Any] = {}
    fill_settings(wire, vendor, settings, source, rest)
    settings.reasoning, taken = vendor.read_effort(wire, form, vendor)
    if wire.audio is not UNSET:
        settings.audio_output = _read_audio_output(wire.audio, vendor.name)
        if "audio_output" in vendor.lacks:
            form["vendor"] = ["audio_output"]
    if wire.response_format is not UNSET and wire.response_format.type in KINDS:
        settings.response_format = read_format(wire.response_format, vendor.name)
        taken = (*taken, "response_format")
    if source:
        form[SOURCE] = source
    return leftover(wire, {*_TAKEN, "audio", *taken, *_read_legacy(wire, settings, rest.content, vendor.name)})


def _read_audio_output(audio: Any, dialect: str) -> AudioOutput:
    voice = audio.voice
    check_raw(voice)
    word = None if audio.format is UNSET else audio.format
    form = {"as_is": strange} if (strange := strange_sound(voice, word)) else {}
    return AudioOutput(voice, word, residue(dialect, leftover(audio, ("voice", "format")), form=form))


def _marks_of_schema(wanted: ResponseFormat) -> dict[str, Any]:
    form = {"lacks": ["name"]} if wanted.name is None else {}
    return {**form, "as_is": ["schema"]} if is_no_object(wanted.schema) else form


def read_format(
    wire: Any, dialect: str, marks: Callable[[ResponseFormat], dict[str, Any]] = _marks_of_schema
) -> ResponseFormat:
    """Read the format of the answer; `marks` returns what `$form` notes about its schema."""
    found = ResponseFormat(KINDS[wire.type])  # type: ignore[arg-type]
    overlay = leftover(wire, ("type", "json_schema"))
    form: dict[str, Any] = {}
    if wire.json_schema is not UNSET:
        schema = wire.json_schema
        check_raw(schema.schema)
        found.name = None if schema.name is UNSET else schema.name
        found.description = None if schema.description is UNSET else schema.description
        found.schema = schema.schema
        found.strict = None if schema.strict is UNSET else schema.strict
        if wire.type != "json_schema":
            form["json_schema"] = True
        if rest := leftover(schema, ("name", "description", "schema", "strict")):
            overlay["json_schema"] = rest
        form |= marks(found)
    elif wire.type == "json_schema":
        form["lacks"] = ["json_schema"]
    found.provider_raw = residue(dialect, overlay, form=form)
    return found


def _read_legacy(wire: ChatRequest, settings: Settings, overlay: dict[str, Any], dialect: str) -> set[str]:
    """`functions` and `function_call`, deprecated in favour of `tools` and `tool_choice`."""
    taken: set[str] = set()
    if wire.functions is not UNSET and wire.functions and not settings.tools:
        settings.tools = [read_legacy_tool(function, dialect) for function in wire.functions]
        taken.add("functions")
    if wire.function_call is not ABSENT and settings.tool_choice is None:
        taken.add("function_call")
        settings.tool_choice = read_function_choice(wire.function_call, overlay, dialect)
    return taken
