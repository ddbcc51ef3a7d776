"""Content parts -> content blocks.

One function per kind of part, in the table at the end.  What the model has no field for goes into the block's
`provider_raw`; a part of an unknown type, or of a shape that cannot be held, becomes an opaque block.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import msgspec
from msgspec import UNSET, Raw

from turnwire.codec.json import check_raw
from turnwire.codec.wire import ENCODER, NOTHING, Kept, OpaquePart, or_none, whole
from turnwire.documents.residue import marked, residue
from turnwire.families.anthropic import wire as w
from turnwire.families.anthropic.citations import read_citations
from turnwire.families.anthropic.constraints import (
    FILE_ID_START,
    IMAGE_TYPES,
    NAME_PATTERN,
    PDF,
    PLAIN_TEXT,
    SERVER_ID_PATTERN,
    USE_ID_PATTERN,
)
from turnwire.families.anthropic.enums import RUN_RESULTS, is_plain
from turnwire.model import (
    CacheControl,
    ContentBlock,
    DocumentBlock,
    ImageBlock,
    OpaqueBlock,
    Origin,
    RedactedThinkingBlock,
    Source,
    TextBlock,
    ThinkingBlock,
    ToolResultBlock,
    ToolUseBlock,
)

if TYPE_CHECKING:
    import re
    from collections.abc import Callable, Sequence

    from turnwire.documents.residue import ProviderRaw

_TYPE_WORD = msgspec.json.Decoder(dict[str, Raw])


def read_blocks(parts: Sequence[w.Part], dialect: str) -> list[ContentBlock]:
    """The blocks of a list of parts, in order, as the dialect of this name keeps them."""
    return [_READERS[type(part)](part, dialect) for part in parts]


def keep(
    dialect: str, unknown: Kept, extra: dict[str, Raw] | None = None, form: dict[str, Any] | None = None
) -> ProviderRaw | None:
    """The residue of one wire object: what its type does not know, and what its type knows but the model does not."""
    if unknown is NOTHING and not extra and not form:
        return None
    return residue(dialect, {**unknown.fields, **(extra or {})}, form=form)


def mark_in(dialect: str, block: ContentBlock, where: str) -> None:
    """Mark a block that the provider's description does not have here, so that it alone goes back here."""
    block.provider_raw = marked(block.provider_raw, dialect, {"in": where})


def read_cache(mark: Any, dialect: str) -> CacheControl | None:
    """A cache mark."""
    if mark is UNSET:
        return None
    return CacheControl(mark.type, or_none(mark.ttl), keep(dialect, mark.unknown))


def is_text(raw: Raw) -> bool:
    """Whether a raw value is a JSON string in UTF-8; raises InvalidDocument for bytes that are not UTF-8."""
    check_raw(raw)
    return memoryview(raw)[0] == ord('"')


def verbatim(part: Any, dialect: str) -> OpaqueBlock:
    """Keep a part that the model cannot hold, as a whole."""
    return _opaque(Raw(ENCODER.encode(whole(part))), dialect)


def _opaque(value: Raw, dialect: str) -> OpaqueBlock:
    check_raw(value)
    word = b""
    if memoryview(value)[0] == ord("{"):
        word = bytes(_TYPE_WORD.decode(value).get("type", b""))
    return OpaqueBlock(msgspec.json.decode(word) if word[:1] == b'"' else "", value, dialect)


def _opaque_part(part: OpaquePart, dialect: str) -> OpaqueBlock:
    return _opaque(part.value.raw, dialect)


def _text(part: w.Text, dialect: str) -> TextBlock:
    if part.unknown is NOTHING and part.citations is UNSET and part.cache_control is UNSET:
        return TextBlock(part.text)
    extra: dict[str, Raw] = {}
    citations = []
    if part.citations is not UNSET:
        citations = read_citations(part.citations, dialect)
        if not citations:
            extra["citations"] = Raw(b"[]")
    return TextBlock(part.text, citations, read_cache(part.cache_control, dialect), keep(dialect, part.unknown, extra))


def _image(part: w.Image, dialect: str) -> ImageBlock | OpaqueBlock:
    if type(part.source) is w.TextSource or type(part.source) is w.ContentSource:
        return verbatim(part, dialect)
    source, media_type = read_source(part.source, IMAGE_TYPES, dialect)
    if source is None:
        return verbatim(part, dialect)
    return ImageBlock(source, media_type, None, read_cache(part.cache_control, dialect), keep(dialect, part.unknown))


