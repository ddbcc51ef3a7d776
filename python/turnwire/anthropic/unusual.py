"""The look that decides whether a draft needs the passes about calls; most drafts need none of them.

It is one loop over the document in place of one for each pass.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from turnwire.anthropic.accepted import NAME_LENGTH, fit
from turnwire.draft import PROVIDER_RUN
from turnwire.model import ToolResultBlock, ToolUseBlock

if TYPE_CHECKING:
    from turnwire.draft import Draft

_BRACE = ord("{")
CALLS = (ToolUseBlock, ToolResultBlock)


def has_odd_calls(draft: Draft) -> bool:
    """Whether the id, the name, the input or the runner of a tool use is not as the provider wants it."""
    if draft.has(PROVIDER_RUN):
        return True
    names = [] if draft.settings is None else [tool.name for tool in draft.settings.tools]
    ids: list[str] = []
    for turn in draft.turns:
        for block in turn.blocks:
            if type(block) is ToolUseBlock:
                ids.append(block.id)
                names.append(block.name)
                if not block.input or memoryview(block.input)[0] != _BRACE:
                    return True
            elif type(block) is ToolResultBlock:
                ids.append(block.tool_use_id)
    return not fit(ids) or not fit(names) or len(max(names, key=len, default="")) > NAME_LENGTH
