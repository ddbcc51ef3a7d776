"""Tools and tool choice of the model -> the provider's, in groups."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import msgspec
from msgspec import UNSET, Raw

from turnwire.codec.wire import or_unset
from turnwire.documents.residue import form_of, report_foreign, report_others, report_own
from turnwire.families.gemini.overlays import restore
from turnwire.families.gemini.schema import as_told, is_plain_schema, write_output
from turnwire.families.gemini.wire_request import FunctionCallingConfig, FunctionDeclaration

if TYPE_CHECKING:
    from turnwire.losses import Losses
    from turnwire.model import ToolChoice, ToolDefinition

_HELD = frozenset({"name", "description", "input_schema", "output_schema"})
_PARTS = msgspec.json.Decoder(dict[str, Raw])


def write_tools(tools: list[ToolDefinition], losses: Losses) -> list[Any]:
    """The groups: functions that follow each other are one, each tool of the provider's is one of its own."""
    groups: list[Any] = []
    functions: list[Any] | None = None
    for n, tool in enumerate(tools):
        place = f"/settings/tools/{n}"
        form = form_of(tool.provider_raw, losses.dialect)
        if tool.provider_tool is None:
            declaration, group = _function(tool, place, losses)
            looked_at = ["declaration"]
            if functions is None or form.get("tool") == "new":
                looked_at.append("tool")
                functions = []
                groups.append({**group, _FUNCTIONS[1] if _FUNCTIONS[1] in group else _FUNCTIONS[0]: functions})
            functions.append(declaration)
            report_own(tool.provider_raw, losses, place, looked_at=looked_at)
        elif tool.provider_tool.dialect != losses.dialect:
            losses.dropped(place, "tool.provider_tool", tool)
        else:
            _add_provider_tool(tool, form, groups, place, losses)
            functions = None
    return groups


_FUNCTIONS = ("functionDeclarations", "function_declarations")


def _add_provider_tool(
    tool: ToolDefinition, form: dict[str, Any], groups: list[Any], place: str, losses: Losses
) -> None:
    provider: Any = tool.provider_tool
    losses.dropped_fields(tool, frozenset({"name", "provider_tool"}), place, "tool")
    report_foreign(provider.provider_raw, losses, f"{place}/provider_tool")
    if tool.name != provider.type:
        losses.degraded(f"{place}/name", "tool.name", tool.name)
    if not provider.type:
        report_others(tool.provider_raw, losses, place)
        groups.append(provider.parameters or Raw(b"{}"))
        return
    report_own(tool.provider_raw, losses, place, looked_at=("tool",))
    value = provider.parameters or Raw(b"{}")
    both = {"tool": {provider.type: value}}
    whole = both if tool.provider_raw is None else _split(restore(both, tool.provider_raw, losses, place))
    members = whole["tool"]
    if not isinstance(members, dict):
        members = _PARTS.decode(members)
    if form.get("tool") == "same" and groups and isinstance(groups[-1], dict) and provider.type not in groups[-1]:
        groups[-1].update(members)
    else:
        groups.append(dict(members))


def _split(whole: Any) -> dict[str, Any]:
    return _PARTS.decode(whole) if isinstance(whole, Raw) else whole


def _function(tool: ToolDefinition, place: str, losses: Losses) -> tuple[Any, dict[str, Any]]:
    losses.dropped_fields(tool, _HELD, place, "tool")
    form = form_of(tool.provider_raw, losses.dialect)
    name: Any = UNSET if not tool.name and form.get("nameless") else tool.name
    declaration = FunctionDeclaration(name, or_unset(tool.description))
    if tool.output_schema:
        write_output(declaration, tool.output_schema, form)
    if tool.input_schema:
        field = form.get("schema") or ("parameters" if is_plain_schema(tool.input_schema) else "parametersJsonSchema")
        if field == "parameters":
            declaration.parameters = as_told(tool.input_schema, _kept_parameters(tool, losses), form)
        else:
            declaration.parameters_json_schema = tool.input_schema
    if tool.provider_raw is None:
        return declaration, {}
    both = {"declaration": declaration, "tool": {_FUNCTIONS[0]: []}}
    whole = _split(restore(both, tool.provider_raw, losses, place))
    group = whole["tool"]
    return whole["declaration"], _PARTS.decode(group) if isinstance(group, Raw) else {}


def _kept_parameters(tool: ToolDefinition, losses: Losses) -> Raw | None:
    """The parameters as the source had them, where they are kept whole."""
    own = (tool.provider_raw or {}).get(losses.dialect)
    if own is None or b'"parameters"' not in bytes(own):
        return None
    return _PARTS.decode(_PARTS.decode(own).get("declaration", Raw(b"{}"))).get("parameters")


_MODES = {"auto": "AUTO", "required": "ANY", "none": "NONE", "tool": "ANY", "allowed": "ANY"}


def write_choice(choice: ToolChoice, losses: Losses) -> Any:
    """The function calling config of a choice that the passes have made legal."""
    form = form_of(choice.provider_raw, losses.dialect)
    word = _MODES[str(choice.mode)]
    names = choice.allowed
    if choice.mode == "tool" and choice.name is not None:
        names = [choice.name]
    if (choice.mode == "allowed" and not choice.allowed_required) or (choice.mode == "auto" and form.get("validated")):
        word = "VALIDATED"
    said = form.get("mode")
    if isinstance(said, str) and said.upper() == word:
        word = said
    config = FunctionCallingConfig(word, names or UNSET)
    return restore(config, choice.provider_raw, losses, "/settings/tool_choice")
