"""Tools that a provider defines and the client runs, for formats that do not know them.

The client runs such a tool whoever calls it: another model gets it as a function of the same name and input.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from msgspec import Raw, structs

from turnwire.codec.values import is_object, members_of, text_of
from turnwire.documents.residue import report_foreign, report_others
from turnwire.lowering.choice import is_foreign
from turnwire.lowering.client_tool_inputs import ClientTool, anthropic_tool
from turnwire.lowering.draft import ODD_TOOLS
from turnwire.lowering.settings import when_tool
from turnwire.model import ABSENT

if TYPE_CHECKING:
    from turnwire.losses import Losses
    from turnwire.lowering.draft import Draft
    from turnwire.model import ProviderTool, ToolDefinition

_SIZE: Final = ("display_width_px", "display_height_px")


@when_tool(ODD_TOOLS)
def client_tools_are_functions(tool: ToolDefinition, place: str, _: Draft, losses: Losses) -> ToolDefinition:
    """Turn a tool of another provider that the client runs into a function.

    These are the shell, text editor, memory and computer of Anthropic, and the search for tools of OpenAI where the
    client runs it ("execution": "client").
    """
    provider = tool.provider_tool
    if provider is None or not is_foreign(tool, losses.dialect):
        return tool
    members = members_of(provider.parameters)
    known = _client_tool(provider, members)
    if known is None or not tool.name:
        return tool
    losses.degraded(place, "tool.provider_tool", tool)
    report_others(tool.provider_raw, losses, place)
    report_foreign(provider.provider_raw, losses, f"{place}/provider_tool")
    for name, value in members.items():
        if name not in known.taken:
            losses.dropped(f"{place}/provider_tool/parameters/{name}", "tool.provider_tool.parameters", value)
    if tool.strict is not None:
        losses.dropped(f"{place}/strict", "tool.strict", tool.strict)
    return structs.replace(
        tool,
        description=tool.description or known.description,
        input_schema=tool.input_schema or known.schema,
        strict=None,
        provider_tool=None,
        provider_raw=None,
    )


def _client_tool(provider: ProviderTool, members: dict[str, Raw]) -> ClientTool | None:
    """Return what another model reads of a tool that the client runs; None for any other tool."""
    if provider.type == "tool_search":
        return _search_of_client(members)
    known = anthropic_tool(provider.type)
    sizes = [bytes(members.get(name, ABSENT)) for name in _SIZE]
    if known is None or not all(map(bytes.isdigit, sizes)):
        return known
    wide, high = map(bytes.decode, sizes)
    said = f"{known.description} The screen is {wide} pixels wide and {high} pixels high."
    return structs.replace(known, description=said, taken=_SIZE)


def _search_of_client(members: dict[str, Raw]) -> ClientTool | None:
    """Return a search for tools with its own description and schema; None if the server runs it.

    `execution`: "Whether tool search is executed by the server or by the client." (ToolSearchToolParam)
    """
    schema, said = members.get("parameters", ABSENT), members.get("description", ABSENT)
    by_client = bytes(members.get("execution", ABSENT)) == b'"client"'
    description = text_of(said)
    if not by_client or description is None or not is_object(schema):
        return None
    return ClientTool(description, schema, ("execution", "description", "parameters"))
