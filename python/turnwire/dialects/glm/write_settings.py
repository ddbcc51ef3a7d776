"""Settings -> the settings of a chat: tools are the available functions."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import msgspec

from turnwire.codec.wire import FORM
from turnwire.dialects.glm.functions import read_arguments, same, write_lists
from turnwire.dialects.glm.read_settings import LIMITS
from turnwire.dialects.glm.wire import NAME
from turnwire.documents.residue import form_of, overlay_of, report_others, restore
from turnwire.model import ABSENT, FunctionCallSettings, Settings, ToolDefinition

if TYPE_CHECKING:
    from collections.abc import Sequence

    from turnwire.losses import Losses

_SETTINGS = frozenset({"chat_format", "function_calls", "tools", "atomic_sequences", "model_specific_settings"})
_CALLS = frozenset({"enabled", *LIMITS})
_MEMBERS = msgspec.json.Decoder(dict[str, msgspec.Raw])
_TOOL = frozenset({"name", "description", "input_schema"})


def write_settings(settings: Settings, places: Sequence[str], losses: Losses) -> Any:
    """The settings; `places` are those of the tools."""
    losses.dropped_fields(settings, _SETTINGS, "/settings", "settings")
    form = form_of(settings.provider_raw, NAME)
    wire: dict[str, Any] = {}
    if settings.chat_format is not None:
        wire["chat_format"] = settings.chat_format
    if settings.function_calls is not None or settings.tools:
        wire["function_calls"] = _write_calls(settings.function_calls, settings.tools, places, losses)
    if settings.atomic_sequences:
        is_other = form.get("atomic_sequences") == "preserved_sequences"
        wire["preserved_sequences" if is_other else "atomic_sequences"] = settings.atomic_sequences
    if settings.model_specific_settings:
        wire["model_specific_settings"] = settings.model_specific_settings
    whole = restore(wire, settings.provider_raw, losses, "/settings") if settings.provider_raw else wire
    return {"settings": whole} if form.get("settings") == "inside" else whole


def _write_calls(
    calls: FunctionCallSettings | None, tools: Sequence[ToolDefinition], places: Sequence[str], losses: Losses
) -> Any:
    told = calls if calls is not None else FunctionCallSettings()
    losses.dropped_fields(told, _CALLS, "/settings/function_calls", "function_calls")
    form = form_of(told.provider_raw, NAME)
    wire: dict[str, Any] = {}
    if told.enabled is not None:
        wire["enabled"] = told.enabled
    functions = [_write_function(tool, place, losses) for tool, place in zip(tools, places, strict=True)]
    if functions or form.get("empty"):
        wire["name" if form.get("functions") == "name" else "available_functions"] = functions
    wire |= {name: value for name in LIMITS if (value := getattr(told, name))}
    return restore(wire, told.provider_raw, losses, "/settings/function_calls") if told.provider_raw else wire


def _write_function(tool: ToolDefinition, place: str, losses: Losses) -> Any:
    losses.dropped_fields(tool, _TOOL, place, "tool")
    form = form_of(tool.provider_raw, NAME)
    wire: dict[str, Any] = {"name": tool.name}
    if tool.input_schema:
        wire |= _arguments(tool, form)
    if tool.description is not None:
        wire["description" if form.get("help") == "description" else "help"] = tool.description
    if form.get("shape") == "name" and wire.keys() == {"name"}:
        report_others(tool.provider_raw, losses, place)
        return tool.name
    return restore(wire, tool.provider_raw, losses, place) if tool.provider_raw else wire


def _arguments(tool: ToolDefinition, form: dict[str, Any]) -> dict[str, Any]:
    """Return the arguments as the source had them, while they mean the same."""
    kept = form.get("arguments")
    if isinstance(kept, dict):
        # Read again to the letter: a number of many digits is another one as a double.
        raws = _MEMBERS.decode(_MEMBERS.decode(overlay_of(tool.provider_raw, NAME)[FORM])["arguments"])
        again = read_arguments(*(raws.get(key, ABSENT) for key in ("args", "kwargs")))
        if again is not None and same(again, tool.input_schema):
            return {key: raws[key] for key in ("args", "kwargs") if key in raws}
    lists = write_lists(tool.input_schema) if kept == "lists" else None
    return {"kwargs": tool.input_schema} if lists is None else lists
