"""The name and the description of a schema, for formats that have neither next to the schema."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from msgspec import Raw, structs

from turnwire.codec.values import is_object, members_of, object_with, text_of
from turnwire.codec.wire import ENCODER
from turnwire.lowering.settings import when_set

if TYPE_CHECKING:
    from turnwire.losses import Losses
    from turnwire.lowering.draft import Draft
    from turnwire.model import ResponseFormat

_PLACE: Final = "/settings/response_format"
_PLACES: Final = (("name", "title"), ("description", "description"))
# "The name of the response format. Must be a-z, A-Z, 0-9, or contain underscores and dashes, with a maximum length of
# 64." (OpenAI's API description, ResponseFormatJsonSchema)
_NAME: Final = re.compile(r"[a-zA-Z0-9_-]{1,64}")


@when_set("response_format")
def names_as_titles(wanted: ResponseFormat, _: Draft, losses: Losses) -> ResponseFormat:
    """Put the name of the answer's schema into its `title`, and its description into its `description`.

    "Both of these keywords can be used to decorate a user interface with information about the data" (JSON Schema
    2020-12, validation, 9.1).  A schema with another title keeps it, and the writer drops the name.
    """
    if wanted.kind != "json_schema" or not (wanted.name or wanted.description) or not is_object(wanted.schema):
        return wanted
    members = members_of(wanted.schema)
    said, found = dict(members), wanted
    for field, key in _PLACES:
        value = getattr(wanted, field)
        if value and text_of(said.setdefault(key, Raw(ENCODER.encode(value)))) == value:
            found = structs.replace(found, **{field: None})
            if key in members:
                losses.degraded(f"{_PLACE}/{field}", f"response_format.{field}", value)
            else:
                losses.reshaped(f"{_PLACE}/{field}", f"response_format.{field}", value)
                losses.invented(f"{_PLACE}/schema/{key}", f"response_format.schema.{key}", value)
                found = structs.replace(found, schema=object_with(said))
    return found


def name_of(schema: Raw, default: str) -> str:
    """Return the schema's title if it is a legal name, else the default."""
    title = text_of(members_of(schema).get("title"))
    return title if title is not None and _NAME.fullmatch(title) else default
