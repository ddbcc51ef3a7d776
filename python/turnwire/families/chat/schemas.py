"""Schemas of tools and answers: JSON objects here, though a schema may also be true or false."""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec import Raw

from turnwire.families.chat.overlay import is_no_object
from turnwire.lowering.rewrite_blocks import was_illegal_in_source
from turnwire.model import ABSENT

if TYPE_CHECKING:
    from turnwire.documents.residue import ProviderRaw
    from turnwire.losses import Losses

# JSON Schema 2020-12, 4.3.2: "true: Always passes validation, as if the empty schema {}.  false: Always fails
# validation, as if the schema { "not": {} }".
_OBJECTS = {b"true": Raw(b"{}"), b"false": Raw(b'{"not":{}}')}


def as_object(schema: Raw, provider_raw: ProviderRaw | None, place: str, feature: str, losses: Losses) -> Raw:
    """Return the schema as an object; ABSENT if it is not a schema.

    FunctionParameters: "The parameters the functions accepts, described as a JSON Schema object."
    """
    if not is_no_object(schema) or was_illegal_in_source(provider_raw, losses.dialect, "schema"):
        return schema
    same = _OBJECTS.get(bytes(schema))
    if same is None:
        losses.dropped(place, feature, schema)
        return ABSENT
    losses.degraded(place, feature, schema)
    return same
