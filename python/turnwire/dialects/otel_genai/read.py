"""Attributes -> a History or a Completion.

A tool result becomes a tool message of its own; the parts of one message are marked with one number (`$form`
`{"in": n}`), so that they are joined again.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from msgspec import UNSET

from turnwire.codec.numbers import number_or_rest, read_number, read_whole
from turnwire.codec.wire import Form, OpaquePart
from turnwire.dialects.otel_genai import wire as w
from turnwire.dialects.otel_genai.enums import FINISH_WORDS, ROLES, STOP_REASONS
from turnwire.dialects.otel_genai.read_parts import opaque, read_part
from turnwire.dialects.otel_genai.tools import read_tools
from turnwire.dialects.otel_genai.usage import read_usage
from turnwire.dialects.otel_genai.wire import (
    FINISH_REASONS,
    INPUT,
    INSTRUCTIONS,
    NAME,
    OUTPUT,
    OUTPUT_TYPE,
    RESPONSES,
    TOOLS,
    Answered,
    Asked,
    Said,
    ToolResponsePart,
    key_of,
)
from turnwire.documents.json_text import listed
from turnwire.documents.residue import residue, unknown_role
from turnwire.documents.roles import meaning
from turnwire.lowering.optional_call_ids import Reading
from turnwire.model import (
    ABSENT,
    Completion,
    Generation,
    History,
    Message,
    MessageMetadata,
    ResponseFormat,
    Settings,
    TextBlock,
    ToolResultBlock,
)

if TYPE_CHECKING:
    from collections.abc import Sequence

    from turnwire.dialects.otel_genai.wire import Said
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


def read_messages(messages: Sequence[Said], reading: Reading) -> list[Message]:
    """The messages of a request."""
    found: list[Message] = []
    for n, said in enumerate(messages):
        parts = () if said.parts is UNSET else said.parts
        if any(type(part) is ToolResponsePart for part in parts):
            found += _read_results(said, n, reading)
        else:
            found.append(_read_spoken(said, reading))
    return found


def read_candidate(said: Said, reading: Reading) -> Message:
    """A message of a reply: "each message represents a single output choice/candidate"."""
    form: dict[str, Any] = {}
    if said.role != "assistant":
        form["role"] = None if said.role is UNSET else said.role
    message = Message("assistant")
    if said.parts is not UNSET:
        message.content = [read_part(part, reading) for part in said.parts]
    _finish(message, said, form, reply=True)
    return message


def _read_spoken(said: Said, reading: Reading) -> Message:
    word = None if said.role is UNSET else said.role
    role = meaning(word, ROLES)
    message = Message(role)
    if said.parts is not UNSET:
        message.content = [read_part(part, reading) for part in said.parts]
    _finish(message, said, {} if word == role else {"role": word})
    return message


def _read_results(said: Said, number: int, reading: Reading) -> list[Message]:
    """Return each result by itself, and the parts between them."""
    word = None if said.role is UNSET else said.role
    other = meaning(word, ROLES)
    found: list[Message] = []
    for part in said.parts or ():
        block = read_part(part, reading)
        if type(block) is ToolResultBlock and block.run_by is None:
            found.append(Message("tool", [block]))
        elif found and found[-1].role != "tool":
            found[-1].content.append(block)
        else:
            found.append(Message(other, [block]))
    form: dict[str, Any] = {"in": number} if len(found) > 1 else {}
    for follower in found[1:]:
        follower.provider_raw = residue(NAME, form=form)
    _finish(found[0], said, {**form, **({} if word == found[0].role else {"role": word})})
    return found


def _finish(message: Message, said: Said, form: dict[str, Any], *, reply: bool = False) -> None:
    """Add the members of a message besides its parts."""
    if said.parts is UNSET:
        form["lacks"] = ["parts"]
    if said.name is not UNSET:
        message.name = said.name
    rest = dict(said.unknown.fields)
    if reply or said.role not in ROLES:
        rest |= unknown_role(form)
    word = said.finish_reason
    if word is UNSET:
        # OutputMessage: "required": ["role", "parts", "finish_reason"]
        if reply and "finish_reason" not in rest:
            form["lacks"] = [*form.get("lacks", ()), "finish_reason"]
    elif (reason := STOP_REASONS.get(word)) is None:
        rest["finish_reason"] = word
    else:
        message.metadata = MessageMetadata(stop_reason=reason)
        if FINISH_WORDS[reason] != word:
            form["finish"] = word
    message.provider_raw = residue(NAME, rest, form=form)


def read_answered(wire: Answered | list[Said], _: Envelope | None) -> Completion:
    """The candidates of a reply; a bare list is the messages alone."""
    reading = Reading(NAME)
    if isinstance(wire, list):
        found = Completion([read_candidate(said, reading) for said in wire])
        found.provider_raw = residue(NAME, form={"root": "list", **reading.form()})
        return found
    texts: dict[str, Any] = {}
    form: dict[str, Any] = {}
    rest = dict(wire.unknown.fields)
    said = None if wire.messages is UNSET else listed(wire.messages, MESSAGES, OUTPUT, texts, RESPONSES)
    if said is None:
        said = []
        form["lacks"] = "messages"
        if wire.messages is not UNSET:
            rest[OUTPUT] = wire.messages
    found = Completion([read_candidate(each, reading) for each in said])
    found.id = None if wire.id is UNSET else wire.id
    found.model = None if wire.model is UNSET else wire.model
    found.usage = read_usage(wire)
    _read_reasons(wire, said, form, rest)
    if texts:
        form["texts"] = texts
    found.provider_raw = residue(NAME, rest, form={**form, **reading.form()})
    return found


def _read_reasons(wire: Answered, said: list[Said], form: dict[str, Any], rest: dict[str, Any]) -> None:
    """Read the reasons "corresponding to each generation received", which usually repeat those of the messages."""
    words = [each.finish_reason for each in said if each.finish_reason is not UNSET]
    if wire.finish_reasons is UNSET:
        if words:
            form["reasons"] = None
    elif not words or wire.finish_reasons != words:
        form |= {"reasons": wire.finish_reasons, "reasons_of": words}
        if wire.finish_reasons:
            # The model does not have these: the writer has them in the form, other dialects report them.
            rest[FINISH_REASONS] = wire.finish_reasons


def is_certain(attributes: Asked | list[Said]) -> bool:
    """With the messages of the request under the name that only these conventions have."""
    return isinstance(attributes, Asked) and attributes.messages is not UNSET
