"""The tool choice, for formats that have fewer tools or fewer kinds of choice."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import msgspec

from turnwire.lowering.draft import TOOL_CHOICE, Draft, when
from turnwire.lowering.rewrite_blocks import was_illegal_in_source

if TYPE_CHECKING:
    from turnwire.losses import Losses
    from turnwire.model import Settings, ToolChoice, ToolDefinition


@when(TOOL_CHOICE)
def drop_choice_without_tools(draft: Draft, losses: Losses) -> Draft:
    """Drop a tool choice, also `none`, from a request without tools.

    "'tool_choice' is only allowed when 'tools' are specified" and "tool_choice may only be specified while providing
    tools" (refusals).  A request that its own dialect read this way is written unchanged.
    """
    settings = draft.settings
    choice = settings.tool_choice if settings is not None else None
    if settings is None or choice is None:
        return draft
    for tool in settings.tools:
        if not is_foreign(tool, losses.dialect):
            return draft
    if not settings.tools and was_illegal_in_source(settings.provider_raw, losses.dialect, "tool_choice"):
        return draft
    return _without_choice(draft, settings, losses)


@when(TOOL_CHOICE)
def choose_among_own_tools(draft: Draft, losses: Losses) -> Draft:
    """Drop the choice of a tool that another provider runs.

    The writer drops the tool itself and reports it, because its path has the position in the caller's list.
    """
    settings = draft.settings
    choice = settings.tool_choice if settings is not None else None
    if settings is None or choice is None or choice.mode != "tool":
        return draft
    named = [tool for tool in settings.tools if tool.name == choice.name]
    if not named or not all(is_foreign(tool, losses.dialect) for tool in named):
        return draft
    return _without_choice(draft, settings, losses)


@when(TOOL_CHOICE)
def choose_one_or_any(draft: Draft, losses: Losses) -> Draft:
    """Replace a choice among some tools by a choice among all, for formats that have only none, any and one.

    A choice that the dialect itself read is kept (`$form` `{"as_is": ["allowed"]}` at the choice).
    """
    settings = draft.settings
    choice = settings.tool_choice if settings is not None else None
    if settings is None or choice is None or choice.mode != "allowed":
        return draft
    if was_illegal_in_source(choice.provider_raw, losses.dialect, "allowed"):
        return draft
    changed = msgspec.structs.replace(settings, tool_choice=choice_of_all(choice, losses))
    return msgspec.structs.replace(draft, settings=changed)


def choice_of_all(choice: ToolChoice, losses: Losses) -> ToolChoice:
    """Replace a choice among some tools by a choice among all; its mode decides whether a tool must be called."""
    path = "/settings/tool_choice"
    losses.degraded(f"{path}/mode", "tool_choice.mode", choice.mode)
    if choice.allowed:
        losses.dropped(f"{path}/allowed", "tool_choice.allowed", choice.allowed)
    if choice.allowed_required is not None:
        losses.reshaped(f"{path}/allowed_required", "tool_choice.allowed_required", choice.allowed_required)
    mode: Any = "required" if choice.allowed_required else "auto"
    return msgspec.structs.replace(choice, mode=mode, allowed=[], allowed_required=None)


def _without_choice(draft: Draft, settings: Settings, losses: Losses) -> Draft:
    losses.dropped("/settings/tool_choice", "settings.tool_choice", settings.tool_choice)
    return msgspec.structs.replace(draft, settings=msgspec.structs.replace(settings, tool_choice=None))


def is_foreign(tool: ToolDefinition, dialect: str) -> bool:
    """Whether another provider runs this tool."""
    return tool.provider_tool is not None and tool.provider_tool.dialect != dialect
