"""A request -> a conversation and its settings.

The residue of the settings belongs to the request, that of the generation to its `options`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

import msgspec
from msgspec import UNSET, Raw

from turnwire.codec.json import check_raw
from turnwire.codec.wire import NOTHING, Form, OpaquePart, Wire
from turnwire.dialects.ollama_chat.enums import LEVELS, NAME
from turnwire.dialects.ollama_chat.read_message import read_message
from turnwire.dialects.ollama_chat.wire import ChatRequest, FunctionTool, Options
from turnwire.documents.residue import residue
from turnwire.documents.source_values import SOURCE, Rest
from turnwire.families.chat.other_tools import read_odd_tool
from turnwire.lowering.optional_call_ids import Reading
from turnwire.mapped.ollama_settings import fill_generation
from turnwire.model import ABSENT, Generation, History, Origin, Reasoning, ResponseFormat, Settings, ToolDefinition

if TYPE_CHECKING:
    from turnwire.dialects.ollama_chat.wire import ChatRequest
    from turnwire.documents.inputs import Envelope


def read_request(wire: ChatRequest, _: Envelope | None) -> History:
    """The conversation of a request."""
    reading, origin = Reading(NAME), Origin(NAME)
    messages = [read_message(message, reading, origin) for message in wire.messages]
    found = History(messages, read_settings(wire))
    if reading.counted:
        found.provider_raw = residue(NAME, form=reading.form())
    return found


_MEMBERS = msgspec.json.Decoder(dict[str, Raw])
_FUNCTION = Form(FunctionTool)
_KEPT: Final = ("keep_alive", "truncate", "shift", "template", "raw")


def read_settings(wire: ChatRequest) -> Settings:
    """The settings, all keys of a request but its messages."""
    settings = Settings(None if wire.model is UNSET else wire.model)
    also: dict[str, Any] = {}
    form: dict[str, Any] = {}
    overlay = _kept(wire)
    if wire.tools is not UNSET:
        settings.tools = [_read_tool(tool) for tool in wire.tools]
        if not wire.tools:
            also["tools"] = []
    settings.generation = _read_generation(wire, also)
    if wire.think is not UNSET:
        _read_think(wire.think, settings, overlay)
    if wire.format is not ABSENT:
        _read_format(wire.format, settings, overlay, also)
    if wire.model is UNSET:
        form["as_is"] = ["model"]
    if overlay or also or form:
        settings.provider_raw = residue(NAME, overlay, also=also, form=form)
    return settings


def _kept(wire: ChatRequest) -> dict[str, Any]:
    """Keys that the model has no field for."""
    found: dict[str, Any] = {name: raw for name in _KEPT if (raw := getattr(wire, name)) is not ABSENT}
    for raw in found.values():
        check_raw(raw)
    return {**found, **wire.unknown.fields} if wire.unknown is not NOTHING else found


def _read_generation(wire: ChatRequest, also: dict[str, Any]) -> Generation:
    found = Generation()
    form: dict[str, Any] = {}
    overlay: dict[str, Any] = {}
    if wire.stream is UNSET:
        # ChatRequest.Stream: "Stream enables streaming of returned responses; true by default" (api/types.go).
        found.stream = True
        form["stream"] = "default"
    else:
        found.stream = wire.stream
    if wire.logprobs is not UNSET:
        found.logprobs = wire.logprobs
    if wire.top_logprobs is not UNSET:
        found.top_logprobs = wire.top_logprobs
    if wire.options is not UNSET:
        if wire.options == Options():
            also["options"] = {}
        else:
            _read_options(wire.options, found, overlay, form)
    if overlay or form:
        found.provider_raw = residue(NAME, overlay, form=form)
    return found


def _read_options(options: Options, found: Generation, overlay: dict[str, Any], form: dict[str, Any]) -> None:
    rest = Rest(overlay)
    source: dict[str, Any] = {}
    fill_generation(options, found, source, rest)
    if source.get("stop") == "":
        # Nothing ends at an empty text, which other servers refuse.
        found.stop_sequences, overlay["stop"] = [], source.pop("stop")
    if source:
        form[SOURCE] = source
    if options.num_ctx is not ABSENT:
        check_raw(options.num_ctx)
        overlay["num_ctx"] = options.num_ctx
    overlay |= rest.also
    overlay.update(_unknown(options))


def _unknown(wire: Wire) -> dict[str, Any]:
    return {} if wire.unknown is NOTHING else wire.unknown.fields


def _read_think(think: bool | str, settings: Settings, overlay: dict[str, Any]) -> None:  # noqa: FBT001 - a wire value
    if isinstance(think, bool):
        settings.reasoning = Reasoning("enabled" if think else "disabled")
    elif think:
        form = None if think in LEVELS else {"as_is": ["effort"]}
        settings.reasoning = Reasoning(effort=think, provider_raw=residue(NAME, form=form))
    else:
        overlay["think"] = think


def _read_format(raw: Raw, settings: Settings, overlay: dict[str, Any], also: dict[str, Any]) -> None:
    text = bytes(raw)
    check_raw(raw)
    if text == b'"json"':
        settings.response_format = ResponseFormat("json")
    elif text[:1] == b"{":
        settings.response_format = ResponseFormat("json_schema", schema=raw)
    elif text == b'""':
        also["format"] = ""
    else:
        overlay["format"] = raw


def _read_tool(tool: FunctionTool | OpaquePart) -> ToolDefinition:
    if isinstance(tool, OpaquePart):
        return read_odd_tool(tool.value.raw, _FUNCTION, _read_tool, NAME)
    function = tool.function
    description = None if function.description is UNSET else function.description
    schema = function.parameters
    form: dict[str, Any] = {}
    if schema is ABSENT:
        form["as_is"] = ["input_schema"]
    else:
        check_raw(schema)
    found = ToolDefinition(function.name, description, schema)
    inner = _unknown(function)
    if bytes(memoryview(schema)[:1]) == b"n":
        found.input_schema = ABSENT
        inner["parameters"] = schema
        form["as_is"] = ["input_schema"]
    elif schema is not ABSENT and memoryview(schema)[0] != ord("{"):
        form["as_is"] = ["input_schema"]
    if form or inner or tool.unknown is not NOTHING:
        overlay = {**tool.unknown.fields, **({"function": inner} if inner else {})}
        found.provider_raw = residue(NAME, overlay, form=form)
    return found


def is_certain(request: ChatRequest) -> bool:
    """With a model and a member that no neighbour has, messages that have a role, and tools that are functions."""
    is_own = request.options is not UNSET or request.think is not UNSET
    if not is_own and request.format is ABSENT and request.keep_alive is ABSENT:
        return False
    if request.model is UNSET or any(message.role is UNSET for message in request.messages):
        return False
    return request.tools is UNSET or all(type(tool) is FunctionTool for tool in request.tools)
