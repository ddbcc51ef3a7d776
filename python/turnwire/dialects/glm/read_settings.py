"""The settings of a chat -> settings, its functions as tools."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from msgspec import UNSET, Raw

from turnwire.codec.json import check_raw
from turnwire.dialects.glm.functions import ENCODER, read_arguments, write_lists
from turnwire.dialects.glm.wire import NAME, Function, FunctionCalls
from turnwire.dialects.glm.wire import Settings as WireSettings
from turnwire.documents.residue import residue
from turnwire.families.chat.overlay import raw_of
from turnwire.model import ABSENT, FunctionCallSettings, Settings, ToolDefinition

if TYPE_CHECKING:
    from collections.abc import Sequence

LIMITS = ("compiler_trust_level", "max_calls_per_output", "max_tokens_per_code_segment")


def read_settings(wire: WireSettings) -> Settings:
    """Read the settings; those inside another `settings` count if the outer one has no others."""
    form: dict[str, Any] = {}
    inner = wire.settings
    if inner is not UNSET and wire == WireSettings(settings=inner):
        wire, form["settings"] = inner, "inside"
    for raw in (wire.atomic_sequences, wire.preserved_sequences, wire.model_specific_settings):
        check_raw(raw)
    overlay: dict[str, Any] = dict(wire.unknown.fields)
    if wire.settings is not UNSET:
        overlay["settings"] = raw_of(wire.settings)
    found = Settings(chat_format=None if wire.chat_format is UNSET else wire.chat_format)
    _read_sequences(wire, found, overlay, form)
    if bytes(wire.model_specific_settings)[:1] == b"{":
        found.model_specific_settings = wire.model_specific_settings
    elif wire.model_specific_settings:
        overlay["model_specific_settings"] = wire.model_specific_settings
    if wire.function_calls is not UNSET:
        found.function_calls, found.tools = _read_function_calls(wire.function_calls)
    found.provider_raw = residue(NAME, overlay, form=form)
    return found


def _read_sequences(wire: WireSettings, found: Settings, overlay: dict[str, Any], form: dict[str, Any]) -> None:
    """`preserved_sequences` is the word of the library's own code."""
    found.atomic_sequences = wire.atomic_sequences
    if not wire.preserved_sequences:
        return
    if wire.atomic_sequences:
        overlay["preserved_sequences"] = wire.preserved_sequences
    else:
        found.atomic_sequences, form["atomic_sequences"] = wire.preserved_sequences, "preserved_sequences"


def _read_function_calls(wire: FunctionCalls) -> tuple[FunctionCallSettings, list[ToolDefinition]]:
    overlay: dict[str, Any] = dict(wire.unknown.fields)
    form: dict[str, Any] = {}
    found = FunctionCallSettings(enabled=None if wire.enabled is UNSET else wire.enabled)
    for name in LIMITS:
        value: Raw = getattr(wire, name)
        check_raw(value)
        setattr(found, name, value)
    functions = wire.available_functions
    if functions is UNSET and wire.name is not UNSET:
        functions, form["functions"] = wire.name, "name"
    elif wire.name is not UNSET:
        overlay["name"] = raw_of(wire.name)
    if functions == []:
        form["empty"] = True
    found.provider_raw = residue(NAME, overlay, form=form)
    return found, [] if functions is UNSET else _read_functions(functions)


def _read_functions(functions: Sequence[Function | str]) -> list[ToolDefinition]:
    return [_read_function(each) for each in functions]


def _read_function(function: Function | str) -> ToolDefinition:
    if isinstance(function, str):
        return ToolDefinition(function, provider_raw=residue(NAME, form={"shape": "name"}))
    for raw in (function.args, function.kwargs):
        check_raw(raw)
    overlay: dict[str, Any] = dict(function.unknown.fields)
    form: dict[str, Any] = {}
    help_text = function.help
    if help_text is UNSET and function.description is not UNSET:
        help_text, form["help"] = function.description, "description"
    elif function.description is not UNSET:
        overlay["description"] = function.description
    given = {name: raw for name in ("args", "kwargs") if (raw := getattr(function, name))}
    schema = read_arguments(function.args, function.kwargs)
    if schema is None:
        overlay |= given
    elif given and given != {"kwargs": schema}:
        lists = write_lists(schema)
        form["arguments"] = "lists" if lists and ENCODER.encode(lists) == ENCODER.encode(given) else given
    tool = ToolDefinition(function.name, None if help_text is UNSET else help_text, schema or ABSENT)
    tool.provider_raw = residue(NAME, overlay, form=form)
    return tool
