"""Content blocks of gpt2099 -> content blocks."""

from __future__ import annotations

from types import MappingProxyType
from typing import TYPE_CHECKING, Any

import msgspec
from msgspec import UNSET, Raw

from turnwire.codec.json import check_raw
from turnwire.codec.wire import ENCODER, NOTHING, OpaquePart, Wire, whole
from turnwire.dialects.gpt2099 import wire as w
from turnwire.dialects.gpt2099.wire import NAME
from turnwire.documents.residue import residue
from turnwire.lowering.media_types import block_for
from turnwire.lowering.optional_call_ids import Reading
from turnwire.model import (
    ABSENT,
    AudioBlock,
    ContentBlock,
    DocumentBlock,
    ImageBlock,
    OpaqueBlock,
    Source,
    TextBlock,
    ToolResultBlock,
    ToolUseBlock,
)

if TYPE_CHECKING:
    from collections.abc import Mapping

_MEMBERS = msgspec.json.Decoder(dict[str, Raw])


class Rows(Reading):
    """The state of reading one document: which call each result answers."""

    def __init__(self) -> None:
        super().__init__(NAME)


def read_parts(parts: list[w.Part], rows: Rows) -> list[ContentBlock]:
    """The blocks of some content, in order."""
    return [read_part(part, rows) for part in parts]


def read_part(part: w.Part, rows: Rows) -> ContentBlock:
    """One block."""
    if type(part) is w.Text and part.unknown is NOTHING and part.citations is UNSET:
        return TextBlock(part.text)
    block: ContentBlock = _READERS[type(part)](part, rows)
    return block


def _text(part: w.Text, _: Rows) -> TextBlock:
    rest: dict[str, Any] = dict(part.unknown.fields) if part.unknown else {}
    also: dict[str, Any] = {}
    if part.citations is not UNSET:
        for each in part.citations:
            check_raw(each)
        (rest if part.citations else also)["citations"] = part.citations
    return TextBlock(part.text, provider_raw=residue(NAME, rest, also=also))


def _opaque(part: OpaquePart | Wire, _: Rows) -> OpaqueBlock:
    value = Raw(ENCODER.encode(whole(part)))
    check_raw(value)
    word = _MEMBERS.decode(value).get("type", ABSENT) if bytes(memoryview(value)[:1]) == b"{" else ABSENT
    is_word = bytes(memoryview(word)[:1]) == b'"'
    return OpaqueBlock(str(msgspec.json.decode(word)) if is_word else "", value, NAME)


def _is_text(raw: Raw) -> bool:
    check_raw(raw)
    return memoryview(raw)[0] == ord('"')


def _document(part: w.Document, rows: Rows) -> ContentBlock:
    """Pictures are files by their media type; everything else is a document."""
    source = part.source
    if not _is_text(source.data):
        return _opaque(part, rows)
    made: Any = ImageBlock if block_for(source.media_type) is ImageBlock else DocumentBlock
    found = Source("base64", source.data, provider_raw=residue(NAME, source.unknown))
    block: ContentBlock = made(found, source.media_type, provider_raw=residue(NAME, part.unknown))
    return block


def _given(part: w.Image | w.Audio, rows: Rows) -> ContentBlock:
    """A picture or a sound in what a tool gave."""
    if not _is_text(part.data):
        return _opaque(part, rows)
    made: Any = ImageBlock if type(part) is w.Image else AudioBlock
    block: Any = made(Source("base64", part.data))
    block.media_type = None if part.mime_type is UNSET else part.mime_type
    form = {"lacks": ["mimeType"]} if part.mime_type is UNSET else None
    block.provider_raw = residue(NAME, part.unknown, form=form)
    done: ContentBlock = block
    return done


def _given_document(part: w.Document, rows: Rows) -> ContentBlock:
    """A file in what a tool gave; a picture there is marked, since MCP spells it otherwise."""
    block: Any = _document(part, rows)
    if type(block) is ImageBlock:
        block.provider_raw = residue(NAME, part.unknown, form={"shape": "document"})
    done: ContentBlock = block
    return done


def _call(part: w.ToolUse, rows: Rows) -> ToolUseBlock:
    form: dict[str, Any] = {}
    if part.input:
        check_raw(part.input)
    if bytes(memoryview(part.input)[:1]) != b"{":
        form["as_is"] = ["input"]
    said = None if part.id is UNSET else part.id
    if said == "":
        form["id"] = ""
    block = ToolUseBlock("", part.name, part.input, provider_raw=residue(NAME, part.unknown, form=form))
    if not said:
        rows.counted.add("calls")
    elif said == rows.next_call():
        rows.told["calls"].append(block)
    block.id = rows.call(part.name, said or None)
    return block


def _result(part: w.ToolResult, rows: Rows) -> ToolResultBlock:
    """Read a result; its name is kept only if it differs from that of its call."""
    form: dict[str, Any] = {}
    name = None if part.name is UNSET else part.name
    said = None if part.tool_use_id is UNSET else part.tool_use_id
    if said == "":
        form["id"] = ""
    given = [] if part.content is UNSET else [_GIVEN[type(each)](each, rows) for each in part.content]
    if name is None:
        form["lacks"] = ["name"]
    if part.content is UNSET:
        form.setdefault("lacks", []).append("content")
    block = ToolResultBlock("", None, given, None if part.is_error is UNSET else part.is_error)
    block.provider_raw = residue(NAME, part.unknown, form=form)
    if not said:
        rows.counted.add("results")
    elif said == rows.next_result(name):
        rows.told["results"].append(block)
    block.tool_use_id = rows.result(name, said or None)
    if rows.names.get(block.tool_use_id) != name:
        block.name = name
    return block


def _search(part: w.ServerToolUse, rows: Rows) -> ContentBlock:
    if not part.id:
        return _opaque(part, rows)
    check_raw(part.input)
    block = ToolUseBlock(part.id, part.name, part.input, run_by="provider", call_type="server_tool_use")
    form = {"as_is": ["input"]} if bytes(memoryview(part.input)[:1]) != b"{" else None
    block.provider_raw = residue(NAME, part.unknown, form=form)
    if part.id == rows.next_call():
        rows.told["calls"].append(block)
    rows.call(part.name, part.id)
    return block


def _found(part: w.WebSearchResult, rows: Rows) -> ContentBlock:
    if not part.tool_use_id:
        return _opaque(part, rows)
    check_raw(part.content)
    block = ToolResultBlock(part.tool_use_id, run_by="provider", result_type="web_search_tool_result")
    block.provider_result = part.content
    block.provider_raw = residue(NAME, part.unknown)
    if part.tool_use_id == rows.next_result(None):
        rows.told["results"].append(block)
    rows.result(None, part.tool_use_id)
    return block


_GIVEN: Mapping[type, Any] = MappingProxyType(
    {w.Text: _text, w.Image: _given, w.Audio: _given, w.Document: _given_document, OpaquePart: _opaque}
)

_READERS: Mapping[type, Any] = MappingProxyType(
    {
        w.Text: _text,
        w.Document: _document,
        w.ToolUse: _call,
        w.ToolResult: _result,
        w.ServerToolUse: _search,
        w.WebSearchResult: _found,
        OpaquePart: _opaque,
    }
)
