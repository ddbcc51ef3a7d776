"""The name and the description of a schema, for formats that have neither next to the schema."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

import msgspec
from msgspec import Raw, structs

from turnwire.codec.wire import ENCODER
from turnwire.lowering.draft import RESPONSE_FORMAT, Draft, when

if TYPE_CHECKING:
    from turnwire.losses import Losses

_OBJECT: Final = msgspec.json.Decoder(dict[str, Raw])
_TEXT: Final = msgspec.json.Decoder(str)
_PLACE: Final = "/settings/response_format"
_PLACES: Final = (("name", "title"), ("description", "description"))
# "The name of the response format. Must be a-z, A-Z, 0-9, or contain underscores and dashes, with a maximum length of
# 64." (OpenAI's API description, ResponseFormatJsonSchema)
_NAME: Final = re.compile(r"[a-zA-Z0-9_-]{1,64}")


@when(RESPONSE_FORMAT)
def names_as_titles(draft: Draft, losses: Losses) -> Draft:
    """Put the name of the answer's schema into its `title`, and its description into its `description`.

    "Both of these keywords can be used to decorate a user interface with information about the data" (JSON Schema
    2020-12, validation, 9.1).  A schema with another title keeps it, and the writer drops the name.
    """
    settings = draft.settings
    wanted = settings.response_format if settings is not None else None
    if settings is None or wanted is None or wanted.kind != "json_schema" or not (wanted.name or wanted.description):
        return draft
    try:
        members = _OBJECT.decode(wanted.schema)
    except msgspec.DecodeError:
        return draft
    said, found = dict(members), wanted
    for field, key in _PLACES:
        value = getattr(wanted, field)
        if value and _text(said.setdefault(key, Raw(ENCODER.encode(value)))) == value:
            found = structs.replace(found, **{field: None})
            if key in members:
                losses.degraded(f"{_PLACE}/{field}", f"response_format.{field}", value)
            else:
                losses.reshaped(f"{_PLACE}/{field}", f"response_format.{field}", value)
                losses.invented(f"{_PLACE}/schema/{key}", f"response_format.schema.{key}", value)
                found = structs.replace(found, schema=Raw(ENCODER.encode(said)))
    if found is wanted:
        return draft
    return structs.replace(draft, settings=structs.replace(settings, response_format=found))


def name_of(schema: Raw, default: str) -> str:
    """Return the schema's title if it is a legal name, else the default."""
    try:
        title = _text(_OBJECT.decode(schema).get("title"))
    except msgspec.DecodeError:
        title = None
    return title if title is not None and _NAME.fullmatch(title) else default


def _text(raw: Raw | None) -> str | None:
    try:
        return None if raw is None else _TEXT.decode(raw)
    except msgspec.DecodeError:
        return None
