"""The tool choice, for formats that have fewer tools or fewer kinds of choice."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from msgspec import structs

from turnwire.lowering.rewrite_blocks import was_illegal_in_source
from turnwire.lowering.settings import degraded, when_set, without

if TYPE_CHECKING:
    from turnwire.losses import Losses
    from turnwire.lowering.draft import Draft
    from turnwire.model import ToolChoice, ToolDefinition


@when_set("tool_choice")
def drop_choice_without_tools(choice: ToolChoice, draft: Draft, losses: Losses) -> ToolChoice | None:
    """Drop a tool choice, also `none`, from a request without tools.

    "'tool_choice' is only allowed when 'tools' are specified" and "tool_choice may only be specified while providing
    tools" (refusals).  A request that its own dialect read this way is written unchanged.
    """
    settings: Any = draft.settings
    for tool in settings.tools:
        if not is_foreign(tool, losses.dialect):
            return choice
    if not settings.tools and was_illegal_in_source(settings.provider_raw, losses.dialect, "tool_choice"):
        return choice
    losses.dropped("/settings/tool_choice", "settings.tool_choice", choice)
    return None


@when_set("tool_choice")
def choose_among_own_tools(choice: ToolChoice, draft: Draft, losses: Losses) -> ToolChoice | None:
    """Drop the choice of a tool that another provider runs.

    The writer drops the tool itself and reports it, because its path has the position in the caller's list.
    """
    settings: Any = draft.settings
    named = [tool for tool in settings.tools if tool.name == choice.name] if choice.mode == "tool" else []
    if not named or not all(is_foreign(tool, losses.dialect) for tool in named):
        return choice
    losses.dropped("/settings/tool_choice", "settings.tool_choice", choice)
    return None


@when_set("tool_choice")
def choose_one_or_any(choice: ToolChoice, _: Draft, losses: Losses) -> ToolChoice:
    """Replace a choice among some tools by a choice among all, for formats that have only none, any and one.

    A choice that the dialect itself read is kept (`$form` `{"as_is": ["allowed"]}` at the choice).
    """
    if choice.mode != "allowed" or was_illegal_in_source(choice.provider_raw, losses.dialect, "allowed"):
        return choice
    return choice_of_all(choice, losses)


def choice_of_all(choice: ToolChoice, losses: Losses) -> ToolChoice:
    """Replace a choice among some tools by a choice among all; its mode decides whether a tool must be called."""
    must = choice.allowed_required
    choice = without(degraded(choice, "mode", "required" if must else "auto", losses), "allowed", losses=losses)
    if must is not None:
        losses.reshaped("/settings/tool_choice/allowed_required", "tool_choice.allowed_required", must)
    return structs.replace(choice, allowed_required=None)


def is_foreign(tool: ToolDefinition, dialect: str) -> bool:
    """Whether another provider runs this tool."""
    return tool.provider_tool is not None and tool.provider_tool.dialect != dialect
