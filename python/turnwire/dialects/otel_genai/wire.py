"""The JSON of the attributes with which OpenTelemetry records a call of a model.

Source: open-telemetry/semantic-conventions, docs/gen-ai, as of 2026-05-05, when the GenAI conventions moved to a
repository of their own: gen-ai-spans.md, and the schemas gen-ai-input-messages.json, gen-ai-output-messages.json,
gen-ai-system-instructions.json and gen-ai-tool-definitions.json.
"""

from __future__ import annotations

from typing import Final

import msgspec
from msgspec import UNSET, Raw, UnsetType

from turnwire.codec.wire import OpaquePart, Wire
from turnwire.model import ABSENT

NAME: Final = "otel_genai"


class TextPart(Wire, tag_field="type", tag="text"):
    """Text."""

    content: str


class ReasoningPart(Wire, tag_field="type", tag="reasoning"):
    """Reasoning received from the model."""

    content: str


class RefusalPart(Wire, tag_field="type", tag="refusal"):
    """A refusal of the model.

    GenericPart: "Represents an arbitrary message part with any type and properties. This allows for extensibility with
    custom message part types."
    """

    content: str


class ToolCallPart(Wire, kw_only=True, tag_field="type", tag="tool_call"):
    """A call of a tool; only its name is required."""

    id: str | UnsetType = UNSET
    name: str
    arguments: Raw = ABSENT


class ToolResponsePart(Wire, tag_field="type", tag="tool_call_response"):
    """A tool's result: any JSON.  Some exporters call it `result`."""

    id: str | UnsetType = UNSET
    response: Raw = ABSENT
    result: Raw = ABSENT


class ServerCallPart(Wire, kw_only=True, tag_field="type", tag="server_tool_call"):
    """A call that the provider itself ran: an object with a `type`."""

    id: str | UnsetType = UNSET
    name: str
    server_tool_call: Raw = ABSENT


class ServerResponsePart(Wire, tag_field="type", tag="server_tool_call_response"):
    """The result of such a call."""

    id: str | UnsetType = UNSET
    server_tool_call_response: Raw = ABSENT


class BlobPart(Wire, kw_only=True, tag_field="type", tag="blob"):
    """Data in base64."""

    modality: str | UnsetType = UNSET
    mime_type: str | UnsetType = UNSET
    content: Raw


class UriPart(Wire, kw_only=True, tag_field="type", tag="uri"):
    """Data by their address."""

    modality: str | UnsetType = UNSET
    mime_type: str | UnsetType = UNSET
    uri: Raw


class FilePart(Wire, kw_only=True, tag_field="type", tag="file"):
    """A file that was uploaded to the provider."""

    modality: str | UnsetType = UNSET
    mime_type: str | UnsetType = UNSET
    file_id: Raw


Part = (
    TextPart
    | ToolCallPart
    | ToolResponsePart
    | ReasoningPart
    | BlobPart
    | UriPart
    | FilePart
    | ServerCallPart
    | ServerResponsePart
    | RefusalPart
    | OpaquePart
)


class Said(Wire):
    """A message of the input or of the output."""

    role: str | UnsetType = UNSET
    parts: list[Part] | UnsetType = UNSET
    name: str | UnsetType = UNSET
    finish_reason: str | UnsetType = UNSET


class FunctionTool(Wire, tag_field="type", tag="function"):
    """A function that the model may call."""

    name: str
    description: str | UnsetType = UNSET
    parameters: Raw = ABSENT


def _named(key: str) -> msgspec.UnsetType:
    """An attribute that may be absent."""
    found: msgspec.UnsetType = msgspec.field(default=UNSET, name=key)
    return found


INSTRUCTIONS: Final = "gen_ai.system_instructions"
INPUT: Final = "gen_ai.input.messages"
OUTPUT: Final = "gen_ai.output.messages"
TOOLS: Final = "gen_ai.tool.definitions"
FINISH_REASONS: Final = "gen_ai.response.finish_reasons"
OUTPUT_TYPE: Final = "gen_ai.output.type"


# "When recorded on spans, it MAY be recorded as a JSON string if structured format is not supported" (of all three).
class Asked(Wire):
    """The attributes of a request; numbers that may be decimals are raw, so that no digit is lost."""

    instructions: list[Part] | str | UnsetType = _named(INSTRUCTIONS)
    messages: list[Said] | str | UnsetType = _named(INPUT)
    tools: list[FunctionTool | OpaquePart] | str | UnsetType = _named(TOOLS)
    model: str | UnsetType = _named("gen_ai.request.model")
    max_tokens: int | UnsetType = _named("gen_ai.request.max_tokens")
    temperature: Raw = msgspec.field(default=ABSENT, name="gen_ai.request.temperature")
    top_p: Raw = msgspec.field(default=ABSENT, name="gen_ai.request.top_p")
    top_k: Raw = msgspec.field(default=ABSENT, name="gen_ai.request.top_k")
    frequency_penalty: Raw = msgspec.field(default=ABSENT, name="gen_ai.request.frequency_penalty")
    presence_penalty: Raw = msgspec.field(default=ABSENT, name="gen_ai.request.presence_penalty")
    stop_sequences: list[str] | UnsetType = _named("gen_ai.request.stop_sequences")
    seed: int | UnsetType = _named("gen_ai.request.seed")
    candidates: int | UnsetType = _named("gen_ai.request.choice.count")
    stream: bool | UnsetType = _named("gen_ai.request.stream")
    output_type: str | UnsetType = _named(OUTPUT_TYPE)
    conversation: str | UnsetType = _named("gen_ai.conversation.id")


class Answered(Wire):
    """The attributes of a reply."""

    messages: list[Said] | str | UnsetType = _named(OUTPUT)
    id: str | UnsetType = _named("gen_ai.response.id")
    model: str | UnsetType = _named("gen_ai.response.model")
    finish_reasons: list[str] | UnsetType = _named(FINISH_REASONS)
    input_tokens: int | UnsetType = _named("gen_ai.usage.input_tokens")
    cache_read: int | UnsetType = _named("gen_ai.usage.cache_read.input_tokens")
    cache_creation: int | UnsetType = _named("gen_ai.usage.cache_creation.input_tokens")
    output_tokens: int | UnsetType = _named("gen_ai.usage.output_tokens")
    reasoning_tokens: int | UnsetType = _named("gen_ai.usage.reasoning.output_tokens")


# The parts of a tool's response, whose typed form may be spelled differently in a text.
RESPONSES: Final = (b'"response":[', b'"result":[')


def key_of(kind: type[Wire], field: str) -> str:
    """The attribute of a field."""
    return kind.__struct_encode_fields__[kind.__struct_fields__.index(field)]
