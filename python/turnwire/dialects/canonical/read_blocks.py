"""Content blocks of the canonical message format -> content blocks."""

from __future__ import annotations

from types import MappingProxyType
from typing import TYPE_CHECKING, Any

import msgspec
from msgspec import UNSET, Raw

from turnwire.codec.json import check_raw
from turnwire.codec.wire import ENCODER, OpaquePart, Wire, whole
from turnwire.dialects.canonical import wire as w
from turnwire.dialects.canonical.origins import origin_of
from turnwire.dialects.canonical.wire import NAME
from turnwire.documents.residue import residue
from turnwire.model import (
    ABSENT,
    ContentBlock,
    ImageBlock,
    OpaqueBlock,
    RedactedThinkingBlock,
    Source,
    TextBlock,
    ThinkingBlock,
    ToolResultBlock,
    ToolUseBlock,
)

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

_MEMBERS = msgspec.json.Decoder(dict[str, Raw])


def read_blocks(parts: Sequence[w.Part], provider: str | None) -> list[ContentBlock]:
    """The blocks of a message that this provider wrote."""
    return [_READERS[type(part)](part, provider) for part in parts]


def _text(part: w.Text, _: str | None) -> TextBlock:
    return TextBlock(part.text, provider_raw=residue(NAME, part.unknown))


def _image(part: w.Image, _: str | None) -> ContentBlock:
    check_raw(part.source.data)
    if bytes(memoryview(part.source.data)[:1]) != b'"':
        return _opaque(part, None)
    source = Source(part.source.kind, part.source.data, provider_raw=residue(NAME, part.source.unknown))
    media_type = None if part.media_type is UNSET else part.media_type
    form = {"absent": ["media_type"]} if media_type is None else None
    return ImageBlock(source, media_type, provider_raw=residue(NAME, part.unknown, form=form))


def _call(part: w.ToolUse, _: str | None) -> ToolUseBlock:
    check_raw(part.input)
    form = {} if bytes(memoryview(part.input)[:1]) == b"{" else {"as_is": ["input"]}
    return ToolUseBlock(part.id, part.name, part.input, provider_raw=residue(NAME, part.unknown, form=form))


def _result(part: w.ToolResult, _: str | None) -> ToolResultBlock:
    absent = [name for name in ("content", "is_error") if getattr(part, name) is UNSET]
    content = [] if part.content is UNSET else read_blocks(part.content, None)
    found = ToolResultBlock(part.tool_use_id, None, content, part.is_error is True or None)
    found.provider_raw = residue(NAME, part.unknown, form={"absent": absent} if absent else None)
    return found


def _thinking(part: w.Thinking, provider: str | None) -> ThinkingBlock:
    signature = None if part.signature is UNSET else part.signature
    form = {"absent": ["signature"]} if part.signature is UNSET else None
    found = ThinkingBlock(part.text, signature=signature, origin=origin_of(provider))
    found.provider_raw = residue(NAME, part.unknown, form=form)
    return found


def _redacted(part: w.RedactedThinking, provider: str | None) -> RedactedThinkingBlock:
    return RedactedThinkingBlock(part.data, origin_of(provider), provider_raw=residue(NAME, part.unknown))


def _opaque(part: OpaquePart | Wire, _: str | None) -> OpaqueBlock:
    """Keep "unknown content block types" (10.3), and known ones of another structure."""
    value = Raw(ENCODER.encode(whole(part)))
    check_raw(value)
    word = _MEMBERS.decode(value).get("type", ABSENT) if bytes(memoryview(value)[:1]) == b"{" else ABSENT
    is_word = bytes(memoryview(word)[:1]) == b'"'
    return OpaqueBlock(str(msgspec.json.decode(word)) if is_word else "", value, NAME)


_READERS: Mapping[type, Any] = MappingProxyType(
    {
        w.Text: _text,
        w.Image: _image,
        w.ToolUse: _call,
        w.ToolResult: _result,
        w.Thinking: _thinking,
        w.RedactedThinking: _redacted,
        OpaquePart: _opaque,
    }
)
