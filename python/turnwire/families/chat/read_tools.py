"""Read tools and the tool choice."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Literal

import msgspec
from msgspec import UNSET, Raw

from turnwire.codec.json import check_raw
from turnwire.codec.wire import NOTHING, Form
from turnwire.documents.residue import residue
from turnwire.families.chat.enums import TOOL_CHOICES
from turnwire.families.chat.other_tools import read_odd_tool
from turnwire.families.chat.overlay import is_no_object, is_null, leftover
from turnwire.families.chat.read_content import read_cache
from turnwire.families.chat.wire_request import CustomTool, FunctionObject, FunctionTool
from turnwire.model import ABSENT, ToolChoice, ToolDefinition
from turnwire.model import CustomTool as CustomKind

if TYPE_CHECKING:
    from turnwire.codec.wire import OpaquePart
    from turnwire.families.chat.vendor import Vendor

_FUNCTION = Form(FunctionTool)


def read_tools(tools: list[Any], vendor: Vendor) -> list[ToolDefinition]:
    """The tools of a request."""
    return [_TOOLS.get(type(tool), _read_odd_tool)(tool, vendor) for tool in tools]


def read_choice(raw: Raw, key: str, overlay: dict[str, Any], vendor: Vendor) -> ToolChoice | None:
    """Read `tool_choice`; an unknown structure is put into `overlay` under `key`."""
    text = bytes(raw)
    mode = TOOL_CHOICES.get(text)
    if mode is not None:
        return ToolChoice(mode)  # type: ignore[arg-type]
    check_raw(raw)
    choice = _read_named(text, vendor) if text[:1] == b"{" else None
    if choice is None:
        overlay[key] = raw
    return choice


class _Named(msgspec.Struct, forbid_unknown_fields=True):
    name: str


class _Function(msgspec.Struct, forbid_unknown_fields=True, tag_field="type", tag="function"):
    function: _Named


class _Custom(msgspec.Struct, forbid_unknown_fields=True, tag_field="type", tag="custom"):
    custom: _Named


class _FunctionEntry(msgspec.Struct, forbid_unknown_fields=True):
    type: Literal["function"]
    function: _Named


class _Allowed(msgspec.Struct, forbid_unknown_fields=True):
    mode: str
    tools: list[_FunctionEntry]


class _AllowedTools(msgspec.Struct, forbid_unknown_fields=True, tag_field="type", tag="allowed_tools"):
    allowed_tools: _Allowed


_CHOICE = msgspec.json.Decoder(_Function | _Custom | _AllowedTools)


def _read_named(text: bytes, vendor: Vendor) -> ToolChoice | None:
    """Read a choice of one tool or of some; None for an unknown structure."""
    try:
        found = _CHOICE.decode(text)
    except msgspec.ValidationError:
        return None
    if isinstance(found, _Function):
        return ToolChoice("tool", found.function.name)
    if isinstance(found, _Custom):
        return ToolChoice("tool", found.custom.name, provider_raw=residue(vendor.name, form={"type": "custom"}))
    allowed = found.allowed_tools
    if allowed.mode not in ("auto", "required"):
        return None
    names = [tool.function.name for tool in allowed.tools]
    # The model has these words; formats without them report them as lost.
    words = {"type": "allowed_tools", "mode": allowed.mode}
    marked = residue(vendor.name, words, form={"as_is": ["allowed"]} if "allowed" in vendor.lacks else None)
    return ToolChoice("allowed", None, names, allowed.mode == "required", provider_raw=marked)


def read_function_choice(raw: Raw, overlay: dict[str, Any], dialect: str) -> ToolChoice | None:
    """The deprecated `function_call`."""
    form = {"key": "function_call"}
    mode = TOOL_CHOICES.get(bytes(raw))
    if mode is not None:
        return ToolChoice(mode, provider_raw=residue(dialect, form=form))  # type: ignore[arg-type]
    check_raw(raw)
    try:
        named = msgspec.json.decode(raw, type=_Named)
    except msgspec.ValidationError:
        overlay["function_call"] = raw
        return None
    return ToolChoice("tool", named.name, provider_raw=residue(dialect, form=form))


def read_legacy_tool(function: FunctionObject, dialect: str) -> ToolDefinition:
    """One of the deprecated `functions`."""
    tool = read_definition(function)
    rest = leftover(function, ("name", "description", "parameters", "strict"))
    form: dict[str, Any] = {"key": "functions"}
    if is_no_object(function.parameters):
        form["as_is"] = ["schema"]
    tool.provider_raw = residue(dialect, rest, form=form)
    return tool


def read_definition(function: FunctionObject) -> ToolDefinition:
    """Read a function, without the members that its type does not know."""
    if function.parameters is not ABSENT:
        check_raw(function.parameters)
    return ToolDefinition(
        function.name,
        None if function.description is UNSET else function.description,
        function.parameters,
        ABSENT,
        None if function.strict is UNSET else function.strict,
    )


def _read_function_tool(wire: FunctionTool, vendor: Vendor) -> ToolDefinition:
    function = wire.function
    tool = read_definition(function)
    if (
        wire.unknown is not NOTHING
        or function.unknown is not NOTHING
        or wire.cache_control is not ABSENT
        or is_no_object(function.parameters)
    ):
        rest = leftover(function, ("name", "description", "parameters", "strict"))
        _add_tool_rest(tool, wire, vendor.name, "function", rest, {})
    return tool


def _add_tool_rest(
    tool: ToolDefinition, wire: Any, dialect: str, key: str, nested: dict[str, Any], form: dict[str, Any]
) -> None:
    taken: tuple[str, ...] = (key,)
    cache = getattr(wire, "cache_control", ABSENT)
    if cache is not ABSENT and (mark := read_cache(cache)):
        tool.cache = mark
        taken = (key, "cache_control")
        form["cache"] = True
    if is_null(tool.input_schema):
        nested["parameters"], tool.input_schema = tool.input_schema, ABSENT
    elif is_no_object(tool.input_schema):
        form["as_is"] = [*form.get("as_is", ()), "schema"]
    tool.provider_raw = residue(dialect, {**leftover(wire, taken), key: nested}, form=form)


def _read_custom_tool(wire: CustomTool, vendor: Vendor) -> ToolDefinition:
    custom = wire.custom
    if custom.format is not ABSENT:
        check_raw(custom.format)
    description = None if custom.description is UNSET else custom.description
    tool = ToolDefinition(custom.name, description, custom=CustomKind(custom.format))
    form: dict[str, Any] = {"as_is": ["custom"]} if "custom" in vendor.lacks else {}
    rest = leftover(custom, ("name", "description", "format"))
    _add_tool_rest(tool, wire, vendor.name, "custom", rest, form)
    return tool


def _read_odd_tool(wire: OpaquePart, vendor: Vendor) -> ToolDefinition:
    """Read a tool of a compatible server, or an unknown object."""
    return read_odd_tool(wire.value.raw, _FUNCTION, lambda tool: _read_function_tool(tool, vendor), vendor.name)


_TOOLS: dict[type, Any] = {FunctionTool: _read_function_tool, CustomTool: _read_custom_tool}
