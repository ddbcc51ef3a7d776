"""Tool definitions in a form that a format allows but does not describe, read and written.

The members of such an object besides its type and name are the parameters of a tool of the dialect's own.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import msgspec
from msgspec import Raw

from turnwire.codec.json import check_raw
from turnwire.codec.wire import ENCODER
from turnwire.documents.residue import form_of, report_foreign, report_others, residue
from turnwire.model import ABSENT, ProviderTool, ToolDefinition

if TYPE_CHECKING:
    from turnwire.losses import Losses

_MEMBERS = msgspec.json.Decoder(dict[str, Raw])
_STRING = msgspec.json.Decoder(str)
_HELD = frozenset(("name", "provider_tool"))


def read_generic(value: Raw, dialect: str) -> ToolDefinition:
    """The definition that any JSON is."""
    check_raw(value)
    rest = _MEMBERS.decode(value) if bytes(value)[:1] == b"{" else {"": value}
    heads: dict[str, str] = {}
    lacks = []
    for key in ("type", "name"):
        raw = rest.get(key, ABSENT)
        if bytes(memoryview(raw)[:1]) == b'"':
            heads[key] = _STRING.decode(rest.pop(key))
        else:
            lacks.append(key)
    if bytes(value)[:1] != b"{":
        lacks.append("object")
    parameters = Raw(ENCODER.encode(rest)) if rest else ABSENT
    own = ProviderTool(heads.get("type", ""), dialect, parameters)
    form = {"lacks": lacks} if lacks else {}
    return ToolDefinition(heads.get("name", ""), provider_tool=own, provider_raw=residue(dialect, form=form))


def write_generic(tool: ToolDefinition, own: ProviderTool, place: str, losses: Losses) -> Any:
    """The JSON that it was; `own` is the tool's own `provider_tool`."""
    form = form_of(tool.provider_raw, losses.dialect).get("lacks", ())
    rest = _MEMBERS.decode(own.parameters) if bytes(own.parameters)[:1] == b"{" else {}
    losses.dropped_fields(tool, _HELD, place, "tool")
    report_foreign(own.provider_raw, losses, f"{place}/provider_tool")
    report_others(tool.provider_raw, losses, place)
    if "object" in form and set(rest) == {""} and not (own.type or tool.name):
        return rest[""]
    heads = {key: text for key, text in (("type", own.type), ("name", tool.name)) if text or key not in form}
    return {**heads, **rest}
