"""The schema of what a tool returns, for formats in which a tool has no member for it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import msgspec
from msgspec import structs

from turnwire.codec.values import is_object
from turnwire.lowering.draft import ODD_TOOLS
from turnwire.lowering.settings import when_tool
from turnwire.model import ABSENT

if TYPE_CHECKING:
    from turnwire.losses import Losses
    from turnwire.lowering.draft import Draft
    from turnwire.model import ToolDefinition

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
