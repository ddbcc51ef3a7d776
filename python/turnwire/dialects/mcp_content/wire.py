"""The JSON of MCP content: blocks, the result of a tool, the messages of a prompt.

Source: schema.ts of the Model Context Protocol, revisions 2025-06-18 and 2025-11-25.  The later one adds tool calls
to sampled messages, and lists of blocks there; results and prompts are the same in both, and in 2026-07-28.
"""

from __future__ import annotations

from msgspec import UNSET, Raw, UnsetType

from turnwire.codec.wire import OpaquePart, Wire
from turnwire.model import ABSENT

NAME = "mcp_content"


class TextContent(Wire, tag_field="type", tag="text"):
    """Text."""

    text: str


class ImageContent(Wire, tag_field="type", tag="image", rename="camel"):
    """A picture as base64."""

    data: Raw
    mime_type: str | UnsetType = UNSET


class AudioContent(Wire, tag_field="type", tag="audio", rename="camel"):
    """Sound as base64."""

    data: Raw
    mime_type: str | UnsetType = UNSET


class ResourceLink(Wire, tag_field="type", tag="resource_link", rename="camel"):
    """A resource that the client can request from the server."""

    uri: Raw
    name: str | UnsetType = UNSET
    title: str | UnsetType = UNSET
    description: str | UnsetType = UNSET
    mime_type: str | UnsetType = UNSET


class Contents(Wire, rename="camel"):
    """The content of a resource: text, or base64."""

    text: Raw = ABSENT
    blob: Raw = ABSENT
    mime_type: str | UnsetType = UNSET


class EmbeddedResource(Wire, tag_field="type", tag="resource"):
    """A resource itself."""

    resource: Contents


class ToolUseContent(Wire, tag_field="type", tag="tool_use"):
    """A call of a tool by a sampled model (2025-11-25)."""

    id: str
    name: str
    input: Raw


Block = TextContent | ImageContent | AudioContent | ResourceLink | EmbeddedResource | OpaquePart


# SamplingMessageContentBlock: a model's message has no resources; tool results are the user's, in requests.
Sampled = TextContent | ImageContent | AudioContent | ToolUseContent | OpaquePart


class PromptMessage(Wire):
    """One message of a prompt; since 2025-11-25 a message for a model may be a list of blocks."""

    content: Block | list[Block]
    role: str | UnsetType = UNSET


class Body(Wire, rename="camel"):
    """`CallToolResult` has `content`, `GetPromptResult` has `messages`."""

    content: list[Block] | UnsetType = UNSET
    structured_content: Raw = ABSENT
    is_error: bool | UnsetType = UNSET
    messages: list[PromptMessage] | UnsetType = UNSET


class Reply(Wire, rename="camel"):
    """`CreateMessageResult`: the sampled message of a model that the client was asked for."""

    content: Sampled | list[Sampled]
    role: str | UnsetType = UNSET
    model: str | UnsetType = UNSET
    stop_reason: str | UnsetType = UNSET
