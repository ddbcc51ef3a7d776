"""Parts -> blocks."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import msgspec
from msgspec import UNSET, Raw

from turnwire.codec.json import check_raw
from turnwire.codec.wire import ENCODER, OpaquePart, whole
from turnwire.dialects.otel_genai import wire as w
from turnwire.dialects.otel_genai.enums import MODALITY_WORDS, kind_of
from turnwire.dialects.otel_genai.wire import NAME
from turnwire.documents.json_text import read_json
from turnwire.documents.residue import residue
from turnwire.model import (
    ABSENT,
    ContentBlock,
    OpaqueBlock,
    Origin,
    RefusalBlock,
    Source,
    TextBlock,
    ThinkingBlock,
    ToolResultBlock,
    ToolUseBlock,
)

if TYPE_CHECKING:
    from collections.abc import Callable

    from turnwire.lowering.optional_call_ids import Reading
    from turnwire.model import SourceKind

_STRING = msgspec.json.Decoder(str)
_MEMBERS = msgspec.json.Decoder(dict[str, Raw])
_PARTS = msgspec.json.Decoder(list[w.TextPart | w.BlobPart | w.UriPart])


def read_part(part: Any, reading: Reading) -> ContentBlock:
    """Read one part; an undocumented one is kept whole."""
    alone = _ALONE.get(type(part))
    return _COUNTED[type(part)](part, reading) if alone is None else alone(part)


def _read_text(part: w.TextPart) -> ContentBlock:
    return TextBlock(part.content, provider_raw=residue(NAME, part.unknown))


def _read_reasoning(part: w.ReasoningPart) -> ContentBlock:
    return ThinkingBlock(part.content, origin=Origin(NAME), provider_raw=residue(NAME, part.unknown))


def _read_refusal(part: w.RefusalPart) -> ContentBlock:
    return RefusalBlock(part.content, provider_raw=residue(NAME, part.unknown))


def opaque(part: Any) -> OpaqueBlock:
    """A part kept whole."""
    value = Raw(ENCODER.encode(whole(part)))
    check_raw(value)
    word = _MEMBERS.decode(value).get("type", ABSENT) if bytes(value)[:1] == b"{" else ABSENT
    return OpaqueBlock(_STRING.decode(word) if is_text(word) else "", value, NAME)


def is_text(raw: Raw) -> bool:
    """Whether a piece of JSON is a string."""
    return bytes(memoryview(raw)[:1]) == b'"'


def _read_call(part: w.ToolCallPart, reading: Reading) -> ContentBlock:
    rest = dict(part.unknown.fields)
    form: dict[str, Any] = _form(part.id)
    block = ToolUseBlock("", part.name)
    arguments = part.arguments
    check_raw(arguments)
    if bytes(arguments) == b"null":
        rest["arguments"] = None
    elif is_text(arguments):
        # "Arguments for the tool call." (any JSON): a text, as some providers send it, is read as an object.
        text = _STRING.decode(arguments)
        found = read_json(text)
        if found is None:
            block.input_text = text
        else:
            block.input, form["arguments"] = found, "text"
    else:
        block.input = arguments
    block.provider_raw = residue(NAME, rest, form=form)
    return _called(block, part.id, reading)


def _form(said: Any) -> dict[str, Any]:
    return {"id": ""} if said == "" else {}


def _called(block: ToolUseBlock, said: Any, reading: Reading) -> ToolUseBlock:
    if not said:
        reading.counted.add("calls")
    elif said == reading.next_call():
        reading.told["calls"].append(block)
    block.id = reading.call(block.name, said or None)
    return block


def _answered(block: ToolResultBlock, said: Any, reading: Reading) -> ToolResultBlock:
    if not said:
        reading.counted.add("results")
    elif said == reading.next_result(None):
        reading.told["results"].append(block)
    block.tool_use_id = reading.result(None, said or None)
    return block


def _read_server_call(part: w.ServerCallPart, reading: Reading) -> ContentBlock:
    check_raw(part.server_tool_call)
    block = ToolUseBlock("", part.name, part.server_tool_call, run_by="provider", call_type="server_tool_call")
    block.provider_raw = residue(NAME, part.unknown, form=_form(part.id))
    return _called(block, part.id, reading)


def _read_server_response(part: w.ServerResponsePart, reading: Reading) -> ContentBlock:
    check_raw(part.server_tool_call_response)
    block = ToolResultBlock("", run_by="provider", result_type="server_tool_call_response")
    block.provider_result = part.server_tool_call_response
    block.provider_raw = residue(NAME, part.unknown, form=_form(part.id))
    return _answered(block, part.id, reading)


def _read_result(part: w.ToolResponsePart, reading: Reading) -> ContentBlock:
    form = _form(part.id)
    rest = dict(part.unknown.fields)
    raw = part.response
    if raw is ABSENT and part.result is not ABSENT:
        raw, form["key"] = part.result, "result"
    elif part.result is not ABSENT:
        check_raw(part.result)
        rest["result"] = part.result
    check_raw(raw)
    content, spelled = content_of(raw)
    if spelled is not None:
        form["response"] = spelled
    return _answered(ToolResultBlock("", None, content, provider_raw=residue(NAME, rest, form=form)), part.id, reading)


def content_of(raw: Raw) -> tuple[list[ContentBlock], str | None]:
    """Return the content of a tool result, and its spelling if that is not the default.

    "Tool call response." (any JSON): a text is text, a list of parts is read as parts; other JSON becomes text.
    """
    if raw is ABSENT:
        return [], "absent"
    if is_text(raw):
        text = _STRING.decode(raw)
        return ([TextBlock(text)] if text else []), None
    if bytes(raw) == b"null":
        return [], "null"
    try:
        blocks = [_ALONE[type(part)](part) for part in _PARTS.decode(raw)]
    except (msgspec.DecodeError, ValueError, RecursionError):
        blocks = []
    if not blocks or any(type(block) is OpaqueBlock for block in blocks):
        return [TextBlock(bytes(raw).decode())], "json"
    is_one_text = len(blocks) == 1 and type(blocks[0]) is TextBlock and blocks[0].text
    return blocks, "list" if is_one_text else None


def _read_media(part: w.BlobPart | w.UriPart | w.FilePart) -> ContentBlock:
    kind, raw = _source_of(part)
    if not is_text(raw):
        return opaque(part)
    check_raw(raw)
    media_type = None if part.mime_type is UNSET else part.mime_type
    made = kind_of(part.modality, media_type)
    form: dict[str, Any] = {}
    rest = dict(part.unknown.fields)
    if part.modality != MODALITY_WORDS[made]:
        form["modality"] = None if part.modality is UNSET else part.modality
        if part.modality:
            # A word of its own ("or any other string") is residue too: other formats report it.
            rest["modality"] = part.modality
    if kind == "file_id":
        form["file_id"] = "own"
    block: Any = made(Source(kind, raw))
    block.media_type = media_type
    block.provider_raw = residue(NAME, rest, form=form)
    done: ContentBlock = block
    return done


def _source_of(part: w.BlobPart | w.UriPart | w.FilePart) -> tuple[SourceKind, Raw]:
    if type(part) is w.BlobPart:
        return "base64", part.content
    return ("url", part.uri) if type(part) is w.UriPart else ("file_id", part.file_id)  # type: ignore[union-attr]


# The id of a call or a result may be that of its position.
_COUNTED: dict[type, Callable[[Any, Reading], ContentBlock]] = {
    w.ToolCallPart: _read_call,
    w.ToolResponsePart: _read_result,
    w.ServerCallPart: _read_server_call,
    w.ServerResponsePart: _read_server_response,
}
_ALONE: dict[type, Callable[[Any], ContentBlock]] = {
    w.TextPart: _read_text,
    w.ReasoningPart: _read_reasoning,
    w.RefusalPart: _read_refusal,
    w.BlobPart: _read_media,
    w.UriPart: _read_media,
    w.FilePart: _read_media,
    OpaquePart: opaque,
}
