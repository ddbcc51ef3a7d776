"""Everything in a request but its messages -> settings."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from msgspec import UNSET

from turnwire.codec.json import check_raw
from turnwire.codec.wire import NOTHING, Form
from turnwire.dialects.cohere_chat.constraints import NAME, TOOL_CHOICES
from turnwire.dialects.cohere_chat.wire import FunctionTool
from turnwire.documents.residue import residue
from turnwire.documents.source_values import SOURCE, Rest
from turnwire.families.chat.other_tools import read_odd_tool
from turnwire.families.chat.overlay import is_no_object, leftover
from turnwire.mapped.cohere_settings import SettingsMembers, fill_generation
from turnwire.model import ABSENT, Generation, Reasoning, ResponseFormat, Settings, ToolChoice, ToolDefinition

if TYPE_CHECKING:
    from turnwire.dialects.cohere_chat.wire import ChatRequest, Format, Thinking

_TAKEN = frozenset(SettingsMembers.__struct_fields__) - {"unknown"} | {"messages", "model", "tools"}
_TOOL = Form(FunctionTool)
_FUNCTION = ("name", "description", "parameters")


def read_settings(wire: ChatRequest) -> Settings:
    """The settings, all keys of a request but its messages."""
    settings = Settings(None if wire.model is UNSET else wire.model)
    rest, taken = Rest(), _TAKEN
    if wire.tools is not UNSET:
        settings.tools = [_read_tool(tool) for tool in wire.tools]
        if not wire.tools:
            rest.also["tools"] = []
    settings.generation = _read_generation(wire, rest)
    if wire.tool_choice in TOOL_CHOICES:
        settings.tool_choice, taken = ToolChoice(TOOL_CHOICES[str(wire.tool_choice)]), taken | {"tool_choice"}
    if wire.strict_tools is not UNSET and _set_strict(settings.tools, wire.strict_tools):
        taken |= {"strict_tools"}
    if wire.response_format is not UNSET and wire.response_format.type in _KINDS:
        settings.response_format, taken = _read_format(wire.response_format), taken | {"response_format"}
    if wire.thinking is not UNSET and (reasoning := _read_thinking(wire.thinking)):
        settings.reasoning, taken = reasoning, taken | {"thinking"}
    as_is = ["model"] if settings.model is None else []
    if settings.tool_choice is not None and not settings.tools:
        as_is.append("tool_choice")
    overlay = {**leftover(wire, taken), **rest.content}
    settings.provider_raw = residue(NAME, overlay, also=rest.also, form={"as_is": as_is} if as_is else None)
    return settings


def _read_generation(wire: ChatRequest, rest: Rest) -> Generation | None:
    found = Generation()
    source: dict[str, Any] = {}
    fill_generation(wire, found, source, rest)
    if source:
        found.provider_raw = residue(NAME, form={SOURCE: source})
    return None if found == Generation() else found


def _read_tool(tool: Any) -> ToolDefinition:
    if type(tool) is not FunctionTool:
        return read_odd_tool(tool.value.raw, _TOOL, _read_tool, NAME)
    function = tool.function
    schema = function.parameters
    if schema is not ABSENT:
        check_raw(schema)
    found = ToolDefinition(function.name, None if function.description is UNSET else function.description, schema)
    inner = leftover(function, _FUNCTION)
    if is_no_object(schema):
        inner["parameters"], found.input_schema = schema, ABSENT
    form = {} if found.input_schema else {"as_is": ["input_schema"]}
    if form or inner or tool.unknown is not NOTHING:
        found.provider_raw = residue(NAME, {**leftover(tool, ("function",)), "function": inner}, form=form)
    return found


def _set_strict(tools: list[ToolDefinition], strict: bool) -> bool:  # noqa: FBT001 - a wire value
    """Set for each tool what the request says of all; return False if it has no tools, or tools of unknown types."""
    if not tools or any(tool.provider_tool is not None for tool in tools):
        return False
    for tool in tools:
        tool.strict = strict
    return True


_KINDS = {"text": "text", "json_object": "json"}


def _read_format(wire: Format) -> ResponseFormat:
    found = ResponseFormat(_KINDS[wire.type])  # type: ignore[arg-type]
    taken: tuple[str, ...] = ("type",)
    if wire.type == "json_object" and wire.json_schema and not is_no_object(wire.json_schema):
        check_raw(wire.json_schema)
        found.kind, found.schema, taken = "json_schema", wire.json_schema, ("type", "json_schema")
    found.provider_raw = residue(NAME, leftover(wire, taken))
    return found


def _read_thinking(wire: Thinking) -> Reasoning | None:
    """Read `{"type": "enabled"}` or `disabled`; None for another word."""
    if wire.type not in ("enabled", "disabled"):
        return None
    budget = None if wire.token_budget is UNSET else wire.token_budget
    form = {"as_is": ["budget_tokens"]} if budget is not None and budget < 1 else None
    rest = leftover(wire, ("type", "token_budget"))
    return Reasoning(wire.type, budget_tokens=budget, provider_raw=residue(NAME, rest, form=form))  # type: ignore[arg-type]
