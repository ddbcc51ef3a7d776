"""A lowered History -> a request."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from msgspec import Raw

from turnwire.dialects.ollama_chat.enums import NAME
from turnwire.dialects.ollama_chat.write_message import write_turn
from turnwire.documents.residue import form_of, report_others, restore
from turnwire.families.chat.other_tools import leave_type_out, write_provider_tool
from turnwire.mapped.ollama_settings import HELD_GENERATION, write_generation

if TYPE_CHECKING:
    from turnwire.losses import Losses
    from turnwire.lowering.draft import Draft
    from turnwire.model import Generation, History, Reasoning, ResponseFormat, Settings, ToolDefinition


_HELD = frozenset(("history", "settings"))


def write_request(draft: Draft, losses: Losses) -> Any:
    """The whole body; the residue of the settings belongs to its top object."""
    history: History = draft.document
    settings = draft.settings
    wire: dict[str, Any] = {}
    model = draft.added.get("model", None if settings is None else settings.model)
    if model is not None:
        wire["model"] = model
    wire["messages"] = [write_turn(turn, losses) for turn in draft.turns]
    if settings is not None:
        write_settings(draft, settings, wire, losses)
    losses.dropped_fields(history, _HELD, "", "history")
    if settings is not None and settings.provider_raw:
        wire = restore(wire, settings.provider_raw, losses, "/settings")
    return restore(wire, history.provider_raw, losses, "") if history.provider_raw else wire


_SETTINGS = frozenset(("model", "tools", "generation", "response_format", "reasoning"))
_GENERATION = HELD_GENERATION | {"stream", "logprobs", "top_logprobs"}
_REASONING = frozenset(("mode", "effort"))
_TOOL = frozenset(("name", "description", "input_schema"))


def write_settings(draft: Draft, settings: Settings, wire: dict[str, Any], losses: Losses) -> None:
    """Put the settings into the request."""
    if settings.tools:
        places = draft.added.get("tool_places") or [f"/settings/tools/{n}" for n in range(len(settings.tools))]
        wire["tools"] = [_write_tool(tool, place, losses) for tool, place in zip(settings.tools, places, strict=True)]
    if settings.response_format is not None:
        wire["format"] = _write_format(settings.response_format, losses)
    if settings.reasoning is not None:
        _write_think(settings.reasoning, wire, losses)
    if settings.generation is not None:
        _write_generation(settings.generation, wire, losses)
    losses.dropped_fields(settings, _SETTINGS, "/settings", "settings")


def _write_generation(generation: Generation, wire: dict[str, Any], losses: Losses) -> None:
    form = form_of(generation.provider_raw, NAME)
    if generation.stream is not None and not (generation.stream and form.get("stream") == "default"):
        wire["stream"] = generation.stream
    for name in ("logprobs", "top_logprobs"):
        if (value := getattr(generation, name)) is not None:
            wire[name] = value
    options: dict[str, Any] = {}
    write_generation(generation, options, losses)
    losses.dropped_fields(generation, _GENERATION, "/settings/generation", "generation")
    whole: Any = options
    if generation.provider_raw:
        whole = restore(options, generation.provider_raw, losses, "/settings/generation")
    if options or (type(whole) is Raw and bytes(whole) != b"{}"):
        wire["options"] = whole


def _write_think(reasoning: Reasoning, wire: dict[str, Any], losses: Losses) -> None:
    if reasoning.effort is not None:
        wire["think"] = reasoning.effort
    elif reasoning.mode is not None:
        wire["think"] = reasoning.mode == "enabled"
    losses.dropped_fields(reasoning, _REASONING, "/settings/reasoning", "reasoning")
    report_others(reasoning.provider_raw, losses, "/settings/reasoning")


def _write_format(wanted: ResponseFormat, losses: Losses) -> Any:
    held = {"kind"} if wanted.kind == "json" else {"kind", "schema"}
    losses.dropped_fields(wanted, frozenset(held), "/settings/response_format", "response_format")
    report_others(wanted.provider_raw, losses, "/settings/response_format")
    return "json" if wanted.kind == "json" else wanted.schema


def _write_tool(tool: ToolDefinition, place: str, losses: Losses) -> Any:
    if tool.provider_tool is not None:
        return write_provider_tool(tool, tool.provider_tool, place, losses)
    function: dict[str, Any] = {"name": tool.name}
    if tool.description is not None:
        function["description"] = tool.description
    if tool.input_schema:
        function["parameters"] = tool.input_schema
    losses.dropped_fields(tool, _TOOL, place, "tool")
    wire: dict[str, Any] = {"type": "function", "function": function}
    leave_type_out(wire, tool, NAME)
    return restore(wire, tool.provider_raw, losses, place) if tool.provider_raw else wire
