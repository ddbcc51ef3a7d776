"""Read MCP content as a History: a tool result is one tool message, a prompt its messages.

The protocol's results do not have the id of their call, which is in the JSON-RPC envelope, or nowhere.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import msgspec
from msgspec import UNSET, Raw

from turnwire.codec.json import check_raw
from turnwire.codec.wire import ENCODER, OpaquePart, whole
from turnwire.dialects.mcp_content import wire as w
from turnwire.dialects.mcp_content.wire import NAME
from turnwire.documents.residue import residue, unknown_role
from turnwire.errors import invalid
from turnwire.model import (
    AudioBlock,
    DocumentBlock,
    History,
    ImageBlock,
    Message,
    OpaqueBlock,
    Source,
    TextBlock,
    ToolResultBlock,
    ToolUseBlock,
)

if TYPE_CHECKING:
    from turnwire.codec.wire import Kept
    from turnwire.documents.inputs import Envelope
    from turnwire.model import ContentBlock

_MEMBERS = msgspec.json.Decoder(dict[str, Raw])


def read_body(wire: w.Body, _: Envelope | None) -> History:
    """Raises InvalidDocument for an object that is neither a result nor a prompt."""
    if wire.content is not UNSET:
        return History([_read_result(wire, wire.content)], provider_raw=_others(wire))
    if wire.messages is not UNSET:
        raw = _others(wire)
        return History([_read_message(message) for message in wire.messages], provider_raw=raw)
    raise invalid("mcp_content.shape", "neither a list `content` nor a list `messages`")


def _others(wire: w.Body) -> dict[str, Raw] | None:
    """Return the members of the body besides its result or its messages."""
    rest: dict[str, Any] = dict(wire.unknown.fields) if wire.unknown else {}
    if wire.content is not UNSET and wire.messages is not UNSET:
        rest["messages"] = whole(wire.messages)
    if wire.content is UNSET:
        if wire.structured_content:
            check_raw(wire.structured_content)
            rest["structuredContent"] = wire.structured_content
        if wire.is_error is not UNSET:
            rest["isError"] = wire.is_error
    form = {"shape": "prompt"} if wire.content is UNSET and not wire.messages else None
    return residue(NAME, rest, form=form)


def _read_result(wire: w.Body, content: list[Any]) -> Message:
    structured = wire.structured_content
    check_raw(structured)
    error = None if wire.is_error is UNSET else wire.is_error
    return Message("tool", [ToolResultBlock("", None, [read_block(each) for each in content], error, structured)])


def _read_message(wire: w.PromptMessage) -> Message:
    form: dict[str, Any] = {}
    if type(wire.content) is list:
        form["content"] = "list"
        blocks = [read_block(each) for each in wire.content]
    else:
        blocks = [read_block(wire.content)]
    role: Any = wire.role
    if role not in ("user", "assistant"):
        form["role"] = None if role is UNSET else role
        role = "user"
    rest = {**wire.unknown.fields, **unknown_role(form)}
    return Message(role, blocks, provider_raw=residue(NAME, rest, form=form))


def read_block(block: Any) -> ContentBlock:
    """One content block."""
    read = _BLOCKS[type(block)]
    found: ContentBlock = read(block)
    return found


def _read_text(block: w.TextContent) -> ContentBlock:
    return TextBlock(block.text, provider_raw=residue(NAME, block.unknown))


def _told(text: str | msgspec.UnsetType) -> str | None:
    return None if text is UNSET else text


def _read_image(block: w.ImageContent) -> ContentBlock:
    if not _is_text(block.data):
        return _opaque(block, "image")
    return ImageBlock(_base64(block.data), _told(block.mime_type), provider_raw=_with_type(block))


def _read_audio(block: w.AudioContent) -> ContentBlock:
    if not _is_text(block.data):
        return _opaque(block, "audio")
    source = _base64(block.data)
    return AudioBlock(source, None, _told(block.mime_type), provider_raw=_with_type(block))


def _with_type(block: w.ImageContent | w.AudioContent) -> dict[str, Raw] | None:
    """Return the members of a block besides its data.

    A missing media type is marked, since the protocol requires one.
    """
    form = {"lacks": ["mimeType"]} if block.mime_type is UNSET else None
    return residue(NAME, block.unknown, form=form)


def _base64(data: Raw) -> Source:
    check_raw(data)
    return Source("base64", data)


def _is_text(raw: Raw) -> bool:
    return bytes(memoryview(raw)[:1]) == b'"'


def _read_link(block: w.ResourceLink) -> ContentBlock:
    if not _is_text(block.uri):
        return _opaque(block, "resource_link")
    check_raw(block.uri)
    form = {"lacks": ["name"]} if block.name is UNSET else None
    return DocumentBlock(
        Source("url", block.uri),
        _told(block.mime_type),
        _told(block.title),
        _told(block.description),
        _told(block.name),
        provider_raw=residue(NAME, block.unknown, form=form),
    )


def _read_resource(block: w.EmbeddedResource) -> ContentBlock:
    held = block.resource
    kind: Any = "text" if _is_text(held.text) else "base64"
    data = held.text if kind == "text" else held.blob
    if not _is_text(data) or (held.text and held.blob):
        return _opaque(block, "resource")
    check_raw(data)
    rest: dict[str, Kept] = {"resource": held.unknown}
    form = None if "uri" in held.unknown.members else {"lacks": ["uri"]}
    raw = residue(NAME, {**block.unknown.fields, **rest} if block.unknown else rest, form=form)
    return DocumentBlock(Source(kind, data), _told(held.mime_type), provider_raw=raw)


def _read_call(block: w.ToolUseContent) -> ContentBlock:
    check_raw(block.input)
    if bytes(memoryview(block.input)[:1]) != b"{":
        return _opaque(block, "tool_use")
    return ToolUseBlock(block.id, block.name, block.input, provider_raw=residue(NAME, block.unknown))


def _opaque(block: Any, word: str) -> ContentBlock:
    value = Raw(ENCODER.encode(whole(block)))
    check_raw(value)
    return OpaqueBlock(word, value, NAME)


def _read_opaque(block: OpaquePart) -> ContentBlock:
    value = block.value.raw
    check_raw(value)
    try:
        word = _MEMBERS.decode(value).get("type")
    except msgspec.DecodeError:
        word = None
    named = word is not None and _is_text(word)
    return OpaqueBlock(str(msgspec.json.decode(word)) if named and word else "", value, NAME)


_BLOCKS: dict[type, Any] = {
    w.TextContent: _read_text,
    w.ImageContent: _read_image,
    w.AudioContent: _read_audio,
    w.ResourceLink: _read_link,
    w.EmbeddedResource: _read_resource,
    w.ToolUseContent: _read_call,
    OpaquePart: _read_opaque,
}
