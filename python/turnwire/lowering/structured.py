"""Results of tools that are structured JSON alone, for formats in which a result is text, pictures and files."""

from __future__ import annotations

from typing import TYPE_CHECKING, cast

from msgspec import structs

from turnwire.lowering.draft import Draft, when
from turnwire.lowering.hosted_text import found_blocks, is_structured_alone
from turnwire.lowering.rewrite_blocks import has_odd_result, rewritten
from turnwire.model import ABSENT, ContentBlock, ToolResultBlock

if TYPE_CHECKING:
    from turnwire.losses import Losses


@when(ToolResultBlock)
def structured_in_words(draft: Draft, losses: Losses) -> Draft:
    """Turn a result that holds only structured JSON, such as OpenAI's `tool_search_output`, into text."""
    if not has_odd_result(draft, is_structured_alone):
        return draft
    return rewritten(draft, losses, frozenset({ToolResultBlock}), _in_words)


def _in_words(block: ContentBlock, place: str, losses: Losses) -> ContentBlock:
    result = cast("ToolResultBlock", block)
    if not is_structured_alone(result):
        return result
    losses.reshaped(f"{place}/structured", "tool_result.structured", result.structured)
    placed = found_blocks(result, place, losses)
    losses.moved_inside(place, [at for _, at in placed])
    return structs.replace(result, content=[each for each, _ in placed], structured=ABSENT)
