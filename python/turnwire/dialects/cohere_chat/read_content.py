"""Parts of content, and tool calls -> blocks."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from msgspec import UNSET

from turnwire.codec.json import check_raw
from turnwire.codec.wire import NOTHING, OpaquePart
from turnwire.dialects.cohere_chat import wire as w
from turnwire.dialects.cohere_chat.constraints import COHERE, NAME
from turnwire.documents.json_text import type_word
from turnwire.documents.residue import residue
from turnwire.families.chat.media import is_text, read_url, text_of
from turnwire.families.chat.overlay import is_no_object, leftover, raw_of
from turnwire.families.chat.read_content import misshapen, read_arguments
from turnwire.model import ABSENT, ImageBlock, OpaqueBlock, TextBlock, ThinkingBlock, ToolUseBlock

if TYPE_CHECKING:
    from collections.abc import Sequence

    from turnwire.dialects.cohere_chat.wire import ToolCall
    from turnwire.model import ContentBlock, Origin


def read_content(content: Any, origin: Origin) -> list[ContentBlock]:
    """Read the blocks of a content, a text or a list of parts; empty text makes no block."""
    if type(content) is str:
        return [TextBlock(content)] if content else []
    if type(content) is not list:
        return []
    return [_PARTS[type(part)](part, origin) for part in content]


def content_form(content: Any, blocks: Sequence[ContentBlock], nothing: str, bare: str = "text") -> str | None:
    """Return how a content is spelled, if the writer would spell these blocks otherwise.

    Args:
        content: the content as it was read.
        blocks: the blocks in it.
        nothing: the usual spelling of a content without blocks.
        bare: the usual spelling of a single text.
    """
    spelling = _SPELLINGS.get(type(content), "absent")
    usual = nothing if not blocks else bare if is_bare(blocks) else "parts"
    return None if spelling == usual else spelling


_SPELLINGS: dict[type, str] = {str: "text", list: "parts", type(None): "null"}


def is_bare(blocks: Sequence[ContentBlock]) -> bool:
    """Return whether a content can be spelled as a text."""
    block = blocks[0]
    return len(blocks) == 1 and type(block) is TextBlock and bool(block.text) and not block.provider_raw


def _read_text(part: w.TextPart, _: Origin) -> ContentBlock:
    return TextBlock(part.text, provider_raw=residue(NAME, part.unknown))


def _read_thinking(part: w.ThinkingPart, origin: Origin) -> ContentBlock:
    return ThinkingBlock(part.thinking, origin=origin, provider_raw=residue(NAME, part.unknown))


def _read_image(part: w.ImagePart, _: Origin) -> ContentBlock:
    image = part.image_url
    if not is_text(image.url):
        return misshapen(part, NAME)
    source, media_type = read_url(image.url)
    detail = None if image.detail is UNSET else image.detail
    form = {} if detail is None or detail in COHERE.details else {"detail": detail}
    overlay = {**leftover(part, ("image_url",)), "image_url": leftover(image, ("url", "detail"))}
    return ImageBlock(source, media_type, detail, provider_raw=residue(NAME, overlay, form=form))


def _read_document(part: w.DocumentPart, _: Origin) -> ContentBlock:
    """Read what a tool found as a text: the JSON of an object, or the text itself.

    "Outputs from a tool.  The content should formatted as a JSON object string, or a list of tool content blocks"
    (ToolMessageV2.content)
    """
    data = part.document.data
    check_raw(data)
    if is_text(data):
        text, word = text_of(data), "text"
    elif is_no_object(data):
        return misshapen(part, NAME)
    else:
        text, word = bytes(data).decode(), "object"
    overlay = {**leftover(part, ("document",)), "document": leftover(part.document, ("data",))}
    return TextBlock(text, provider_raw=residue(NAME, overlay, form={"document": word}))


def _read_opaque(part: OpaquePart, _: Origin) -> ContentBlock:
    value = part.value.raw
    check_raw(value)
    return OpaqueBlock(type_word(value), value, NAME)


_PARTS: dict[type, Any] = {
    w.TextPart: _read_text,
    w.ThinkingPart: _read_thinking,
    w.ImagePart: _read_image,
    w.DocumentPart: _read_document,
    OpaquePart: _read_opaque,
}


_CALL = ("id", "type", "function")


def read_call(call: ToolCall) -> ToolUseBlock | OpaqueBlock:
    """Read one call; a call of nothing is kept whole."""
    function = call.function
    if function is UNSET:
        return OpaqueBlock("", raw_of(call), NAME, None, residue(NAME, form={"in": "tool_calls"}))
    raw, text = (ABSENT, None) if function.arguments is UNSET else read_arguments(function.arguments)
    block = ToolUseBlock("" if call.id is UNSET else call.id, function.name, raw, text)
    is_whole = call.id and call.type == "function" and function.arguments is not UNSET
    if is_whole and call.unknown is NOTHING and function.unknown is NOTHING:
        return block
    form: dict[str, Any] = {}
    overlay = {**leftover(call, _CALL), "function": leftover(function, ("name", "arguments"))}
    if call.type is not UNSET and call.type != "function":
        # The word is the writer's own, and residue too: other formats report it.
        form["type"] = overlay["type"] = call.type
    lacks = [name for name in ("id", "type") if getattr(call, name) is UNSET]
    if function.arguments is UNSET:
        lacks.append("arguments")
    if lacks:
        form["lacks"] = lacks
    if not block.id:
        form["as_is"] = ["id"]
    block.provider_raw = residue(NAME, overlay, form=form)
    return block
