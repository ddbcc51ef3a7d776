"""Results of tools that are structured JSON alone, for formats in which a result is text, pictures and files."""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec import structs

from turnwire.lowering.draft import RICH_RESULT
from turnwire.lowering.hosted_text import found_blocks, is_structured_alone
from turnwire.lowering.rewrite_blocks import when_block, with_placed_inside
from turnwire.model import ABSENT, ToolResultBlock

if TYPE_CHECKING:
    from turnwire.losses import Losses


@when_block(ToolResultBlock, if_any=is_structured_alone, trigger=RICH_RESULT)
def structured_in_words(result: ToolResultBlock, place: str, losses: Losses) -> ToolResultBlock:
    """Turn a result that holds only structured JSON, such as OpenAI's `tool_search_output`, into text."""
    if not is_structured_alone(result):
        return result
    losses.reshaped(f"{place}/structured", "tool_result.structured", result.structured)
    found = with_placed_inside(result, place, found_blocks(result, place, losses), losses)
    return structs.replace(found, structured=ABSENT)
