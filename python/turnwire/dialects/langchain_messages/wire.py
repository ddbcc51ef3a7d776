"""The wire objects of LangChain messages (langchain-core 1.7.2, read 2026-11-21).

`message_to_dict`: `{"type": message.type, "data": message.model_dump()}`; `dumpd`: `{"lc": 1, "type": "constructor",
"id": [..., "HumanMessage"], "kwargs": {...}}`; and flat, as objects and LangGraph's API give them.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec import UNSET, Raw, UnsetType

from turnwire.codec.wire import OpaquePart, Wire
from turnwire.model import ABSENT

if TYPE_CHECKING:
    from turnwire.model import Role, StopReason


NAME = "langchain_messages"

CLASSES = {
    "human": "HumanMessage",
    "ai": "AIMessage",
    "system": "SystemMessage",
    "tool": "ToolMessage",
    "function": "FunctionMessage",
    "chat": "ChatMessage",
    "HumanMessageChunk": "HumanMessageChunk",
    "AIMessageChunk": "AIMessageChunk",
    "SystemMessageChunk": "SystemMessageChunk",
    "ToolMessageChunk": "ToolMessageChunk",
}
"""The classes by the word for their type."""


class TextPart(Wire, tag_field="type", tag="text"):
    """Text."""

    text: str


class ReasoningPart(Wire, tag_field="type", tag="reasoning"):
    """Reasoning, whole or as a summary."""

    reasoning: str


class MediaPart(Wire):
    """Data: one of base64, url, file_id and, for plain text, text."""

    base64: Raw = ABSENT
    url: Raw = ABSENT
    file_id: Raw = ABSENT
    mime_type: str | UnsetType = UNSET


class ImagePart(MediaPart, tag_field="type", tag="image"):
    """A picture."""


class AudioPart(MediaPart, tag_field="type", tag="audio"):
    """A piece of sound."""


class VideoPart(MediaPart, tag_field="type", tag="video"):
    """A film."""


class FilePart(MediaPart, tag_field="type", tag="file"):
    """A file of another kind, such as a PDF."""


class PlainPart(MediaPart, tag_field="type", tag="text-plain"):
    """A text file."""

    text: Raw = ABSENT
    title: str | UnsetType = UNSET
    context: str | UnsetType = UNSET


Part = TextPart | ReasoningPart | ImagePart | AudioPart | VideoPart | FilePart | PlainPart | OpaquePart


class Call(Wire):
    """A call of a tool."""

    name: str
    args: Raw
    id: str | UnsetType | None = UNSET
    type: str | UnsetType = UNSET


class InvalidCall(Wire):
    """A call that could not be parsed: its arguments are text."""

    name: str
    args: str
    id: str | UnsetType | None = UNSET
    type: str | UnsetType = UNSET


class InputDetails(Wire):
    """The parts of the input tokens."""

    audio: int | UnsetType = UNSET
    cache_creation: int | UnsetType = UNSET
    cache_read: int | UnsetType = UNSET


class OutputDetails(Wire):
    """The parts of the output tokens."""

    audio: int | UnsetType = UNSET
    reasoning: int | UnsetType = UNSET


class UsageMetadata(Wire):
    """Token counts; `input_tokens` is the "Sum of all input token types"."""

    input_tokens: int
    output_tokens: int
    total_tokens: int
    input_token_details: InputDetails | UnsetType = UNSET
    output_token_details: OutputDetails | UnsetType = UNSET


class Body(Wire):
    """The content and the metadata of a message."""

    content: str | list[str | Part] | UnsetType = UNSET
    additional_kwargs: Raw = ABSENT
    response_metadata: Raw = ABSENT
    type: str | UnsetType = UNSET
    name: str | UnsetType | None = UNSET
    id: str | list[str] | UnsetType | None = UNSET
    tool_calls: list[Call] | UnsetType = UNSET
    invalid_tool_calls: list[InvalidCall] | UnsetType = UNSET
    usage_metadata: UsageMetadata | UnsetType | None = UNSET
    tool_call_id: str | UnsetType = UNSET
    artifact: Raw = ABSENT
    status: str | UnsetType = UNSET


class Entry(Body):
    """A message in any of the three forms."""

    data: Body | UnsetType = UNSET
    lc: int | UnsetType = UNSET
    kwargs: Body | UnsetType = UNSET


class Conversation(Wire):
    """A list of messages, as LangGraph keeps its state."""

    messages: list[Entry]


PATH = ["langchain", "schema", "messages"]
"""The path of the classes according to `dumpd`."""

PACKAGES = ("langchain", "langchain_core")
"""Packages whose classes have the meaning of these words; those of other packages have their own."""

ROLES: dict[str, Role] = {
    "human": "user",
    "HumanMessageChunk": "user",
    "chat": "user",
    "ai": "assistant",
    "AIMessageChunk": "assistant",
    "system": "system",
    "SystemMessageChunk": "system",
    "tool": "tool",
    "ToolMessageChunk": "tool",
    "function": "tool",
}
TYPES: dict[str, str] = {"user": "human", "assistant": "ai", "system": "system", "tool": "tool"}

# `finish_reason` in `response_metadata` has the provider's word; most have OpenAI's.
STOP_REASONS: dict[str, StopReason] = {
    "stop": "end_turn",
    "length": "max_tokens",
    "tool_calls": "tool_use",
    "content_filter": "content_filter",
    "stop_sequence": "stop_sequence",
    "refusal": "refusal",
    "pause_turn": "pause_turn",
    "cancelled": "cancelled",
    "error": "error",
}
FINISH_REASONS: dict[str, str] = {reason: word for word, reason in STOP_REASONS.items()}
