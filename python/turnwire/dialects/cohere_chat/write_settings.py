"""Write settings as the keys of a request besides its messages."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from turnwire.dialects.cohere_chat.constraints import NAME
from turnwire.documents.residue import report_others, restore
from turnwire.families.chat.other_tools import leave_type_out, write_provider_tool
from turnwire.mapped.cohere_settings import HELD_GENERATION, write_generation

if TYPE_CHECKING:
    from turnwire.losses import Losses
    from turnwire.lowering.draft import Draft
    from turnwire.model import Reasoning, ResponseFormat, Settings, ToolChoice, ToolDefinition

_HELD = frozenset(("model", "tools", "tool_choice", "generation", "response_format", "reasoning"))
_TOOL = frozenset(("name", "description", "input_schema", "strict"))
_KIND = frozenset(("kind",))
_FORMAT = frozenset(("kind", "schema"))
_REASONING = frozenset(("mode", "budget_tokens"))
_MODE = frozenset(("mode",))
_CHOICES = {"required": "REQUIRED", "none": "NONE"}
_TYPES = {"text": "text", "json": "json_object", "json_schema": "json_object"}


def write_settings(settings: Settings, draft: Draft, wire: dict[str, Any], losses: Losses) -> None:
    """Put the settings into the request."""
    if settings.tools:
        _write_tools(settings.tools, draft, wire, losses)
    if settings.tool_choice is not None:
        _write_choice(settings.tool_choice, wire, losses)
    if settings.response_format is not None:
        wire["response_format"] = _write_format(settings.response_format, losses)
    if settings.reasoning is not None:
        _write_thinking(settings.reasoning, wire, losses)
    if settings.generation is not None:
        write_generation(settings.generation, wire, losses)
        losses.dropped_fields(settings.generation, HELD_GENERATION, "/settings/generation", "generation")
        report_others(settings.generation.provider_raw, losses, "/settings/generation")
    losses.dropped_fields(settings, _HELD, "/settings", "settings")


def _write_tools(tools: list[ToolDefinition], draft: Draft, wire: dict[str, Any], losses: Losses) -> None:
    """Write the tools, and what is true of all of them.

    "When set to `true`, tool calls in the Assistant message will be forced to follow the tool definition strictly."
    (`strict_tools`)
    """
    places = draft.added.get("tool_places") or [f"/settings/tools/{n}" for n in range(len(tools))]
    strict = {tool.strict for tool in tools}
    if len(strict) > 1:
        for tool, place in zip(tools, places, strict=True):
            if tool.strict is not None:
                losses.dropped(f"{place}/strict", "tool.strict", tool.strict)
    elif (told := strict.pop()) is not None:
        wire["strict_tools"] = told
    wire["tools"] = [_write_tool(tool, place, losses) for tool, place in zip(tools, places, strict=True)]


def _write_tool(tool: ToolDefinition, place: str, losses: Losses) -> Any:
    if tool.provider_tool is not None:
        return write_provider_tool(tool, tool.provider_tool, place, losses)
    function: dict[str, Any] = {"name": tool.name}
    if tool.description is not None:
        function["description"] = tool.description
    if tool.input_schema:
        function["parameters"] = tool.input_schema
    entry = {"type": "function", "function": function}
    leave_type_out(entry, tool, NAME)
    losses.dropped_fields(tool, _TOOL, place, "tool")
    return restore(entry, tool.provider_raw, losses, place) if tool.provider_raw else entry


def _write_choice(choice: ToolChoice, wire: dict[str, Any], losses: Losses) -> None:
    """Write a choice, which a pass has reduced to `required`, `none` or the usual one.

    "If tool_choice isn't specified, then the model is free to choose whether to use the specified tools or not."
    """
    if choice.mode == "auto":
        losses.dropped("/settings/tool_choice", "settings.tool_choice", choice)
        return
    if choice.mode in _CHOICES:
        wire["tool_choice"] = _CHOICES[choice.mode]
    losses.dropped_fields(choice, _MODE, "/settings/tool_choice", "tool_choice")
    report_others(choice.provider_raw, losses, "/settings/tool_choice")


def _write_format(wanted: ResponseFormat, losses: Losses) -> Any:
    place = "/settings/response_format"
    found: dict[str, Any] = {"type": _TYPES[wanted.kind]}
    held = _KIND
    if wanted.kind == "json_schema":
        found["json_schema"], held = wanted.schema, _FORMAT
    losses.dropped_fields(wanted, held, place, "response_format")
    return restore(found, wanted.provider_raw, losses, place) if wanted.provider_raw else found


def _write_thinking(reasoning: Reasoning, wire: dict[str, Any], losses: Losses) -> None:
    place = "/settings/reasoning"
    found: dict[str, Any] = {}
    if reasoning.mode is not None:
        found["type"] = reasoning.mode
    if reasoning.budget_tokens is not None:
        found["token_budget"] = reasoning.budget_tokens
    losses.dropped_fields(reasoning, _REASONING, place, "reasoning")
    if found:
        wire["thinking"] = restore(found, reasoning.provider_raw, losses, place) if reasoning.provider_raw else found
    else:
        report_others(reasoning.provider_raw, losses, place)
