"""Results of tools, named after the tools that they are from."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from turnwire.documents.residue import form_of
from turnwire.lowering.draft import Draft, when
from turnwire.model import ToolResultBlock, ToolUseBlock

if TYPE_CHECKING:
    from turnwire.losses import Losses
    from turnwire.lowering.draft import Turn
    from turnwire.model import ContentBlock


@when(ToolResultBlock)
def name_results(draft: Draft, losses: Losses) -> Draft:
    """Add to each result the name of its call.

    `tool_name`: "add the name of the tool that was executed to inform the model of the result" (docs/api.md,
    2026-08-21).
    """
    names: dict[str, str] = {}
    turns: list[Turn] = []
    for turn in draft.turns:
        if turn.role != "tool":
            names |= {block.id: block.name for block in turn.blocks if type(block) is ToolUseBlock}
        elif "tool_name" not in form_of(turn.message.provider_raw, losses.dialect).get("lacks", ()):
            blocks = [_named(block, names) for block in turn.blocks]
            turns.append(msgspec.structs.replace(turn, blocks=blocks))
            continue
        turns.append(turn)
    return msgspec.structs.replace(draft, turns=turns)


def _named(block: ContentBlock, names: dict[str, str]) -> ContentBlock:
    if type(block) is not ToolResultBlock or block.name is not None or block.tool_use_id not in names:
        return block
    return msgspec.structs.replace(block, name=names[block.tool_use_id])