_DOCUMENT_TYPES: dict[type, frozenset[str]] = {
    w.Base64Source: frozenset({PDF}),
    w.TextSource: frozenset({PLAIN_TEXT}),
    w.UrlSource: frozenset(),
    w.FileSource: frozenset(),
    w.ContentSource: frozenset(),
}


def read_source(part: w.SourcePart, allowed: frozenset[str], dialect: str) -> tuple[Source | None, str | None]:
    """A source and its media type, which should be one of `allowed`; no source where its data is not text."""
    if type(part) is w.ContentSource:
        return _content_source(part, dialect), None
    kind, raw = _SOURCES[type(part)](part)
    if not is_text(raw):
        return None, None
    media_type = part.media_type if type(part) is w.Base64Source or type(part) is w.TextSource else None
    return Source(kind, raw, [], keep(dialect, part.unknown, None, _odd_source(part, media_type, allowed))), media_type


def _odd_source(part: w.SourcePart, media_type: str | None, allowed: frozenset[str]) -> dict[str, Any] | None:
    if media_type is not None and media_type not in allowed:
        return {"as_is": ["media_type"]}
    if type(part) is w.FileSource and not bytes(part.file_id).startswith(FILE_ID_START):
        return {"as_is": ["data"]}
    return None


_SOURCES: dict[type, Callable[[Any], tuple[Any, Raw]]] = {
    w.Base64Source: lambda part: ("base64", part.data),
    w.UrlSource: lambda part: ("url", part.url),
    w.FileSource: lambda part: ("file_id", part.file_id),
    w.TextSource: lambda part: ("text", part.data),
}


def _content_source(part: w.ContentSource, dialect: str) -> Source:
    if isinstance(part.content, str):
        return Source("content", content=[TextBlock(part.content)], provider_raw=keep(dialect, part.unknown))
    blocks = read_blocks(part.content, dialect)
    return Source("content", content=blocks, provider_raw=keep(dialect, part.unknown, form=list_form(blocks)))


def list_form(blocks: list[ContentBlock]) -> dict[str, Any] | None:
    """Mark content that was a list although its single text could be a string."""
    return {"content": "list"} if not blocks or (len(blocks) == 1 and is_plain(blocks[0])) else None


def _document(part: w.Document, dialect: str) -> DocumentBlock | OpaqueBlock:
    source, media_type = read_source(part.source, _DOCUMENT_TYPES[type(part.source)], dialect)
    if source is None:
        return verbatim(part, dialect)
    return DocumentBlock(
        source,
        media_type,
        or_none(part.title),
        or_none(part.context),
        None,
        *_switch(part, {}, {}, dialect),
    )


def _switch(
    part: w.Document | w.SearchResult, extra: dict[str, Any], form: dict[str, Any], dialect: str
) -> tuple[bool | None, CacheControl | None, ProviderRaw | None]:
    """Whether to cite, the cache mark, and the residue: the last three fields of a document."""
    switch = part.citations
    cite = None
    if isinstance(switch, w.CitationsSwitch):
        cite = switch.enabled
        if switch.unknown:
            extra["citations"] = switch.unknown.fields
            form["inside"] = ["citations"]
    return cite, read_cache(part.cache_control, dialect), keep(dialect, part.unknown, extra, form)


def _search_result(part: w.SearchResult, dialect: str) -> DocumentBlock | OpaqueBlock:
    source = Source("content", content=read_blocks(part.content, dialect))
    extra = {"source": part.source} if part.source else {}
    if part.source:
        check_raw(part.source)
    return DocumentBlock(
        source, None, part.title, None, None, *_switch(part, extra, {"type": "search_result"}, dialect)
    )


def _thinking(part: w.Thinking, dialect: str) -> ThinkingBlock:
    signature = or_none(part.signature)
    return ThinkingBlock(part.thinking, [], signature, None, Origin(dialect), None, keep(dialect, part.unknown))


def _redacted_thinking(part: w.RedactedThinking, dialect: str) -> RedactedThinkingBlock:
    return RedactedThinkingBlock(part.data, Origin(dialect), None, keep(dialect, part.unknown))


