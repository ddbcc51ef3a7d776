"""Tool definitions in a form that a format allows but does not describe, read and written.

The members of such an object besides its type and name are the parameters of a tool of the dialect's own.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from turnwire.codec.json import check_raw
from turnwire.codec.values import is_object, members_of, object_with, text_of
from turnwire.documents.residue import form_of, report_foreign, report_others, residue
from turnwire.model import ABSENT, ProviderTool, ToolDefinition

if TYPE_CHECKING:
    from collections.abc import Sequence

    from msgspec import Raw

    from turnwire.losses import Losses
    from turnwire.lowering.writing import Writer

_HELD = frozenset(("name", "provider_tool"))


def read_generic(value: Raw, dialect: str) -> ToolDefinition:
    """The definition that any JSON is."""
    check_raw(value)
    rest = members_of(value) if is_object(value) else {"": value}
    heads: dict[str, str] = {}
    lacks = []
    for key in ("type", "name"):
        word = text_of(rest.get(key))
        if word is None:
            lacks.append(key)
        else:
            heads[key] = word
            del rest[key]
    if not is_object(value):
        lacks.append("object")
    parameters = object_with(rest) if rest else ABSENT
    own = ProviderTool(heads.get("type", ""), dialect, parameters)
    form = {"lacks": lacks} if lacks else {}
    return ToolDefinition(heads.get("name", ""), provider_tool=own, provider_raw=residue(dialect, form=form))


def written_tools(tools: Sequence[ToolDefinition], write_function: Writer, losses: Losses) -> list[Any]:
    """Write the tools of a request, functions with `write_function`; those that another provider runs are lost."""
    found = []
    for n, tool in enumerate(tools):
        place = f"/settings/tools/{n}"
        if tool.provider_tool is None:
            found.append(write_function(tool, place, losses))
        elif tool.provider_tool.dialect == losses.dialect:
            found.append(_write_generic(tool, tool.provider_tool, place, losses))
        else:
            losses.dropped(place, "tool.provider_tool", tool)
    return found


def _write_generic(tool: ToolDefinition, own: ProviderTool, place: str, losses: Losses) -> Any:
    """The JSON that it was; `own` is the tool's own `provider_tool`."""
    form = form_of(tool.provider_raw, losses.dialect).get("lacks", ())
    rest = members_of(own.parameters)
    losses.dropped_fields(tool, _HELD, place, "tool")
    report_foreign(own.provider_raw, losses, f"{place}/provider_tool")
    report_others(tool.provider_raw, losses, place)
    if "object" in form and set(rest) == {""} and not (own.type or tool.name):
        return rest[""]
    heads = {key: text for key, text in (("type", own.type), ("name", tool.name)) if text or key not in form}
    return {**heads, **rest}
