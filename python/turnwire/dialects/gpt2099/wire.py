"""The JSON of gpt2099: context windows, the messages in them, and replies.

Sentences in quotes are from docs/reference/schemas.md and provider-api.md (read 2026-11-21).
"""

from __future__ import annotations

from typing import Final, Literal

from msgspec import UNSET, Raw, UnsetType

from turnwire.codec.wire import OpaquePart, Wire
from turnwire.model import ABSENT

NAME: Final = "gpt2099"


class Text(Wire, tag_field="type", tag="text"):
    """`{type: "text", text: string}`; a search of Anthropic's leaves an empty list of citations there."""

    text: str
    citations: list[Raw] | UnsetType = UNSET


class Base64Source(Wire):
    """`source: {type: "base64", media_type: string, data: string}`."""

    type: Literal["base64"]
    media_type: str
    data: Raw


class Document(Wire, tag_field="type", tag="document"):
    """A file: "`document_block.source.media_type` determines provider-specific handling"; pictures are files too."""

    source: Base64Source


class ToolUse(Wire, tag_field="type", tag="tool_use"):
    """`{type: "tool_use", id?: string, name: string, input: record}`."""

    name: str
    id: str | UnsetType = UNSET
    input: Raw = ABSENT


class ServerToolUse(Wire, tag_field="type", tag="server_tool_use"):
    """A search that Anthropic ran; gpt2099 uses no other provider-run tool."""

    id: str
    name: Literal["web_search"]
    input: Raw


class WebSearchResult(Wire, tag_field="type", tag="web_search_tool_result"):
    """The result of that search, as Anthropic sent it."""

    tool_use_id: str
    content: Raw


class Image(Wire, tag_field="type", tag="image", rename="camel"):
    """A picture from an MCP tool: "content = `result.content` verbatim"; audio is the same."""

    data: Raw
    mime_type: str | UnsetType = UNSET


class Audio(Wire, tag_field="type", tag="audio", rename="camel"):
    """A piece of sound that an MCP tool gave."""

    data: Raw
    mime_type: str | UnsetType = UNSET


Given = Text | Image | Audio | Document | OpaquePart
"""One record of what a tool gave: "list<record>, Result content (usually text blocks)"."""


class ToolResult(Wire, tag_field="type", tag="tool_result"):
    """`{type: "tool_result", name: string, content: list<record>, tool_use_id?: string, is_error?: bool}`."""

    name: str | UnsetType = UNSET
    content: list[Given] | UnsetType = UNSET
    tool_use_id: str | UnsetType = UNSET
    is_error: bool | UnsetType = UNSET


Part = Text | Document | ToolUse | ToolResult | ServerToolUse | WebSearchResult | OpaquePart


class Said(Wire):
    """A message record; with `id` and `options` it is the older record of a stored thread.

    "`json: true`: When set, content is parsed as JSON": what is stored is that JSON, a list or not.
    """

    role: str | UnsetType = UNSET
    content: list[Part] | Part | str | UnsetType = UNSET
    cache: bool | UnsetType = UNSET
    id: str | UnsetType = UNSET
    options: Raw = ABSENT


class Window(Wire):
    """`{messages: list<message_record>, options: options_record}`."""

    messages: list[Said]
    options: Raw = ABSENT


class Split(Wire):
    """The tokens written to a cache, by how long they live there (Anthropic)."""

    ephemeral_5m_input_tokens: int | UnsetType = UNSET
    ephemeral_1h_input_tokens: int | UnsetType = UNSET


class Counts(Wire):
    """`usage?: {input_tokens, output_tokens, cache_creation_input_tokens?, cache_read_input_tokens?}`."""

    input_tokens: int | UnsetType = UNSET
    cache_creation_input_tokens: int | UnsetType = UNSET
    cache_read_input_tokens: int | UnsetType = UNSET
    output_tokens: int | UnsetType = UNSET
    cache_creation: Split | UnsetType = UNSET
    service_tier: str | UnsetType = UNSET


class Spoken(Wire):
    """The message of a reply."""

    content: list[Part]
    type: str | UnsetType = UNSET
    role: str | UnsetType = UNSET
    id: str | UnsetType = UNSET
    model: str | UnsetType = UNSET
    stop_reason: str | UnsetType = UNSET
    stop_sequence: str | UnsetType = UNSET
    usage: Counts | UnsetType = UNSET


class Reply(Wire):
    """`{message: {...}}`; the older form has `role` and `mime_type` next to it."""

    message: Spoken
    role: str | UnsetType = UNSET
    mime_type: str | UnsetType = UNSET
