"""Split turns at tool results: each result becomes a message of its own."""

from __future__ import annotations

from typing import TYPE_CHECKING

from turnwire.model import ToolResultBlock

if TYPE_CHECKING:
    from turnwire.model import ContentBlock

MODELS, GOES_ON = "model", "model_goes_on"
"""How readers mark the first and the other messages that stood in one turn of the model's (`$form` `{"turn": ...}`)."""


def split_at_results(blocks: list[ContentBlock]) -> list[list[ContentBlock]]:
    """Return each result alone, and the runs of other blocks between them."""
    found: list[list[ContentBlock]] = []
    for block in blocks:
        if not found or is_result(block) or is_result(found[-1][0]):
            found.append([block])
        else:
            found[-1].append(block)
    return found


def is_result(block: ContentBlock) -> bool:
    """Whether a block is the result of one of the caller's tools."""
    return type(block) is ToolResultBlock and block.run_by != "provider"
