"""Tools that providers run themselves, for formats that have none or others."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from turnwire.draft import TOOL_CHOICE, TOOLS, Draft, Turn, when
from turnwire.model import ToolDefinition, ToolResultBlock, ToolUseBlock

if TYPE_CHECKING:
    from turnwire.losses import Losses


@when(TOOLS, TOOL_CHOICE)
def choose_among_own_tools(draft: Draft, losses: Losses) -> Draft:
    """A tool that one provider runs is unknown to the others; a choice of tools that are gone goes with them.

    "none is the default when no tools are present": a choice without tools is refused.  The writer leaves the
    tools themselves out, and says so: their places are counted in the caller's list.
    """
    settings = draft.settings
    choice = settings.tool_choice if settings is not None else None
    if settings is None or choice is None or not any(is_foreign(tool, losses.dialect) for tool in settings.tools):
        return draft
    names = {tool.name for tool in settings.tools if not is_foreign(tool, losses.dialect)}
    if names and (choice.mode != "tool" or choice.name in names):
        return draft
    losses.dropped("/settings/tool_choice", "settings.tool_choice", choice)
    return msgspec.structs.replace(draft, settings=msgspec.structs.replace(settings, tool_choice=None))


def is_foreign(tool: ToolDefinition, dialect: str) -> bool:
    """Whether another provider runs this tool."""
    return tool.provider_tool is not None and tool.provider_tool.dialect != dialect


@when(ToolUseBlock, ToolResultBlock)
def drop_provider_runs(draft: Draft, losses: Losses) -> Draft:
    """Calls that the provider itself ran, and their results, have no place in a chat message."""
    turns = [_own_calls(turn, losses) for turn in draft.turns]
    return msgspec.structs.replace(draft, turns=turns)


def _own_calls(turn: Turn, losses: Losses) -> Turn:
    if not any(_is_provider_run(block) for block in turn.blocks):
        return turn
    blocks, places = [], []
    for block, place in zip(turn.blocks, turn.all_places(), strict=True):
        if _is_provider_run(block):
            losses.dropped(place, f"{block.__struct_config__.tag}.run_by", block)
        else:
            blocks.append(block)
            places.append(place)
    return msgspec.structs.replace(turn, blocks=blocks, places=places)


def _is_provider_run(block: object) -> bool:
    return (type(block) is ToolUseBlock or type(block) is ToolResultBlock) and block.run_by == "provider"
