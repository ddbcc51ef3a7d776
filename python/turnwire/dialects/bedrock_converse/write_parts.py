"""Content blocks -> those of the format: structural, one function for each kind, in the table at the end."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from msgspec import UNSET

from turnwire.codec.wire import or_unset
from turnwire.dialects.bedrock_converse import wire as w
from turnwire.dialects.bedrock_converse.citations import is_cited, write_cited
from turnwire.dialects.bedrock_converse.enums import CACHE_KINDS, CALL_TYPE, LIFETIMES, SERVER_RUN, STATUSES
from turnwire.dialects.bedrock_converse.overlays import word_of
from turnwire.dialects.bedrock_converse.write_media import (
    DOCUMENT,
    MEDIUM,
    is_guarded,
    is_search_result,
    write_document,
    write_medium,
    write_search_result,
)
from turnwire.documents.residue import form_of, report_foreign, restore
from turnwire.lowering.origins import report_signed_origin
from turnwire.lowering.rewrite_blocks import was_illegal_in_source
from turnwire.lowering.writing import report_spelled_mark, write_opaque
from turnwire.model import (
    AudioBlock,
    CacheControl,
    DocumentBlock,
    ImageBlock,
    OpaqueBlock,
    RedactedThinkingBlock,
    TextBlock,
    ThinkingBlock,
    ToolResultBlock,
    ToolUseBlock,
    VideoBlock,
)

if TYPE_CHECKING:
    from collections.abc import Callable

    from turnwire.losses import Losses
    from turnwire.lowering.draft import Turn
    from turnwire.model import ContentBlock

_WORDS: Final = {kind: word for word, kind in CACHE_KINDS.items()}


def write_parts(turn: Turn, losses: Losses) -> list[Any]:
    """The content of a message: each block, and after it the point up to which the prompt may be cached."""
    parts: list[Any] = []
    for n, block in enumerate(turn.blocks):
        if type(block) is TextBlock and block == TextBlock(block.text):
            parts.append(w.Part(text=block.text))
            continue
        place = turn.place(n)
        if (part := _WRITERS[type(block)](block, place, losses)) is not None:
            parts.append(part)
        if block.cache is not None:
            parts.append(write_cache(block, place, losses))
    return parts


def write_cache(node: Any, place: str, losses: Losses) -> Any:
    """The cache point after a block or a tool."""
    cache: CacheControl = node.cache
    form = form_of(cache.provider_raw, losses.dialect)
    word: Any = _WORDS.get(cache.kind, cache.kind)
    if "type" in form and (form["type"] is None or CACHE_KINDS.get(form["type"], form["type"]) == cache.kind):
        word = form["type"]
    elif word == cache.kind:
        # CachePointType: "enum": ["default"]
        losses.degraded(f"{place}/cache/kind", "cache.kind", cache.kind)
        word = "default"
    ttl = cache.ttl
    if (
        ttl is not None
        and ttl not in LIFETIMES
        and not was_illegal_in_source(cache.provider_raw, losses.dialect, "ttl")
    ):
        losses.dropped(f"{place}/cache/ttl", "cache.ttl", ttl)
        ttl = None
    report_spelled_mark(node, place, losses)
    part = w.Part(cache_point=w.CachePoint(type=or_unset(word), ttl=or_unset(ttl)))
    return part if cache.provider_raw is None else restore(part, cache.provider_raw, losses, f"{place}/cache")


def write_inner(blocks: list[ContentBlock], places: list[str], losses: Losses) -> list[Any]:
    """The blocks of a list without cache points: the content of a result, of a document or of a search result."""
    parts = []
    for block, place in zip(blocks, places, strict=True):
        if block.cache is not None:
            losses.dropped(f"{place}/cache", f"{block.__struct_config__.tag}.cache", block.cache)
        if (part := _WRITERS[type(block)](block, place, losses)) is not None:
            parts.append(part)
    return parts


def _done(part: Any, block: Any, held: frozenset[str], place: str, losses: Losses) -> Any:
    """Return the part with its residue, and report the fields that it does not hold; the cache is written apart."""
    losses.dropped_fields(block, held | {"cache"}, place, str(block.__struct_config__.tag))
    return part if block.provider_raw is None else restore(part, block.provider_raw, losses, place)


_TEXT: Final = frozenset({"text", "citations"})


def _text(block: TextBlock, place: str, losses: Losses) -> Any:
    if is_cited(block):
        return _done(w.Part(citations_content=write_cited(block, place, losses)), block, _TEXT, place, losses)
    if is_guarded(block, losses.dialect):
        guard = w.GuardContent(text=w.GuardText(text=block.text))
        return _done(w.Part(guard_content=guard), block, _TEXT, place, losses)
    return _done(w.Part(text=block.text), block, _TEXT, place, losses)


_MEMBERS: Final[dict[type, str]] = {ImageBlock: "image", VideoBlock: "video", AudioBlock: "audio"}


def _medium(block: Any, place: str, losses: Losses) -> Any:
    medium = write_medium(block, place, losses, write_inner)
    if type(block) is ImageBlock and is_guarded(block, losses.dialect):
        part = w.Part(guard_content=w.GuardContent(image=medium))
    else:
        part = w.Part()
        setattr(part, _MEMBERS[type(block)], medium)
    return _done(part, block, MEDIUM, place, losses)


def _document(block: DocumentBlock, place: str, losses: Losses) -> Any:
    if is_search_result(block, losses.dialect):
        part = w.Part(search_result=write_search_result(block, place, losses, write_inner))
    else:
        part = w.Part(document=write_document(block, place, losses, write_inner))
    return _done(part, block, DOCUMENT, place, losses)


def _thinking(block: ThinkingBlock, place: str, losses: Losses) -> Any:
    report_signed_origin(block.origin, place, losses, signed=bool(block.signature))
    silent = not block.text and form_of(block.provider_raw, losses.dialect).get("text") is False
    said = w.ReasoningText(text=UNSET if silent else block.text, signature=or_unset(block.signature))
    part = w.Part(reasoning_content=w.Reasoning(reasoning_text=said))
    return _done(part, block, frozenset({"text", "signature", "origin"}), place, losses)


def _redacted(block: RedactedThinkingBlock, place: str, losses: Losses) -> Any:
    report_signed_origin(block.origin, place, losses)
    part = w.Part(reasoning_content=w.Reasoning(redacted_content=block.data))
    return _done(part, block, frozenset({"data", "origin"}), place, losses)


_USE: Final = frozenset({"id", "name", "input"})


def _tool_use(block: ToolUseBlock, place: str, losses: Losses) -> Any:
    form = form_of(block.provider_raw, losses.dialect)
    lacks = form.get("lacks", ())
    call = w.ToolUse(
        tool_use_id=UNSET if "id" in lacks and not block.id else block.id,
        name=UNSET if "name" in lacks and not block.name else block.name,
        input=block.input,
    )
    held = _USE
    if block.run_by == "provider" and form.get("run"):
        call.type, held = SERVER_RUN, held | {"run_by"}
        if block.call_type == CALL_TYPE:
            held |= {"call_type"}
    return _done(w.Part(tool_use=call), block, held, place, losses)


_RESULT: Final = frozenset({"tool_use_id", "content", "is_error", "structured"})
_STATUSES: Final = {is_error: word for word, is_error in STATUSES.items()}


def _tool_result(block: ToolResultBlock, place: str, losses: Losses) -> Any:
    form = form_of(block.provider_raw, losses.dialect)
    places = losses.places_inside(place, len(block.content))
    content: Any = write_inner(block.content, places, losses)
    if block.structured:
        at = form.get("json", 0)
        content.insert(at if type(at) is int and at >= 0 else 0, w.Part(json=block.structured))
    result = w.ToolResult(
        tool_use_id=UNSET if "tool_use_id" in form.get("lacks", ()) and not block.tool_use_id else block.tool_use_id,
        content=UNSET if form.get("content") == "none" and not content else content,
        status=UNSET if block.is_error is None else _STATUSES[block.is_error],
    )
    held = _RESULT
    if block.run_by == "provider" and form.get("run"):
        result.type, held = or_unset(block.result_type), held | {"run_by", "result_type"}
    return _done(w.Part(tool_result=result), block, held, place, losses)


def _opaque(block: OpaqueBlock, place: str, losses: Losses) -> Any:
    if block.dialect == losses.dialect and word_of(block.value) != block.block_type:
        losses.degraded(f"{place}/block_type", "opaque.block_type", block.block_type)
    if block.cache is None:
        return write_opaque(block, place, losses)
    losses.dropped_fields(block, frozenset({"block_type", "value", "dialect", "cache"}), place, "opaque")
    report_foreign(block.provider_raw, losses, place)
    return block.value


_WRITERS: Final[dict[type[ContentBlock], Callable[[Any, str, Losses], Any]]] = {
    TextBlock: _text,
    ImageBlock: _medium,
    VideoBlock: _medium,
    AudioBlock: _medium,
    DocumentBlock: _document,
    ThinkingBlock: _thinking,
    RedactedThinkingBlock: _redacted,
    ToolUseBlock: _tool_use,
    ToolResultBlock: _tool_result,
    OpaqueBlock: _opaque,
}
