"""Attributes -> a History."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from msgspec import UNSET

from turnwire.codec.numbers import number_or_rest, read_number, read_whole
from turnwire.codec.wire import Form, OpaquePart
from turnwire.dialects.otel_genai import wire as w
from turnwire.dialects.otel_genai.read_messages import read_messages
from turnwire.dialects.otel_genai.read_parts import opaque, read_part
from turnwire.dialects.otel_genai.tools import read_tools
from turnwire.dialects.otel_genai.wire import INPUT, INSTRUCTIONS, NAME, OUTPUT_TYPE, TOOLS, key_of
from turnwire.documents.json_text import listed
from turnwire.documents.residue import residue
from turnwire.lowering.optional_call_ids import Reading
from turnwire.model import ABSENT, Generation, History, Message, ResponseFormat, Settings, TextBlock

if TYPE_CHECKING:
    from turnwire.documents.inputs import Envelope

PARTS: Form[Any] = Form(list[w.Part])
MESSAGES: Form[Any] = Form(list[w.Said])
DEFINITIONS: Form[Any] = Form(list[w.FunctionTool | OpaquePart])

PLAIN = ("max_tokens", "stop_sequences", "seed", "candidates", "stream")
NUMBERS = ("temperature", "top_p", "top_k", "frequency_penalty", "presence_penalty")


def read_asked(wire: w.Asked | list[w.Said], _: Envelope | None) -> History:
    """The conversation that a call was given, and its settings; a bare list is the messages alone."""
    reading = Reading(NAME)
    if isinstance(wire, list):
        found = History(read_messages(wire, reading))
        found.provider_raw = residue(NAME, form={"root": "list", **reading.form()})
        return found
    texts: dict[str, Any] = {}
    rest = dict(wire.unknown.fields)
    form: dict[str, Any] = {}
    found = History(_read_instructions(wire, texts, reading))
    if wire.messages is UNSET:
        form["lacks"] = "messages"
    elif (messages := listed(wire.messages, MESSAGES, INPUT, texts, w.RESPONSES)) is None:
        form["lacks"], rest[INPUT] = "messages", wire.messages
    else:
        found.history += read_messages(messages, reading)
    if wire.conversation is not UNSET:
        found.id = wire.conversation
    also: dict[str, Any] = {}
    found.settings = _read_settings(wire, rest, also, texts)
    if texts:
        form["texts"] = texts
    found.provider_raw = residue(NAME, rest, also=also, form={**form, **reading.form()})
    return found


def _read_instructions(wire: w.Asked, texts: dict[str, Any], reading: Reading) -> list[Message]:
    """Read what was "provided to the GenAI model separately from the chat history" as messages before it."""
    if wire.instructions is UNSET:
        return []
    form: dict[str, Any] = {"place": "instructions"}
    parts = listed(wire.instructions, PARTS, INSTRUCTIONS, texts, w.RESPONSES)
    if parts is None:
        form["text"] = "plain"
        blocks: Any = [TextBlock(str(wire.instructions))]
    else:
        # A tool result is not an instruction: results are messages of their own.
        blocks = [
            opaque(part) if type(part) in (w.ToolResponsePart, w.ServerResponsePart) else read_part(part, reading)
            for part in parts
        ]
    return [Message("system", blocks, provider_raw=residue(NAME, form=form))]


def _read_settings(wire: w.Asked, rest: dict[str, Any], also: dict[str, Any], texts: dict[str, Any]) -> Settings | None:
    settings = Settings(None if wire.model is UNSET else wire.model)
    if wire.tools is not UNSET:
        tools = listed(wire.tools, DEFINITIONS, TOOLS, texts)
        if not tools:
            (rest if tools is None else also)[TOOLS] = wire.tools
            texts.pop(TOOLS, None)
        else:
            settings.tools = read_tools(tools)
    generation = _read_generation(wire, rest, also)
    if generation != Generation():
        settings.generation = generation
    kind: Any = wire.output_type
    if kind in ("text", "json"):
        settings.response_format = ResponseFormat(kind)
    elif kind is not UNSET:
        rest[OUTPUT_TYPE] = kind
    return settings if settings != Settings() else None


def _read_generation(wire: w.Asked, rest: dict[str, Any], also: dict[str, Any]) -> Generation:
    generation = Generation()
    for name in PLAIN:
        value = getattr(wire, name)
        if value == []:
            also[key_of(w.Asked, name)] = value
        elif value is not UNSET:
            setattr(generation, name, value)
    exact: dict[str, str] = {}
    for name in NUMBERS:
        raw = getattr(wire, name)
        if raw is not ABSENT:
            # gen_ai.request.top_k is a double; the model counts tokens, and a double that is whole is such a count.
            read = read_whole if name == "top_k" else read_number
            setattr(generation, name, number_or_rest(raw, name, exact, rest, key_of(w.Asked, name), read))
    generation.provider_raw = residue(NAME, form={"exact": exact} if exact else {})
    return generation
