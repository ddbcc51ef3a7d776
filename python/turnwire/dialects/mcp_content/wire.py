"""The JSON of MCP content: blocks, the result of a tool, the messages of a prompt.

Source: schema.ts of the Model Context Protocol, revision 2025-06-18 (the shapes are the same in 2025-11-25).
"""

from __future__ import annotations

from msgspec import UNSET, Raw, UnsetType

from turnwire.model import ABSENT
from turnwire.wire import OpaquePart, Wire

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
    """A resource that the server can be asked for."""

    uri: Raw
    name: str | UnsetType = UNSET
    title: str | UnsetType = UNSET
    description: str | UnsetType = UNSET
    mime_type: str | UnsetType = UNSET


class Contents(Wire, rename="camel"):
    """What a resource holds: text, or base64."""

    text: Raw = ABSENT
    blob: Raw = ABSENT
    mime_type: str | UnsetType = UNSET


class EmbeddedResource(Wire, tag_field="type", tag="resource"):
    """A resource itself."""

    resource: Contents


Block = TextContent | ImageContent | AudioContent | ResourceLink | EmbeddedResource | OpaquePart


class PromptMessage(Wire):
    """One message of a prompt; the newer revisions allow a list of blocks in sampling."""

    content: Block | list[Block]
    role: str | UnsetType = UNSET


class Body(Wire, rename="camel"):
    """`CallToolResult` has `content`, `GetPromptResult` has `messages`."""

    content: list[Block] | UnsetType = UNSET
    structured_content: Raw = ABSENT
    is_error: bool | UnsetType = UNSET
    messages: list[PromptMessage] | UnsetType = UNSET


class Reply(Wire, rename="camel"):
    """`CreateMessageResult`: what a model said that the client was asked for."""

    content: Block | list[Block]
    role: str | UnsetType = UNSET
    model: str | UnsetType = UNSET
    stop_reason: str | UnsetType = UNSET
