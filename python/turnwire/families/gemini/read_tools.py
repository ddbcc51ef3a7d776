"""Tools and tool choice -> the model's.

A `Tool` of the provider's is a group: functions of the caller's, and tools of its own.  Here each is a definition; the
groups are those that the writer makes by itself, or marked.  The residue of a definition has two parts, `declaration`
and, at the first definition of a group, `tool`.
"""

from __future__ import annotations

import operator
from typing import TYPE_CHECKING, Any

import msgspec
from msgspec import UNSET, Raw

from turnwire.codec.json import check_raw
from turnwire.codec.wire import FORM, NOTHING, fields_besides, key_of, or_none
from turnwire.families.gemini.constraints import NAME_PATTERN
from turnwire.families.gemini.overlays import fields_of, keep, leftover, verbatim
from turnwire.families.gemini.schema import is_plain_schema, read_output, read_schema
from turnwire.families.gemini.wire_request import Tool
from turnwire.model import ABSENT, ProviderTool, ToolChoice, ToolDefinition

if TYPE_CHECKING:
    from turnwire.families.gemini.reading import Reading
    from turnwire.families.gemini.wire_request import FunctionCallingConfig, FunctionDeclaration

_PROVIDER_TOOLS = fields_besides(Tool, "function_declarations")
_own_tools = operator.attrgetter(*_PROVIDER_TOOLS)
_NO_TOOLS = (ABSENT,) * len(_PROVIDER_TOOLS)


def read_tools(tools: list[Tool], reading: Reading) -> list[ToolDefinition]:
    """All tools, group by group."""
    found: list[ToolDefinition] = []
    for tool in tools:
        _read_group(tool, found, reading)
    return found


def _read_group(tool: Tool, found: list[ToolDefinition], reading: Reading) -> None:
    outer = fields_of(tool.unknown)
    definitions = _provider_tools(tool, outer, reading)
    if tool.function_declarations is not UNSET:
        functions = [_function(each, reading) for each in tool.function_declarations]
        definitions = functions + definitions
        if not functions:
            outer["functionDeclarations"] = []
    if not definitions:
        found.append(ToolDefinition("", provider_tool=ProviderTool("", reading.name, verbatim(tool))))
        return
    _mark_group(definitions, outer, found, reading)
    found += definitions


def _provider_tools(tool: Tool, outer: dict[str, Any], reading: Reading) -> list[ToolDefinition]:
    """The provider's own tools of a group: those that are known, and what else is an object."""
    if not outer and _own_tools(tool) == _NO_TOOLS:
        return []
    told = {key_of(Tool, name): raw for name in _PROVIDER_TOOLS if (raw := getattr(tool, name))}
    told |= {word: raw for word, raw in outer.items() if type(raw) is Raw}
    is_tool = {word: memoryview(raw)[0] == ord("{") or word in _LISTS for word, raw in told.items()}
    for word, raw in told.items():
        if is_tool[word]:
            outer.pop(word, None)
        else:
            outer[word] = raw
    return [_provider_tool(word, raw, reading) for word, raw in told.items() if is_tool[word]]


_LISTS = frozenset({"mcpServers"})


def _provider_tool(word: str, raw: Raw, reading: Reading) -> ToolDefinition:
    check_raw(raw)
    parameters = ABSENT if bytes(raw) == b"{}" else raw
    return ToolDefinition(word, provider_tool=ProviderTool(word, reading.name, parameters))


def _mark_group(
    definitions: list[ToolDefinition], outer: dict[str, Any], before: list[ToolDefinition], reading: Reading
) -> None:
    """Mark where a group begins and continues, if the writer would not group the tools this way."""
    first = definitions[0]
    after_function = bool(before) and before[-1].provider_tool is None
    form: dict[str, Any] = {"tool": "new"} if after_function and first.provider_tool is None else {}
    names = outer.get(FORM, {}).get("names", {})
    for definition in definitions[1:]:
        if definition.provider_tool is not None:
            word = definition.provider_tool.type
            spelled = {FORM: {"names": {word: names.pop(word)}}} if word in names else {}
            _add(definition, {"tool": spelled}, {"tool": "same"}, reading)
    if names == {}:
        outer.pop(FORM, None)
    if outer or form:
        _add(first, {"tool": outer}, form, reading)


def _add(definition: ToolDefinition, overlay: dict[str, Any], form: dict[str, Any], reading: Reading) -> None:
    own = (definition.provider_raw or {}).get(reading.name)
    members: dict[str, Any] = {} if own is None else msgspec.json.decode(own, type=dict[str, Raw])
    marks = msgspec.json.decode(members.pop(FORM, b"{}"))
    definition.provider_raw = keep(reading.name, {**members, **overlay}, form={**marks, **form})


def _function(tool: FunctionDeclaration, reading: Reading) -> ToolDefinition:
    overlay = leftover(tool, ("behavior", "response"))
    form: dict[str, Any] = {}
    schema = _schema(tool, overlay, form)
    output = read_output(tool, overlay, form)
    name = or_none(tool.name)
    if name is None or not NAME_PATTERN.fullmatch(name):
        form["as_is"] = ["name"]
    if name is None:
        form["nameless"] = True
    definition = ToolDefinition(name or "", or_none(tool.description), schema, output)
    if overlay or form or tool.unknown is not NOTHING:
        definition.provider_raw = keep(reading.name, {"declaration": overlay}, form=form)
    return definition


def _schema(tool: FunctionDeclaration, overlay: dict[str, Any], form: dict[str, Any]) -> Raw:
    """Return the schema of the parameters, which is in one of two fields."""
    schema = tool.parameters or tool.parameters_json_schema
    if not schema:
        return schema
    check_raw(schema)
    if tool.parameters:
        schema = read_schema(schema, "parameters", overlay, form)
        if tool.parameters_json_schema:
            check_raw(tool.parameters_json_schema)
            overlay["parametersJsonSchema"] = tool.parameters_json_schema
    if bool(tool.parameters) != is_plain_schema(schema):
        form["schema"] = "parameters" if tool.parameters else "parametersJsonSchema"
    return schema


_MODES: dict[str, Any] = {"AUTO": "auto", "ANY": "required", "NONE": "none", "VALIDATED": "auto"}


def read_choice(config: FunctionCallingConfig, reading: Reading) -> ToolChoice | None:
    """The tool choice; None where its mode is not known."""
    word = or_none(config.mode)
    mode = _MODES.get(word.upper()) if word is not None else None
    if mode is None:
        return None
    names = [] if config.allowed_function_names is UNSET else config.allowed_function_names
    form: dict[str, Any] = {} if word in _MODES else {"mode": word}
    overlay = fields_of(config.unknown)
    choice = ToolChoice(mode)
    validated = str(word).upper() == "VALIDATED"
    if config.allowed_function_names is not UNSET and not names:
        overlay["allowedFunctionNames"] = []
    if validated:
        form["validated"] = True
        overlay["mode"] = word
    if names and mode == "required":
        # Others have another word where one tool is named.
        overlay["mode"] = word
        choice = (
            ToolChoice("tool", names[0])
            if len(names) == 1
            else ToolChoice("allowed", allowed=names, allowed_required=True)
        )
    elif names:
        choice = ToolChoice("allowed", allowed=names, allowed_required=False) if validated else choice
        if not validated:
            overlay["allowedFunctionNames"] = names
    choice.provider_raw = keep(reading.name, overlay, form=form)
    return choice
