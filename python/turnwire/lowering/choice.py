"""Tools that providers run themselves, for formats that have none or others."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from turnwire.draft import PROVIDER_RUN, TOOL_CHOICE, Draft, Turn, when
from turnwire.lowering.rewriting import is_as_read, sifted
from turnwire.model import ToolDefinition, ToolResultBlock, ToolUseBlock

if TYPE_CHECKING:
    from turnwire.losses import Losses
    from turnwire.model import ContentBlock, Settings


@when(TOOL_CHOICE)
def drop_choice_without_tools(draft: Draft, losses: Losses) -> Draft:
    """A choice needs tools, be it of none of them.

    "'tool_choice' is only allowed when 'tools' are specified" and "tool_choice may only be specified while providing
    tools" (refusals).  A request that its own dialect read so is written so.
    """
    settings = draft.settings
    choice = settings.tool_choice if settings is not None else None
    if settings is None or choice is None:
        return draft
    for tool in settings.tools:
        if not is_foreign(tool, losses.dialect):
            return draft
    if not settings.tools and is_as_read(settings.provider_raw, losses.dialect, "tool_choice"):
        return draft
    return _without_choice(draft, settings, losses)


@when(TOOL_CHOICE)
def choose_among_own_tools(draft: Draft, losses: Losses) -> Draft:
    """A tool that one provider runs is unknown to the others; a choice of it goes with it.

    The writer leaves the tools themselves out, and says so: their places are counted in the caller's list.
    """
    settings = draft.settings
    choice = settings.tool_choice if settings is not None else None
    if settings is None or choice is None or choice.mode != "tool":
        return draft
    named = [tool for tool in settings.tools if tool.name == choice.name]
    if not named or not all(is_foreign(tool, losses.dialect) for tool in named):
        return draft
    return _without_choice(draft, settings, losses)


def _without_choice(draft: Draft, settings: Settings, losses: Losses) -> Draft:
    losses.dropped("/settings/tool_choice", "settings.tool_choice", settings.tool_choice)
    return msgspec.structs.replace(draft, settings=msgspec.structs.replace(settings, tool_choice=None))


def is_foreign(tool: ToolDefinition, dialect: str) -> bool:
    """Whether another provider runs this tool."""
    return tool.provider_tool is not None and tool.provider_tool.dialect != dialect


@when(PROVIDER_RUN)
def drop_provider_runs(draft: Draft, losses: Losses) -> Draft:
    """Calls that the provider itself ran, and their results, have no place in a chat message."""
    turns = [_own_calls(turn, losses) for turn in draft.turns]
    return msgspec.structs.replace(draft, turns=turns)


def _own_calls(turn: Turn, losses: Losses) -> Turn:
    if not any(_is_provider_run(block) for block in turn.blocks):
        return turn

    def keeps(block: ContentBlock, place: str) -> bool:
        if not _is_provider_run(block):
            return True
        losses.dropped(place, f"{block.__struct_config__.tag}.run_by", block)
        return False

    return sifted(turn, keeps)


def _is_provider_run(block: object) -> bool:
    return (type(block) is ToolUseBlock or type(block) is ToolResultBlock) and block.run_by == "provider"
