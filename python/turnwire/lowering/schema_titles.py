"""The name and the description of a schema, for formats that have neither next to the schema."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from msgspec import Raw, structs

from turnwire.catalogue.models import ANYTHING
from turnwire.codec.values import is_object, members_of, object_with, text_of
from turnwire.codec.wire import ENCODER
from turnwire.lowering.as_read import was_read_so
from turnwire.lowering.model_rules import for_models, rules_for
from turnwire.lowering.settings import degraded, when_set

if TYPE_CHECKING:
    from turnwire.losses import Losses
    from turnwire.lowering.draft import Draft, Pass
    from turnwire.model import ResponseFormat

_PLACE: Final = "/settings/response_format"
_PLACES: Final = (("name", "title"), ("description", "description"))
# "The name of the response format. Must be a-z, A-Z, 0-9, or contain underscores and dashes, with a maximum length of
# 64." (OpenAI's API description, ResponseFormatJsonSchema)
_NAME: Final = re.compile(r"[a-zA-Z0-9_-]{1,64}")
_OTHER: Final = re.compile(r"[^a-zA-Z0-9_-]")
_LONGEST: Final = 64
_DEFAULT: Final = "response"


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


def legal_schema_names(maker: str) -> Pass:
    """Make a pass that changes a name of the answer's schema that models of a maker refuse, such as an empty one.

    "Invalid 'response_format.json_schema.name': string does not match pattern. Expected a string that matches the
    pattern '^[a-zA-Z0-9_-]+$'." (a refusal of OpenAI)
    """

    @for_models(maker, lambda takes: takes is not ANYTHING)
    @when_set("response_format")
    def rule(wanted: ResponseFormat, draft: Draft, losses: Losses) -> ResponseFormat:
        name = wanted.name
        if name is None or _NAME.fullmatch(name) or rules_for(draft, maker) is ANYTHING:
            return wanted
        if was_read_so(draft, wanted.provider_raw, losses.dialect, "name"):
            return wanted
        legal = _OTHER.sub("_", name)[:_LONGEST] or name_of(wanted.schema, _DEFAULT)
        return degraded(wanted, "name", legal, losses)

    return rule


def name_of(schema: Raw, default: str) -> str:
    """Return the schema's title if it is a legal name, else the default."""
    title = text_of(members_of(schema).get("title"))
    return title if title is not None and _NAME.fullmatch(title) else default
