"""Content blocks of the format -> content blocks of the model, one function for each kind, in the table at the end.

A block of no known kind, or with members of two kinds, is kept whole.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from msgspec import UNSET, Raw

from turnwire.codec.json import check_raw
from turnwire.codec.wire import given, or_none
from turnwire.dialects.bedrock_converse import wire as w
from turnwire.dialects.bedrock_converse.citations import read_cited
from turnwire.dialects.bedrock_converse.constraints import ID_PATTERN, NAME_PATTERN
from turnwire.dialects.bedrock_converse.enums import CACHE_KINDS, CALL_TYPE, LIFETIMES, NAME, SERVER_RUN, STATUSES
from turnwire.dialects.bedrock_converse.overlays import is_object, is_there, keep, pruned, verbatim
from turnwire.dialects.bedrock_converse.read_media import (
    KINDS,
    read_document,
    read_medium,
    read_search_result,
    with_residue,
)
from turnwire.model import (
    ABSENT,
    CacheControl,
    ImageBlock,
    OpaqueBlock,
    Origin,
    RedactedThinkingBlock,
    TextBlock,
    ThinkingBlock,
    ToolResultBlock,
    ToolUseBlock,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from turnwire.codec.wire import Kept
    from turnwire.model import ContentBlock


def read_parts(parts: Sequence[w.Part]) -> list[ContentBlock]:
    """The blocks, in order; a cache point belongs to the block before it."""
    blocks: list[ContentBlock] = []
    for part in parts:
        point = part.cache_point
        if (
            blocks
            and blocks[-1].cache is None
            and isinstance(point, w.CachePoint)
            and _kinds_of(part) == ["cache_point"]
        ):
            blocks[-1].cache = read_cache(point, part.unknown)
        else:
            blocks.append(read_part(part))
    return blocks


def read_cache(point: w.CachePoint, beside: Kept) -> CacheControl:
    """A cache point; `beside` are the unknown members next to it."""
    form: dict[str, Any] = {}
    kind = CACHE_KINDS["default"] if point.type is UNSET else CACHE_KINDS.get(point.type, point.type)
    if point.type is UNSET or CACHE_KINDS.get(point.type) != kind:
        form["type"] = or_none(point.type)
    if point.ttl is not UNSET and point.ttl not in LIFETIMES:
        form["as_is"] = ["ttl"]
    return CacheControl(kind, or_none(point.ttl), keep({**beside.fields, "cachePoint": point.unknown.fields}, form))


def _kinds_of(part: w.Part) -> list[str]:
    return [name for name in w.KINDS if is_there(getattr(part, name))]


def read_part(part: w.Part) -> ContentBlock:
    """The block that a content block is."""
    if part.text is not UNSET and part == w.Part(text=part.text):
        return TextBlock(part.text)
    kinds = _kinds_of(part)
    read = _READERS.get(kinds[0]) if len(kinds) == 1 else None
    return (read(part) if read is not None else None) or verbatim(part)


def read_bare(parts: Sequence[w.Part]) -> list[ContentBlock]:
    """The blocks of a list in which cache points have no meaning."""
    return [read_part(part) for part in parts]


def _text(part: w.Part) -> ContentBlock:
    return TextBlock(str(part.text), provider_raw=keep(part.unknown.fields))


def _medium(part: w.Part) -> ContentBlock | None:
    (name,) = _kinds_of(part)
    block, overlay, form = read_medium(KINDS[name], getattr(part, name), read_bare)
    return None if block is None else _with_residue(block, overlay, form, (name,), part)


def _with_residue(
    block: Any, overlay: dict[str, Any], form: dict[str, Any], path: tuple[str, ...], part: w.Part
) -> ContentBlock:
    done: ContentBlock = with_residue(block, overlay, form, path, part.unknown.fields)
    return done


def _document(part: w.Part) -> ContentBlock | None:
    document: Any = part.document
    block, overlay, form = read_document(document, read_bare)
    return None if block is None else _with_residue(block, overlay, form, ("document",), part)


def _search_result(part: w.Part) -> ContentBlock | None:
    found: Any = part.search_result
    block, overlay, form = read_search_result(found, read_bare)
    return None if block is None else _with_residue(block, overlay, form, ("searchResult",), part)


def _guarded(part: w.Part) -> ContentBlock | None:
    """Content for a guardrail is content for the model, too; only the marking is residue.

    "If you don't specify guardContent in a call to the Converse API, the guardrail (if passed in the Converse API)
    assesses the entire message." (ContentBlock.guardContent)
    """
    guard: Any = part.guard_content
    if (guard.text is UNSET) == (guard.image is UNSET):
        return None
    beside: dict[str, Any] = guard.unknown.fields
    if guard.text is not UNSET:
        if guard.text.text is UNSET:
            return None
        block: Any = TextBlock(guard.text.text)
        name = "text"
        form: dict[str, Any] = {}
        overlay = {**guard.text.unknown.fields, **given(guard.text, ("qualifiers",))}
    else:
        block, overlay, form = read_medium(ImageBlock, guard.image, read_bare)
        name = "image"
    if block is None:
        return None
    form["part"] = "guardContent"
    # Other formats have no such marking, and report it: so it is there even if it has no members of its own.
    marked: Any = pruned(overlay) or Raw(b"{}")
    return _with_residue(block, {**beside, name: marked}, form, ("guardContent",), part)


def _reasoning(part: w.Part) -> ContentBlock | None:
    reasoning: Any = part.reasoning_content
    said, sealed = reasoning.reasoning_text, reasoning.redacted_content
    if (said is UNSET) == (sealed is UNSET):
        return None
    beside, inside = part.unknown.fields, dict(reasoning.unknown.fields)
    if said is UNSET:
        return RedactedThinkingBlock(sealed, Origin(NAME), None, keep({**beside, "reasoningContent": inside}))
    inside["reasoningText"] = said.unknown.fields
    form = {"text": False} if said.text is UNSET else None
    kept = keep({**beside, "reasoningContent": inside}, form)
    return ThinkingBlock(or_none(said.text) or "", [], or_none(said.signature), None, Origin(NAME), None, kept)


def _cited(part: w.Part) -> ContentBlock | None:
    cited: Any = part.citations_content
    return read_cited(cited, part.unknown.fields)


def _tool_use(part: w.Part) -> ContentBlock:
    call: Any = part.tool_use
    if call.input:
        check_raw(call.input)
    inside = dict(call.unknown.fields)
    form = _odd_names({"id": call.tool_use_id, "name": call.name})
    if not is_object(call.input):
        form["as_is"] = [*form.get("as_is", []), "input"]
    block = ToolUseBlock(or_none(call.tool_use_id) or "", or_none(call.name) or "", call.input)
    if call.type == SERVER_RUN:
        block.run_by, block.call_type = "provider", CALL_TYPE
        form["run"] = True
    elif call.type is not UNSET:
        inside["type"] = call.type
    block.provider_raw = keep({**part.unknown.fields, "toolUse": inside}, form)
    return block


_PATTERNS = {"id": ID_PATTERN, "tool_use_id": ID_PATTERN, "name": NAME_PATTERN}


def _odd_names(said: dict[str, Any]) -> dict[str, Any]:
    """Mark ids and names that the service refuses, and those that are missing."""
    odd = [field for field, text in said.items() if text is UNSET or not _PATTERNS[field].fullmatch(text)]
    lacks = [field for field, text in said.items() if text is UNSET]
    return {**({"as_is": odd} if odd else {}), **({"lacks": lacks} if lacks else {})}


_IN_RESULTS = ("text", "image", "document", "video", "search_result")


def _tool_result(part: w.Part) -> ContentBlock:
    result: Any = part.tool_result
    inside = dict(result.unknown.fields)
    form = _odd_names({"tool_use_id": result.tool_use_id})
    block = ToolResultBlock(or_none(result.tool_use_id) or "")
    if result.content is UNSET:
        form["content"] = "none"
    else:
        _read_content(result.content, block, form)
    if result.status in STATUSES:
        block.is_error = STATUSES[result.status]
    elif result.status is not UNSET:
        inside["status"] = result.status
    if result.type is not UNSET:
        block.run_by, block.result_type = "provider", result.type
        form["run"] = True
    block.provider_raw = keep({**part.unknown.fields, "toolResult": inside}, form)
    return block


def _read_content(parts: list[w.Part], block: ToolResultBlock, form: dict[str, Any]) -> None:
    """Read the content of a result: its one `json` is the structured result, and the others are blocks."""
    structured = [n for n, part in enumerate(parts) if part.json is not ABSENT and part == w.Part(json=part.json)]
    if len(structured) == 1:
        (at,) = structured
        block.structured = parts[at].json
        check_raw(block.structured)
        if at:
            form["json"] = at
        parts = [*parts[:at], *parts[at + 1 :]]
        if not is_object(block.structured):
            form["as_is"] = [*form.get("as_is", []), "structured"]
    block.content = [read_part(part) for part in parts]
    if not all(_fits(part) for part in parts):
        form["as_is"] = [*form.get("as_is", []), "content"]


def _fits(part: w.Part) -> bool:
    kinds = _kinds_of(part)
    return len(kinds) == 1 and kinds[0] in _IN_RESULTS


def _cache_point(part: w.Part) -> OpaqueBlock:
    """A cache point that has no block before it."""
    return verbatim(part)


_READERS: dict[str, Callable[[w.Part], ContentBlock | None]] = {
    "text": _text,
    "image": _medium,
    "video": _medium,
    "audio": _medium,
    "document": _document,
    "search_result": _search_result,
    "guard_content": _guarded,
    "reasoning_content": _reasoning,
    "citations_content": _cited,
    "tool_use": _tool_use,
    "tool_result": _tool_result,
    "cache_point": _cache_point,
}
