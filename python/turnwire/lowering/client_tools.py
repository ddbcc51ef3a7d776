"""Tools that a provider defines and the client runs, for formats that do not know them.

The client runs such a tool whoever calls it: another model gets it as a function of the same name and input.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

import msgspec
from msgspec import Raw, structs

from turnwire.documents.residue import report_foreign, report_others
from turnwire.lowering.choice import is_foreign
from turnwire.lowering.client_tool_inputs import ClientTool, anthropic_tool
from turnwire.lowering.draft import ODD_TOOLS, Draft, when
from turnwire.model import ABSENT

if TYPE_CHECKING:
    from turnwire.losses import Losses
    from turnwire.model import ProviderTool, ToolDefinition

_MEMBERS = msgspec.json.Decoder(dict[str, Raw])
_STRING = msgspec.json.Decoder(str)

_SIZE: Final = ("display_width_px", "display_height_px")


@when(ODD_TOOLS)
def client_tools_are_functions(draft: Draft, losses: Losses) -> Draft:
    """Turn tools of another provider that the client runs into functions.

    These are the shell, text editor, memory and computer of Anthropic, and the search for tools of OpenAI where the
    client runs it ("execution": "client").
    """
    settings = draft.settings
    if settings is None or not any(is_foreign(tool, losses.dialect) for tool in settings.tools):
        return draft
    tools = [
        _as_function(tool, tool.provider_tool, f"/settings/tools/{n}", losses)
        if tool.provider_tool is not None and is_foreign(tool, losses.dialect)
        else tool
        for n, tool in enumerate(settings.tools)
    ]
    return structs.replace(draft, settings=structs.replace(settings, tools=tools))


def _as_function(tool: ToolDefinition, provider: ProviderTool, place: str, losses: Losses) -> ToolDefinition:
    """Return the function, or the same tool if the client does not run it."""
    members = _members(provider.parameters)
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
    if not by_client or bytes(schema)[:1] != b"{" or bytes(said)[:1] != b'"':
        return None
    return ClientTool(_STRING.decode(said), schema, ("execution", "description", "parameters"))


def _members(parameters: Raw) -> dict[str, Any]:
    return _MEMBERS.decode(parameters) if bytes(memoryview(parameters)[:1]) == b"{" else {}
