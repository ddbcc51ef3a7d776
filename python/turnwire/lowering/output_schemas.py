"""The schema of what a tool returns, for formats in which a tool has no member for it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import msgspec
from msgspec import structs

from turnwire.lowering.draft import ODD_TOOLS, Draft, when
from turnwire.model import ABSENT

if TYPE_CHECKING:
    from turnwire.losses import Losses
    from turnwire.model import ToolDefinition

_BEFORE: Final = "It returns JSON of this schema: "


@when(ODD_TOOLS)
def output_schemas_in_words(draft: Draft, losses: Losses) -> Draft:
    """Append the schema of what a tool returns to the tool's description, where the model reads it."""
    settings = draft.settings
    if settings is None or not any(tool.output_schema for tool in settings.tools):
        return draft
    tools = [_in_words(tool, f"/settings/tools/{n}", losses) for n, tool in enumerate(settings.tools)]
    return structs.replace(draft, settings=structs.replace(settings, tools=tools))


def _in_words(tool: ToolDefinition, place: str, losses: Losses) -> ToolDefinition:
    if tool.provider_tool is not None or bytes(memoryview(tool.output_schema)[:1]) != b"{":
        return tool
    losses.degraded(f"{place}/output_schema", "tool.output_schema", tool.output_schema)
    said = _BEFORE + msgspec.json.format(tool.output_schema, indent=-1).decode()
    if tool.description is None:
        losses.invented(f"{place}/description", "tool.description", said)
        return structs.replace(tool, description=said, output_schema=ABSENT)
    losses.reshaped(f"{place}/description", "tool.description", tool.description)
    return structs.replace(tool, description=f"{tool.description}\n\n{said}", output_schema=ABSENT)
