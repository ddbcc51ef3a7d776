"""A lowered History -> a row."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from turnwire.dialects.huggingface_messages.read import SHAPES
from turnwire.dialects.huggingface_messages.wire import NAME, Function, Tool
from turnwire.dialects.huggingface_messages.write_message import Images, write_message
from turnwire.documents.json_text import spelled
from turnwire.documents.residue import form_of, report_foreign, report_others, restore
from turnwire.lowering.generic_tools import write_generic

if TYPE_CHECKING:
    from turnwire.losses import Losses
    from turnwire.lowering.draft import Draft, Turn
    from turnwire.model import History, Reasoning, Settings, ToolDefinition


def write_row(draft: Draft, losses: Losses) -> Any:
    """The whole row, or the bare list that it was."""
    history: History = draft.document
    raw = history.provider_raw
    form = form_of(raw, NAME)
    images: Images = []
    if form.get("root") == "list":
        losses.dropped_fields(history, frozenset(("history",)), "", "history")
        report_others(raw, losses, "")
        return [write_message(turn, images, losses) for turn in draft.turns]
    row: dict[str, Any] = _columns(draft.turns, form, images, losses)
    if images:
        row["images"] = images
    if draft.settings is not None:
        _write_settings(draft.settings, history, row, losses)
    losses.dropped_fields(history, frozenset(("history", "settings")), "", "history")
    return restore(row, raw, losses, "") if raw else row


def _columns(turns: list[Turn], form: dict[str, Any], images: Images, losses: Losses) -> dict[str, list[Any]]:
    """Write the messages in their original columns; an added message is in the column of the one before it."""
    shape = tuple(each) if isinstance(each := form.get("columns"), list) else ()
    names = shape if shape in SHAPES else SHAPES[0]
    columns: dict[str, list[Any]] = {name: [] for name in names}
    at = 0
    for turn in turns:
        name = form_of(turn.message.provider_raw, NAME).get("column")
        if name in names:
            at = max(at, names.index(name))
        columns[names[at]].append(write_message(turn, images, losses))
    return columns


def _write_settings(settings: Settings, history: History, row: dict[str, Any], losses: Losses) -> None:
    tools = [_write_tool(tool, f"/settings/tools/{n}", losses) for n, tool in enumerate(settings.tools)]
    if tools := [tool for tool in tools if tool is not None]:
        row["tools"] = spelled(tools, "tools", history.provider_raw, NAME)
    if settings.reasoning is not None:
        _write_reasoning(settings.reasoning, row, losses)
    losses.dropped_fields(settings, frozenset(("tools", "reasoning")), "/settings", "settings")
    report_foreign(settings.provider_raw, losses, "/settings")


def _write_reasoning(reasoning: Reasoning, row: dict[str, Any], losses: Losses) -> None:
    """`enable_thinking` and `reasoning_effort` are what the templates that think ask for (dataset_formats.md)."""
    extra: dict[str, Any] = {}
    if reasoning.mode in ("enabled", "disabled"):
        extra["enable_thinking"] = reasoning.mode == "enabled"
    elif reasoning.mode is not None:
        losses.dropped("/settings/reasoning/mode", "reasoning.mode", reasoning.mode)
    if reasoning.effort is not None:
        extra["reasoning_effort"] = reasoning.effort
    if extra:
        row["chat_template_kwargs"] = extra
    losses.dropped_fields(reasoning, frozenset(("mode", "effort")), "/settings/reasoning", "reasoning")
    report_foreign(reasoning.provider_raw, losses, "/settings/reasoning")


_HELD = frozenset(("name", "description", "input_schema", "output_schema"))


def _write_tool(tool: ToolDefinition, place: str, losses: Losses) -> Any:
    """A function; a tool that a provider runs means nothing to a template."""
    own = tool.provider_tool
    if own is not None:
        if own.dialect == losses.dialect:
            return write_generic(tool, own, place, losses)
        losses.dropped(place, "tool.provider_tool", tool)
        return None
    function = Function(name=tool.name)
    if tool.description is not None:
        function.description = tool.description
    for field, key in (("input_schema", "parameters"), ("output_schema", "returned")):
        schema = getattr(tool, field)
        if bytes(schema) == b"null":
            losses.dropped(f"{place}/{field}", f"tool.{field}", None)
        else:
            setattr(function, key, schema)
    losses.dropped_fields(tool, _HELD, place, "tool")
    is_bare = form_of(tool.provider_raw, NAME).get("shape") == "bare"
    wire: Any = function if is_bare else Tool(function=function)
    return restore(wire, tool.provider_raw, losses, place) if tool.provider_raw else wire