def _tool_use(
    part: w.ToolUse | w.ServerToolUse | w.McpToolUse, dialect: str, ids: re.Pattern[str] = USE_ID_PATTERN
) -> ToolUseBlock:
    provider_raw = _called(part, _as_is(part.id, ids, part.name, part.input), dialect)
    return ToolUseBlock(
        part.id, part.name, part.input, cache=read_cache(part.cache_control, dialect), provider_raw=provider_raw
    )


def _called(
    part: w.ToolUse | w.ServerToolUse | w.McpToolUse | w.RunResult, form: Any, dialect: str
) -> ProviderRaw | None:
    if not part.caller:
        return keep(dialect, part.unknown, None, form)
    check_raw(part.caller)
    return keep(dialect, part.unknown, {"caller": part.caller}, form)


def _as_is(use_id: str, ids: re.Pattern[str], name: str, value: Raw) -> dict[str, Any] | None:
    """Mark values that the provider's description forbids, so that they are written back unchanged."""
    check_raw(value)
    if ids.fullmatch(use_id) and NAME_PATTERN.fullmatch(name) and memoryview(value)[0] == ord("{"):
        return None
    checks = {
        "id": ids.fullmatch(use_id),
        "name": NAME_PATTERN.fullmatch(name),
        "input": memoryview(value)[0] == ord("{"),
    }
    return {"as_is": [field for field, legal in checks.items() if not legal]}


def _server_tool_use(part: w.ServerToolUse, dialect: str) -> ToolUseBlock:
    block = _tool_use(part, dialect, SERVER_ID_PATTERN)
    block.run_by, block.call_type = "provider", "server_tool_use"
    return block


def _mcp_tool_use(part: w.McpToolUse, dialect: str) -> ToolUseBlock:
    block = _tool_use(part, dialect)
    block.run_by, block.call_type, block.server_name = "provider", "mcp_tool_use", or_none(part.server_name)
    return block


_IN_RESULTS = frozenset({TextBlock, ImageBlock, DocumentBlock, OpaqueBlock})


def _tool_result(part: w.ToolResult | w.McpToolResult, dialect: str) -> ToolResultBlock:
    blocks, form = read_content(part.content, dialect)
    form = _with_odd_id(part.tool_use_id, form)
    if type(part) is w.ToolResult and any(type(block) not in _IN_RESULTS for block in blocks):
        form = {**(form or {}), "as_is": [*(form or {}).get("as_is", []), "content"]}
    is_error, cache = or_none(part.is_error), read_cache(part.cache_control, dialect)
    return ToolResultBlock(
        part.tool_use_id, None, blocks, is_error, cache=cache, provider_raw=keep(dialect, part.unknown, None, form)
    )


def _with_odd_id(use_id: str, form: dict[str, Any] | None) -> dict[str, Any] | None:
    return form if USE_ID_PATTERN.fullmatch(use_id) else {**(form or {}), "as_is": ["tool_use_id"]}


def read_content(content: Any, dialect: str) -> tuple[list[ContentBlock], dict[str, Any] | None]:
    """Content that may be text, a list of parts, or left out; and the mark of which it was."""
    if type(content) is str:
        return [TextBlock(content)], None
    if content is UNSET:
        return [], None
    blocks = read_blocks(content, dialect)
    return blocks, list_form(blocks)


def _mcp_tool_result(part: w.McpToolResult, dialect: str) -> ToolResultBlock:
    block = _tool_result(part, dialect)
    block.run_by, block.result_type = "provider", "mcp_tool_result"
    return block


def _run_result(part: w.RunResult, dialect: str) -> ToolResultBlock:
    check_raw(part.content)
    return ToolResultBlock(
        part.tool_use_id,
        run_by="provider",
        result_type=RUN_RESULTS[type(part)],
        provider_result=part.content,
        cache=read_cache(part.cache_control, dialect),
        provider_raw=_called(part, _with_odd_id(part.tool_use_id, None), dialect),
    )


_READERS: dict[type, Callable[[Any, str], ContentBlock]] = {
    w.Text: _text,
    w.Image: _image,
    w.Document: _document,
    w.SearchResult: _search_result,
    w.ContainerUpload: verbatim,
    w.Thinking: _thinking,
    w.RedactedThinking: _redacted_thinking,
    w.ToolUse: _tool_use,
    w.ServerToolUse: _server_tool_use,
    w.McpToolUse: _mcp_tool_use,
    w.ToolResult: _tool_result,
    w.McpToolResult: _mcp_tool_result,
    OpaquePart: _opaque_part,
    **dict.fromkeys(RUN_RESULTS, _run_result),
}
