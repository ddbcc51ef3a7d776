"""The rules of this API alone about settings."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from msgspec import Raw, structs

from turnwire.documents.residue import form_of
from turnwire.lowering.draft import Draft, when
from turnwire.lowering.schema_titles import name_of
from turnwire.lowering.tools import tools_take_objects

if TYPE_CHECKING:
    from turnwire.losses import Losses
    from turnwire.model import ResponseFormat, Settings

_ANY_SCHEMA: Final = Raw(b"{}")

# Function: "required": ["name", "parameters"], and `parameters` is an object (the description, 2026-08-21).
legal_tools = tools_take_objects(_ANY_SCHEMA)


@when()
def legal_format(draft: Draft, losses: Losses) -> Draft:
    """JsonSchema: "required": ["name", "schema"] (the description, 2026-08-21)."""
    settings: Settings | None = draft.settings
    wanted = settings.response_format if settings is not None else None
    if settings is None or wanted is None or wanted.kind != "json_schema" or (wanted.name and wanted.schema):
        return draft
    lacks = form_of(wanted.provider_raw, losses.dialect).get("lacks", ())
    if "json_schema" in lacks:
        return draft
    return structs.replace(draft, settings=structs.replace(settings, response_format=_named(wanted, lacks, losses)))


def _named(wanted: ResponseFormat, lacks: Any, losses: Losses) -> ResponseFormat:
    place = "/settings/response_format"
    if wanted.name is None and "name" not in lacks:
        name = name_of(wanted.schema, "response")
        losses.invented(f"{place}/name", "response_format.name", name)
        wanted = structs.replace(wanted, name=name)
    if not wanted.schema and "schema" not in lacks:
        losses.invented(f"{place}/schema", "response_format.schema", _ANY_SCHEMA)
        wanted = structs.replace(wanted, schema=_ANY_SCHEMA)
    return wanted
