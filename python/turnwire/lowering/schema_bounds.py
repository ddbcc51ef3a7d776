"""Passes that drop bounds, such as `minimum`, from schemas for servers that refuse them there."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from msgspec import Raw, structs

from turnwire.lowering.as_read import was_read_so
from turnwire.lowering.draft import ODD_TOOLS
from turnwire.lowering.schema_walk import rewritten
from turnwire.lowering.settings import when_set, when_tool

if TYPE_CHECKING:
    from turnwire.losses import Losses
    from turnwire.lowering.draft import Draft
    from turnwire.model import ResponseFormat, ToolDefinition

BOUNDS: Final = frozenset(
    {
        *("minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "multipleOf"),
        *("minLength", "maxLength", "maxItems", "uniqueItems"),
    }
)
"""The keywords that Anthropic refuses in schemas of answers and of strict tools, besides `minItems` above 1."""
_FEW: Final = (Raw(b"0"), Raw(b"1"))


def _unbounded(schema: Raw, place: str, feature: str, losses: Losses) -> Raw:
    """Return a schema without bounds, each of which is reported as dropped.

    "Not supported: ... Numerical constraints (such as `minimum`, `maximum`, `multipleOf`), String constraints
    (`minLength`, `maxLength`), Array constraints beyond `minItems` of 0 or 1" (Anthropic,
    platform.claude.com/docs/en/build-with-claude/structured-outputs)
    "For 'integer' type, property 'minimum' is not supported" (a refusal)
    """

    def change(members: dict[str, Raw], at: str) -> dict[str, Raw]:
        refused = [name for name in members if name in BOUNDS or (name == "minItems" and members[name] not in _FEW)]
        for name in refused:
            losses.dropped(f"{at}/{name}", f"{feature}.{name}", members[name])
        return {name: raw for name, raw in members.items() if name not in refused} if refused else members

    return rewritten(schema, place, change)


@when_set("response_format")
def answers_have_no_bounds(wanted: ResponseFormat, draft: Draft, losses: Losses) -> ResponseFormat:
    """Drop the bounds from the schema of an answer."""
    if wanted.kind != "json_schema" or not wanted.schema:
        return wanted
    if was_read_so(draft, wanted.provider_raw, losses.dialect, "schema"):
        return wanted
    schema = _unbounded(wanted.schema, "/settings/response_format/schema", "response_format.schema", losses)
    return wanted if schema is wanted.schema else structs.replace(wanted, schema=schema)


@when_tool(ODD_TOOLS)
def strict_tools_have_no_bounds(tool: ToolDefinition, place: str, draft: Draft, losses: Losses) -> ToolDefinition:
    """Drop the bounds from the schema of a strict tool's input."""
    if not tool.strict or not tool.input_schema:
        return tool
    if was_read_so(draft, tool.provider_raw, losses.dialect, "input_schema"):
        return tool
    schema = _unbounded(tool.input_schema, f"{place}/input_schema", "tool.input_schema", losses)
    return tool if schema is tool.input_schema else structs.replace(tool, input_schema=schema)
