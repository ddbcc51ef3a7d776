"""The look that decides whether a draft needs the passes about calls; most drafts need none of them.

It is one loop over the document in place of one for each pass.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from turnwire.dialects.anthropic_messages.accepted import NAME_PATTERN, USE_ID_PATTERN
from turnwire.model import ToolResultBlock, ToolUseBlock

if TYPE_CHECKING:
    from turnwire.draft import Draft
    from turnwire.model import ContentBlock

CALLS = (ToolUseBlock, ToolResultBlock)


def has_odd_calls(draft: Draft) -> bool:
    """Whether the id, the name, the input or the runner of a tool use is not as the provider wants it.

    A result usually repeats the id of its call, and a call the name of a tool: what was looked at once is known.
    """
    settings = draft.settings
    known: set[str] = set()
    if settings is not None:
        for tool in settings.tools:
            if not NAME_PATTERN.fullmatch(tool.name):
                return True
            known.add(tool.name)
    return any(_is_odd(block, known) for turn in draft.turns for block in turn.blocks if type(block) in CALLS)


def _is_odd(block: ContentBlock, known: set[str]) -> bool:
    if type(block) is ToolResultBlock:
        return block.run_by is not None or not (
            block.tool_use_id in known or USE_ID_PATTERN.fullmatch(block.tool_use_id)
        )
    return type(block) is ToolUseBlock and _is_odd_use(block, known)


def _is_odd_use(block: ToolUseBlock, known: set[str]) -> bool:
    if not block.input or memoryview(block.input)[0] != ord("{") or block.run_by is not None:
        return True
    if not USE_ID_PATTERN.fullmatch(block.id):
        return True
    known.add(block.id)
    return not (block.name in known or NAME_PATTERN.fullmatch(block.name))
