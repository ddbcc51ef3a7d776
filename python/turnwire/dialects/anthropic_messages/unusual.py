"""The look that decides whether a draft needs the passes about calls; most drafts need none of them.

It is one loop over the document in place of one for each pass.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from turnwire.dialects.anthropic_messages.accepted import NAME_PATTERN, USE_ID_PATTERN
from turnwire.model import ToolResultBlock, ToolUseBlock

if TYPE_CHECKING:
    from turnwire.draft import Draft

CALLS = (ToolUseBlock, ToolResultBlock)


def has_odd_calls(draft: Draft) -> bool:
    """Whether the id, the name, the input or the runner of a tool use is not as the provider wants it."""
    settings = draft.settings
    if settings is not None and any(not NAME_PATTERN.fullmatch(tool.name) for tool in settings.tools):
        return True
    for turn in draft.turns:
        for block in turn.blocks:
            kind = type(block)
            if kind is ToolUseBlock:
                if _is_odd_use(block):  # type: ignore[arg-type]
                    return True
            elif kind is ToolResultBlock and _is_odd_result(block):  # type: ignore[arg-type]
                return True
    return False


def _is_odd_use(block: ToolUseBlock) -> bool:
    return (
        not block.input
        or memoryview(block.input)[0] != ord("{")
        or block.run_by is not None
        or not USE_ID_PATTERN.fullmatch(block.id)
        or not NAME_PATTERN.fullmatch(block.name)
    )


def _is_odd_result(block: ToolResultBlock) -> bool:
    return block.run_by is not None or not USE_ID_PATTERN.fullmatch(block.tool_use_id)
