"""Write content blocks as content parts, with one function per block type, in the table at the end.

Earlier passes have removed or rewritten what the provider refuses; fields that a part has no key for are reported here.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from msgspec import UNSET, Raw

from turnwire.documents.residue import form_of, is_silent, report_foreign, report_others, restore, without_keys
from turnwire.families.anthropic import wire as w
from turnwire.families.anthropic.citations import write_citations
from turnwire.families.anthropic.enums import RUN_RESULTS, is_plain
from turnwire.losses import others
from turnwire.lowering.draft import Turn
from turnwire.lowering.origins import report_signed_origin
from turnwire.lowering.state import own_state
from turnwire.lowering.writing import report_spelled_mark
from turnwire.model import (
    ABSENT,
    CacheControl,
    ContentBlock,
    DocumentBlock,
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
    from collections.abc import Callable

    from turnwire.documents.residue import ProviderRaw
    from turnwire.losses import Losses

_RUN_RESULTS = {word: kind for kind, word in RUN_RESULTS.items()}
_CITE = {True: w.CitationsSwitch(enabled=True), False: w.CitationsSwitch(enabled=False)}


def write_blocks(turn: Turn, losses: Losses) -> list[Any]:
    """The parts of a turn."""
    return [_WRITERS[type(block)](block, turn, n, losses) for n, block in enumerate(turn.blocks)]


def write_content(turn: Turn, losses: Losses, *, as_list: bool) -> Any:
    """A string where the content is one plain text, a list of parts otherwise.

    "Using a `string` for `content` is shorthand for an array of one content block of type `"text"`."
    (CreateMessageParams.messages)
    """
    blocks = turn.blocks
    if len(blocks) == 1 and not as_list:
        block = blocks[0]
        if type(block) is TextBlock and not block.citations and block.cache is None:
            raw = block.provider_raw
            if raw is None or is_silent(raw, losses.dialect):
                return block.text
    return write_blocks(turn, losses)


def nested(turn: Turn, place: str, blocks: list[ContentBlock]) -> Turn:
    """Return the content of a block as a turn of its own, with its places."""
    return Turn(turn.role, blocks, turn.message, place)


def write_cache(node: Any, place: str, losses: Losses) -> Any:
    """The cache mark of a block or tool."""
    cache: CacheControl | None = node.cache
    if cache is None:
        return UNSET
    mark = w.CacheMark(cache.kind, UNSET if cache.ttl is None else cache.ttl)
    if cache.provider_raw is None:
        return mark
    report_spelled_mark(node, place, losses)
    return restore(mark, cache.provider_raw, losses, f"{place}/cache")


def restore_inside(wire: Any, provider_raw: ProviderRaw, losses: Losses, path: str) -> Any:
    """`restore` without the residue of objects that an edit has taken out of the wire object.

    The readers mark such objects, by their keys, in `$form` as `{"inside": [key, ...]}`.
    """
    inside = form_of(provider_raw, losses.dialect).get("inside", [])
    gone = [name for name in inside if getattr(wire, name, None) is UNSET]
    return restore(wire, without_keys(provider_raw, losses.dialect, *gone), losses, path)


def _text(block: TextBlock, turn: Turn, n: int, losses: Losses) -> Any:
    if block.provider_raw is None and block.cache is None and not block.citations:
        return w.Text(block.text)
    place = turn.place(n)
    citations = write_citations(block.citations, place, losses) if block.citations else UNSET
    part = w.Text(block.text, citations, write_cache(block, place, losses))
    return part if block.provider_raw is None else restore(part, block.provider_raw, losses, place)


def _image(block: ImageBlock, turn: Turn, n: int, losses: Losses) -> Any:
    if block.detail is not None:
        losses.dropped(f"{turn.place(n)}/detail", "image.detail", block.detail)
    plain = block.source.provider_raw is None and not block.source.content
    if block.cache is None and block.provider_raw is None and plain:
        return w.Image(_plain_source(block.source, block.media_type))
    place = turn.place(n)
    part = w.Image(_source(block.source, block.media_type, turn, place, losses), write_cache(block, place, losses))
    return part if block.provider_raw is None else restore(part, block.provider_raw, losses, place)


def _plain_source(source: Source, media_type: str | None) -> Any:
    return _SOURCES[source.kind](source.data, media_type)


def _source(source: Source, media_type: str | None, turn: Turn, place: str, losses: Losses) -> Any:
    if source.kind == "content":
        as_list = form_of(source.provider_raw, losses.dialect).get("content") == "list"
        inner = own_state(nested(turn, f"{place}/source", source.content), losses)
        part: Any = w.ContentSource(write_content(inner, losses, as_list=as_list))
        if source.data:
            losses.dropped(f"{place}/source/data", "source.data", source.data)
    else:
        part = _plain_source(source, media_type)
        if source.content:
            losses.dropped(f"{place}/source/content", "source.content", source.content)
    if source.provider_raw is None:
        return part
    return restore(part, source.provider_raw, losses, f"{place}/source")


_SOURCES: dict[str, Callable[[Raw, Any], Any]] = {
    "base64": lambda data, media_type: w.Base64Source(media_type, data),
    "url": lambda data, _: w.UrlSource(data),
    "file_id": lambda data, _: w.FileSource(data),
    "text": lambda data, media_type: w.TextSource(media_type, data),
}


def _document(block: DocumentBlock, turn: Turn, n: int, losses: Losses) -> Any:
    place = turn.place(n)
    form = form_of(block.provider_raw, losses.dialect).get("type")
    cache = write_cache(block, place, losses)
    switch = UNSET if block.citations is None else _CITE[block.citations]
    if form == "search_result" and block.source.kind == "content" and block.title is not None:
        inner = write_blocks(own_state(nested(turn, f"{place}/source", block.source.content), losses), losses)
        report_others(block.source.provider_raw, losses, f"{place}/source")
        part: Any = w.SearchResult(block.title, inner, ABSENT, switch, cache)
    else:
        source = _source(block.source, block.media_type, turn, place, losses)
        title, context = (UNSET if text is None else text for text in (block.title, block.context))
        part = w.Document(source, title, context, switch, cache)
    return part if block.provider_raw is None else restore_inside(part, block.provider_raw, losses, place)


def _thinking(block: ThinkingBlock, turn: Turn, n: int, losses: Losses) -> Any:
    part = w.Thinking(block.text, UNSET if block.signature is None else block.signature)
    if block.summary or block.encrypted is not None or block.cache is not None:
        losses.dropped_fields(block, _THINKING, turn.place(n), "thinking")
    report_signed_origin(block.origin, turn.place(n), losses, signed=bool(block.signature))
    return part if block.provider_raw is None else restore(part, block.provider_raw, losses, turn.place(n))


_THINKING = frozenset({"text", "signature", "origin"})


def _redacted_thinking(block: RedactedThinkingBlock, turn: Turn, n: int, losses: Losses) -> Any:
    part = w.RedactedThinking(block.data)
    if block.cache is not None:
        losses.dropped(f"{turn.place(n)}/cache", "redacted_thinking.cache", block.cache)
    report_signed_origin(block.origin, turn.place(n), losses)
    return part if block.provider_raw is None else restore(part, block.provider_raw, losses, turn.place(n))


_USE = frozenset({"id", "name", "input", "cache"})
_SERVER_USE = _USE | {"run_by", "call_type"}
_MCP_USE = _SERVER_USE | {"server_name"}
_beside, _NOTHING = others(ToolUseBlock, frozenset({"id", "name", "input"}))


def _tool_use(block: ToolUseBlock, turn: Turn, n: int, losses: Losses) -> Any:
    if block.provider_raw is None and block.input and _beside(block) == _NOTHING:
        return w.ToolUse(block.id, block.name, block.input)
    place = turn.place(n)
    cache = write_cache(block, place, losses)
    called: Any
    given = block.input or _no_input(place, losses)
    if block.run_by != "provider":
        called, held = w.ToolUse(block.id, block.name, given, cache), _USE
    elif block.call_type == "mcp_tool_use":
        server = UNSET if block.server_name is None else block.server_name
        called, held = w.McpToolUse(block.id, block.name, given, server, cache), _MCP_USE
    else:
        called, held = w.ServerToolUse(block.id, block.name, given, cache), _SERVER_USE
    losses.dropped_fields(block, held, place, "tool_use")
    return called if block.provider_raw is None else restore(called, block.provider_raw, losses, place)


def _no_input(place: str, losses: Losses) -> Raw:
    """Write no input.

    RequestToolUseBlock: "required": ["id", "input", "name", "type"].

    `inputs_are_objects` adds an input to each call except those that this dialect itself read without one.
    """
    made = Raw(b"{}")
    losses.invented(f"{place}/input", "tool_use.input", made)
    return made


_RESULT = frozenset({"tool_use_id", "content", "is_error", "cache"})
_MCP_RESULT = _RESULT | {"run_by", "result_type"}
_RUN_RESULT = frozenset({"tool_use_id", "provider_result", "cache", "run_by", "result_type"})


def _tool_result(block: ToolResultBlock, turn: Turn, n: int, losses: Losses) -> Any:
    if block.provider_raw is None and block.cache is None and block.run_by is None and len(block.content) == 1:
        only = block.content[0]
        if (
            type(only) is TextBlock
            and is_plain(only)
            and block == ToolResultBlock(block.tool_use_id, None, block.content)
        ):
            return w.ToolResult(block.tool_use_id, only.text)
    place = turn.place(n)
    kind = _RUN_RESULTS.get(block.result_type or "") if block.run_by == "provider" else None
    if kind is not None and block.provider_result:
        part = kind(block.tool_use_id, block.provider_result, write_cache(block, place, losses))
        losses.dropped_fields(block, _RUN_RESULT, place, "tool_result")
    else:
        part = _called_result(block, turn, place, losses)
    return part if block.provider_raw is None else restore(part, block.provider_raw, losses, place)


def _called_result(block: ToolResultBlock, turn: Turn, place: str, losses: Losses) -> Any:
    is_mcp = block.run_by == "provider" and block.result_type == "mcp_tool_result"
    losses.dropped_fields(block, _MCP_RESULT if is_mcp else _RESULT, place, "tool_result")
    as_list = form_of(block.provider_raw, losses.dialect).get("content") == "list"
    content: Any = UNSET
    if block.content or as_list:
        inner = nested(turn, place, block.content)
        if losses.inside is not None:
            inner.places = losses.places_inside(place, len(block.content))
        content = write_content(inner, losses, as_list=as_list)
    is_error = UNSET if block.is_error is None else block.is_error
    kind = w.McpToolResult if is_mcp else w.ToolResult
    return kind(block.tool_use_id, content, is_error, write_cache(block, place, losses))


def _opaque(block: OpaqueBlock, turn: Turn, n: int, losses: Losses) -> Any:
    if block.cache is not None:
        losses.dropped(f"{turn.place(n)}/cache", "opaque.cache", block.cache)
    report_foreign(block.provider_raw, losses, turn.place(n))
    return block.value


_WRITERS: dict[type, Callable[..., Any]] = {
    TextBlock: _text,
    ImageBlock: _image,
    DocumentBlock: _document,
    ThinkingBlock: _thinking,
    RedactedThinkingBlock: _redacted_thinking,
    ToolUseBlock: _tool_use,
    ToolResultBlock: _tool_result,
    OpaqueBlock: _opaque,
}
