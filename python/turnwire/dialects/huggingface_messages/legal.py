"""Reduce messages to what a row can hold, with one pass per rule."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from msgspec import structs

from turnwire.dialects.huggingface_messages.media import key_for
from turnwire.documents.residue import report_foreign, report_replaced
from turnwire.lowering.draft import Draft, Turn, when, with_turns
from turnwire.lowering.origins import report_any_origin
from turnwire.lowering.rewrite_blocks import filtered, rewritten, without_odd
from turnwire.model import (
    AudioBlock,
    DocumentBlock,
    ImageBlock,
    OpaqueBlock,
    RedactedThinkingBlock,
    RefusalBlock,
    TextBlock,
    ThinkingBlock,
    ToolResultBlock,
    ToolUseBlock,
    VideoBlock,
)

if TYPE_CHECKING:
    from turnwire.losses import Losses
    from turnwire.model import ContentBlock

_MEDIA: Final = (ImageBlock, VideoBlock, AudioBlock)
_LEGAL: Final = (*_MEDIA, DocumentBlock, RefusalBlock, RedactedThinkingBlock, ThinkingBlock, OpaqueBlock)


@when(*_LEGAL)
def only_parts(draft: Draft, losses: Losses) -> Draft:
    """Replace documents and refusals by their text, and drop thoughts without text: the format has no parts for them.

    "Multimodal models extend this format to handle images, videos, and audio." (chat_content_patterns.md)
    """
    return rewritten(draft, losses, frozenset(_LEGAL), _legal)


def _legal(block: ContentBlock, place: str, losses: Losses) -> ContentBlock | None:
    if _is_part(block, losses.dialect):
        return block
    tag = str(block.__struct_config__.tag)
    said = block.text if type(block) is RefusalBlock else block.transcript if type(block) is AudioBlock else None
    if said:
        losses.degraded(place, tag, block)
        report_replaced(block, losses, place)
        return TextBlock(said)
    losses.dropped(place, tag, block)
    return None


def _is_part(block: ContentBlock, dialect: str) -> bool:
    if type(block) is OpaqueBlock:
        return block.dialect == dialect
    if type(block) is ThinkingBlock:
        return bool(block.text)
    return type(block) in _MEDIA and block.source is not None and key_for(block, None) is not None  # type: ignore[union-attr]


@when(ThinkingBlock, ToolUseBlock, ToolResultBlock)
def where_they_belong(draft: Draft, losses: Losses) -> Draft:
    """Calls and thoughts are an assistant's.

    "Hold the call in the `tool_calls` key of an `assistant` message." (chat_extras.md)
    """
    return with_turns(draft, [_without_strays(turn, losses) for turn in draft.turns])


def _without_strays(turn: Turn, losses: Losses) -> Turn:
    if turn.role == "assistant":
        return turn

    def keeps(block: ContentBlock, place: str) -> bool:
        if type(block) is not ThinkingBlock and type(block) is not ToolUseBlock:
            return True
        losses.dropped(place, str(block.__struct_config__.tag), block)
        return False

    kept = filtered(turn, keeps)
    inside = zip(kept.blocks, kept.all_places(), strict=True)
    return structs.replace(kept, blocks=[_result_without_strays(block, place, losses) for block, place in inside])


_IN_RESULTS: Final = frozenset((TextBlock, *_MEDIA, OpaqueBlock))


def _result_without_strays(block: ContentBlock, place: str, losses: Losses) -> ContentBlock:
    if type(block) is not ToolResultBlock or all(type(inner) in _IN_RESULTS for inner in block.content):
        return block
    return without_odd(block, place, losses, lambda inner, _: type(inner) not in _IN_RESULTS)


@when(ThinkingBlock)
def one_thought(draft: Draft, losses: Losses) -> Draft:
    """A message has one key for its reasoning: thoughts are put together."""
    return with_turns(draft, [_with_one_thought(turn, losses) for turn in draft.turns])


def _with_one_thought(turn: Turn, losses: Losses) -> Turn:
    thoughts = [block for block in turn.blocks if type(block) is ThinkingBlock]
    if len(thoughts) < 2:  # noqa: PLR2004 - one is one
        return turn
    blocks: list[ContentBlock] = []
    places: list[str] = []
    for block, place in zip(turn.blocks, turn.all_places(), strict=True):
        if type(block) is ThinkingBlock:
            losses.reshaped(place, "thinking", block)
            losses.dropped_fields(block, frozenset(("text", "origin")), place, "thinking")
            report_foreign(block.provider_raw, losses, place)
            if block is not thoughts[0]:
                report_any_origin(block, place, losses)
        if block is thoughts[0] or type(block) is not ThinkingBlock:
            blocks.append(block)
            places.append(place)
    text = "\n\n".join(block.text for block in thoughts)
    blocks[blocks.index(thoughts[0])] = ThinkingBlock(text, origin=thoughts[0].origin)
    return structs.replace(turn, blocks=blocks, places=places)


_RANKS: Final[dict[type, int]] = {ThinkingBlock: 0, ToolUseBlock: 2}


def rank_of(block: ContentBlock, _: str) -> int:
    """Reasoning, content, calls."""
    return _RANKS.get(type(block), 1)
