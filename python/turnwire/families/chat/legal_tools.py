"""Tools as most vendors of this format take them: functions only, and no choice among several."""

from __future__ import annotations

from typing import TYPE_CHECKING, cast

from msgspec.structs import replace

from turnwire.lowering.choice import choose_one_or_any
from turnwire.lowering.draft import ODD_TOOLS, Draft, when
from turnwire.lowering.rewrite_blocks import rewritten, was_illegal_in_source
from turnwire.model import ContentBlock, ToolUseBlock

if TYPE_CHECKING:
    from turnwire.losses import Losses
    from turnwire.model import ToolDefinition


@when(ODD_TOOLS)
def tools_are_functions(draft: Draft, losses: Losses) -> Draft:
    """Turn custom tools, whose input is text and which only OpenAI has, into functions, which other vendors have."""
    settings = draft.settings
    if settings is None or not any(tool.custom is not None for tool in settings.tools):
        return draft
    tools = [_as_function(tool, f"/settings/tools/{n}", losses) for n, tool in enumerate(settings.tools)]
    return replace(draft, settings=replace(settings, tools=tools))


def _as_function(tool: ToolDefinition, place: str, losses: Losses) -> ToolDefinition:
    """Turn a tool into a function; it keeps its position, so that the paths of the others stay correct."""
    if tool.custom is None or was_illegal_in_source(tool.provider_raw, losses.dialect, "custom"):
        return tool
    losses.dropped(f"{place}/custom", "tool.custom", tool.custom)
    return replace(tool, custom=None)


_CALLS = frozenset((ToolUseBlock,))


@when(ToolUseBlock)
def calls_are_of_functions(draft: Draft, losses: Losses) -> Draft:
    """Turn calls of custom tools into calls of functions; their text becomes the arguments, unchanged."""
    for turn in draft.turns:
        for block in turn.blocks:
            if type(block) is ToolUseBlock and block.call_type == "custom":
                return rewritten(draft, losses, _CALLS, _of_function)
    return draft


def _of_function(block: ContentBlock, place: str, losses: Losses) -> ContentBlock:
    call = cast("ToolUseBlock", block)
    if call.call_type != "custom" or was_illegal_in_source(call.provider_raw, losses.dialect, "custom"):
        return call
    losses.dropped(f"{place}/call_type", "tool_use.call_type", call.call_type)
    return replace(call, call_type=None)


# `tool_choice` is `none`, `auto`, `required` or one function.
FUNCTIONS_ONLY = (tools_are_functions, calls_are_of_functions, choose_one_or_any)
