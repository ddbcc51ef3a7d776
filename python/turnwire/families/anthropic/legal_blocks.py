"""Passes of the Messages API about content: what the provider takes in no form, or only in another one."""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec import structs

from turnwire.documents.residue import report_foreign, report_replaced
from turnwire.families.anthropic.enums import RUN_RESULTS
from turnwire.lowering.draft import RICH_RESULT
from turnwire.lowering.hosted import foreign_runs
from turnwire.lowering.rewrite_blocks import was_illegal_in_source, when_block, without_odd
from turnwire.model import (
    AudioBlock,
    ContentBlock,
    DocumentBlock,
    ImageBlock,
    OpaqueBlock,
    RefusalBlock,
    TextBlock,
    ThinkingBlock,
    ToolResultBlock,
    ToolUseBlock,
    VideoBlock,
)

if TYPE_CHECKING:
    from turnwire.losses import Losses

_CALLS = frozenset({"server_tool_use", "mcp_tool_use"})
_RESULTS = frozenset(RUN_RESULTS.values()) | {"mcp_tool_result"}


def as_text(block: ContentBlock, place: str, losses: Losses) -> ContentBlock | None:
    """Return the text for a block that has no part here; None if it has no text."""
    if type(block) is RefusalBlock:
        losses.degraded(place, "refusal", block)
        report_foreign(block.provider_raw, losses, place)
        return TextBlock(block.text, cache=block.cache)
    if type(block) is AudioBlock and block.transcript:
        losses.degraded(place, "audio", block)
        report_replaced(structs.replace(block, cache=None), losses, place)
        return TextBlock(block.transcript, cache=block.cache)
    losses.dropped(place, "audio" if type(block) is AudioBlock else "video", block)
    return None


unsupported_as_text = when_block(AudioBlock, VideoBlock, RefusalBlock)(as_text)


def _is_own_run(block: ContentBlock) -> bool:
    """Whether Anthropic runs this tool.

    Its result must use Anthropic's own block: as a `tool_result` it would answer a call of the caller.
    """
    if type(block) is ToolUseBlock:
        return block.call_type in _CALLS
    if type(block) is not ToolResultBlock or block.result_type not in _RESULTS:
        return False
    return block.result_type == "mcp_tool_result" or bool(block.provider_result)


rewrite_foreign_runs = foreign_runs(_is_own_run)


@when_block(ThinkingBlock)
def drop_unsigned_thinking(block: ThinkingBlock, place: str, losses: Losses) -> ThinkingBlock | None:
    """RequestThinkingBlock: "required": ["signature", "thinking", "type"]; only the provider can sign."""
    if block.signature is not None or block.origin is not None:
        return block
    losses.dropped(place, "thinking", block)
    report_foreign(block.provider_raw, losses, place)
    return None


_IN_RESULTS = frozenset({TextBlock, ImageBlock, DocumentBlock, OpaqueBlock})


def _is_odd_inside(block: ContentBlock, losses: Losses) -> bool:
    return type(block) not in _IN_RESULTS or (type(block) is OpaqueBlock and block.dialect != losses.dialect)


@when_block(ToolResultBlock, trigger=RICH_RESULT)
def legal_results(block: ToolResultBlock, place: str, losses: Losses) -> ToolResultBlock:
    """The content of a result is text, pictures, documents and references (RequestToolResultBlock.content)."""
    if not any(_is_odd_inside(inner, losses) for inner in block.content):
        return block
    if was_illegal_in_source(block.provider_raw, losses.dialect, "content"):
        return block
    return without_odd(block, place, losses, _is_odd_inside)
