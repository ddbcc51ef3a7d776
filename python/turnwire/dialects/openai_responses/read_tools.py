"""Tools and the tool choice of a request."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import msgspec
from msgspec import UNSET, Raw
from msgspec.structs import astuple

from turnwire.codec.json import check_raw
from turnwire.codec.values import MEMBERS, is_object
from turnwire.codec.wire import ENCODER
from turnwire.dialects.openai_responses.enums import CHOSEN, HOSTED, NAME_PATTERN, TOOL_CHOICES
from turnwire.dialects.openai_responses.wire import NAME
from turnwire.dialects.openai_responses.wire_request import CustomTool, FunctionTool
from turnwire.documents.residue import residue
from turnwire.families.chat.other_tools import read_provider_tool
from turnwire.families.chat.overlay import is_null, leftover
from turnwire.model import ABSENT, ToolChoice, ToolDefinition
from turnwire.model import CustomTool as CustomKind

if TYPE_CHECKING:
    from turnwire.codec.wire import OpaquePart

_FUNCTION = ("name", "description", "parameters", "strict")
_MAY_BE_NULL = ("description", "strict")
_NOTHING_ELSE = astuple(FunctionTool(name=""))[4:]
_GRAMMAR = frozenset(("type", "syntax", "definition"))


def read_tools(tools: list[Any]) -> list[ToolDefinition]:
    """The tools of a request."""
    return [_TOOLS.get(type(tool), _provider_tool)(tool) for tool in tools]


def _function_tool(wire: FunctionTool) -> ToolDefinition:
    description = None if wire.description is UNSET else wire.description
    tool = ToolDefinition(
        wire.name, description, wire.parameters, ABSENT, None if wire.strict is UNSET else wire.strict
    )
    check_raw(wire.parameters)
    odd_name = NAME_PATTERN.fullmatch(wire.name) is None
    nulls: dict[str, Any] = {name: None for name in _MAY_BE_NULL if getattr(wire, name) is None}
    if not nulls and astuple(wire)[4:] == _NOTHING_ELSE and not odd_name and is_object(wire.parameters):
        return tool
    form: dict[str, Any] = {"as_is": ["name"]} if odd_name else {}
    rest = leftover(wire, _FUNCTION) | nulls
    if is_null(wire.parameters):
        # Written where there is no schema: FunctionTool requires `parameters`, which may be null.
        tool.input_schema = ABSENT
    elif not wire.parameters:
        rest["$omit"] = ["parameters"]
    elif not is_object(wire.parameters):
        form.setdefault("as_is", []).append("input_schema")
    if is_object(wire.output_schema):
        tool.output_schema = wire.output_schema
        del rest["output_schema"]
    tool.provider_raw = residue(NAME, rest, form=form)
    return tool


def _custom_tool(wire: CustomTool) -> ToolDefinition:
    description = None if wire.description is UNSET else wire.description
    form: dict[str, Any] = {"as_is": ["name"]} if NAME_PATTERN.fullmatch(wire.name) is None else {}
    rest = leftover(wire, ("name", "description", "format"))
    grammar = wire.format
    check_raw(grammar)
    if is_null(grammar):
        rest["format"], grammar = grammar, ABSENT
    kind = CustomKind(_nested(grammar) if grammar else ABSENT)
    return ToolDefinition(wire.name, description, custom=kind, provider_raw=residue(NAME, rest, form=form))


def _nested(grammar: Raw) -> Raw:
    """Return the grammar with its text inside `grammar`, as the chat API spells it."""
    members = MEMBERS.decode(grammar) if is_object(grammar) else {}
    if members.keys() != _GRAMMAR or bytes(members["type"]) != b'"grammar"':
        return grammar
    inner = {"syntax": members["syntax"], "definition": members["definition"]}
    return Raw(ENCODER.encode({"type": "grammar", "grammar": inner}))


def _provider_tool(wire: OpaquePart) -> ToolDefinition:
    check_raw(wire.value.raw)
    return read_provider_tool(wire.value.raw, NAME)


_TOOLS: dict[type, Any] = {FunctionTool: _function_tool, CustomTool: _custom_tool}


class _Named(msgspec.Struct, forbid_unknown_fields=True):
    type: str
    name: str | None = None


class _Allowed(msgspec.Struct, forbid_unknown_fields=True):
    type: str
    mode: str
    tools: list[_Named]


_CHOICE = msgspec.json.Decoder(_Named)
_ALLOWED = msgspec.json.Decoder(_Allowed)


def read_choice(raw: Raw, tools: list[ToolDefinition], overlay: dict[str, Any]) -> ToolChoice | None:
    """Read `tool_choice`; an unknown shape goes into `overlay`."""
    text = bytes(raw)
    mode = TOOL_CHOICES.get(text)
    if mode is not None:
        return ToolChoice(mode)  # type: ignore[arg-type]
    check_raw(raw)
    choice = _read_named(text, tools) or _read_allowed(text, tools) if text[:1] == b"{" else None
    if choice is None:
        overlay["tool_choice"] = raw
    return choice


def kind_of(name: str, tools: list[ToolDefinition]) -> str:
    """Return the type that a tool choice gives a tool: `function` unless the tools have another."""
    for tool in tools:
        if tool.name == name:
            return "custom" if tool.custom is not None else "function" if tool.provider_tool is None else "hosted"
    return "function"


def _name_of(found: _Named) -> tuple[str, str] | None:
    """Return the name and the kind of a chosen tool; None if it is neither a function nor a known type."""
    if found.type in ("function", "custom") and found.name is not None:
        return found.name, found.type
    return (found.type, "hosted") if found.type in HOSTED and found.name is None else None


def _read_named(text: bytes, tools: list[ToolDefinition]) -> ToolChoice | None:
    try:
        named = _name_of(_CHOICE.decode(text))
    except msgspec.ValidationError:
        return None
    if named is None:
        return None
    name, kind = named
    is_usual = kind == kind_of(name, tools) and (kind != "hosted" or name in CHOSEN)
    form = None if is_usual else {"type": kind}
    return ToolChoice("tool", name, provider_raw=residue(NAME, form=form))


def _read_allowed(text: bytes, tools: list[ToolDefinition]) -> ToolChoice | None:
    try:
        found = _ALLOWED.decode(text)
    except msgspec.ValidationError:
        return None
    names = [_name_of(tool) for tool in found.tools]
    if found.type != "allowed_tools" or found.mode not in ("auto", "required") or None in names:
        return None
    known = [name for name in names if name is not None]
    form = {name: kind for name, kind in known if kind_of(name, tools) != kind}
    # The words are the model's; other formats, which have none for them, tell them as lost.
    raw = residue(NAME, {"type": found.type, "mode": found.mode}, form={"types": form} if form else None)
    return ToolChoice("allowed", None, [name for name, _ in known], found.mode == "required", provider_raw=raw)
