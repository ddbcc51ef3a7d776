"""Definitions of tools, for formats whose tools are functions that take a JSON object."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import msgspec
from msgspec import Raw, structs

from turnwire.codec.values import is_object
from turnwire.documents.residue import report_replaced
from turnwire.lowering.choice import is_foreign
from turnwire.lowering.draft import ODD_TOOLS, TOOLS, Draft, Pass, when
from turnwire.lowering.rewrite_blocks import was_illegal_in_source
from turnwire.lowering.settings import when_tool
from turnwire.model import ABSENT

if TYPE_CHECKING:
    from turnwire.losses import Losses
    from turnwire.lowering.draft import Draft
    from turnwire.model import ToolDefinition


_TEXT_INPUT: Final = Raw(b'{"type":"object","properties":{"input":{"type":"string"}},"required":["input"]}')


def tools_take_objects(default: Raw) -> Pass:
    """Make a pass that gives every tool an object schema, `default` if it has none; provider-run tools are dropped.

    A tool that takes free text gets an object with that text as its `input`.
    Schemas that the dialect itself read are kept (`$form` `{"as_is": ["input_schema"]}` at the tool).
    """

    @when(ODD_TOOLS)
    def rule(draft: Draft, losses: Losses) -> Draft:
        settings = draft.settings
        if settings is None or all(map(_is_plain, settings.tools)):
            return draft
        tools = [_legal(tool, f"/settings/tools/{n}", losses, default) for n, tool in enumerate(settings.tools)]
        kept = [tool for tool in tools if tool is not None]
        places = [f"/settings/tools/{n}" for n, tool in enumerate(tools) if tool is not None]
        changed = structs.replace(settings, tools=kept)
        return structs.replace(draft, settings=changed, added={**draft.added, "tool_places": places})

    return rule


def _is_plain(tool: ToolDefinition) -> bool:
    return tool.provider_tool is None and tool.custom is None and bytes(memoryview(tool.input_schema)[:1]) == b"{"


def _legal(tool: ToolDefinition, place: str, losses: Losses, default: Raw) -> ToolDefinition | None:
    if is_foreign(tool, losses.dialect):
        losses.dropped(place, "tool.provider_tool", tool)
        return None
    if tool.provider_tool is not None or _is_plain(tool):
        return tool
    path = f"{place}/input_schema"
    if tool.custom is not None:
        losses.degraded(f"{place}/custom", "tool.custom", tool.custom)
        report_replaced(tool.custom, losses, f"{place}/custom")
        tool = structs.replace(tool, custom=None)
        default = _TEXT_INPUT
    elif was_illegal_in_source(tool.provider_raw, losses.dialect, "input_schema"):
        return tool
    if not tool.input_schema:
        losses.invented(path, "tool.input_schema", default)
    elif _is_plain(tool):
        return tool
    else:
        losses.degraded(path, "tool.input_schema", tool.input_schema)
    return structs.replace(tool, input_schema=default)


@when(TOOLS)
def only_functions(draft: Draft, losses: Losses) -> Draft:
    """Drop provider-run tools, for formats whose tools are functions of the caller.

    `added["tool_places"]` has the original places of the others.
    """
    settings = draft.settings
    if settings is None or not settings.tools:
        return draft
    kept, places = [], []
    for n, tool in enumerate(settings.tools):
        if tool.provider_tool is not None:
            losses.dropped(f"/settings/tools/{n}", "tool.provider_tool", tool)
        else:
            kept.append(tool)
            places.append(f"/settings/tools/{n}")
    added = {**draft.added, "tool_places": places}
    return structs.replace(draft, settings=structs.replace(settings, tools=kept), added=added)


_BEFORE: Final = "It returns JSON of this schema: "


@when_tool(ODD_TOOLS)
def output_schemas_in_words(tool: ToolDefinition, place: str, _: Draft, losses: Losses) -> ToolDefinition:
    """Append the schema of what a tool returns to the tool's description, where the model reads it."""
    if tool.provider_tool is not None or not is_object(tool.output_schema):
        return tool
    losses.degraded(f"{place}/output_schema", "tool.output_schema", tool.output_schema)
    said = _BEFORE + msgspec.json.format(tool.output_schema, indent=-1).decode()
    if tool.description is None:
        losses.invented(f"{place}/description", "tool.description", said)
        return structs.replace(tool, description=said, output_schema=ABSENT)
    losses.reshaped(f"{place}/description", "tool.description", tool.description)
    return structs.replace(tool, description=f"{tool.description}\n\n{said}", output_schema=ABSENT)
