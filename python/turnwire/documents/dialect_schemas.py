"""The JSON Schemas of the bodies of each dialect, closed against unknown members, and their validators."""

from __future__ import annotations

import functools
import json
from typing import TYPE_CHECKING, Any

from turnwire.documents import schemas

if TYPE_CHECKING:
    from jsonschema_rs import Draft202012Validator


def name_of(dialect: str, kind: str) -> str | None:
    """Return the name of the schema of one kind of body; None if the dialect is no provider's format.

    The systems' own schemas, such as `glm/history`, are in `turnwire.documents.schemas`.

    Args:
        dialect: the full name of a dialect.
        kind: `"request"`, `"response"` or `"error"`.

    Example:
        `name_of("openai_chat", "request")` is `"openai_chat/request"`.
    """
    name = f"{dialect}/{kind}"
    return name if dialect in schemas.dialects() and name in schemas.names(dialect) else None


def provider_schema(dialect: str, kind: str) -> dict[str, Any] | None:
    """Return the schema of one kind of body of a dialect as it is published; None if there is none.

    Args:
        dialect: the full name of a dialect.
        kind: `"request"`, `"response"` or `"error"`.
    """
    name = name_of(dialect, kind)
    if name is None:
        return None
    found: dict[str, Any] = json.loads(schemas.schema(name))
    return found


@functools.cache
def provider_validator(dialect: str, kind: str, *, strict: bool = True) -> Draft202012Validator | None:
    """Return a compiled validator of one kind of body of a dialect; it is made once. None if there is no schema.

    Args:
        dialect: the full name of a dialect.
        kind: `"request"`, `"response"` or `"error"`.
        strict: whether members that the schema does not name are errors.
    """
    name = name_of(dialect, kind)
    if name is None:
        return None
    import jsonschema_rs  # noqa: PLC0415 - it is only needed here, and commands that do not validate start without it

    schema = json.loads(schemas.schema(name))
    return jsonschema_rs.Draft202012Validator(closed(schema) if strict else schema)


def closed(schema: dict[str, Any]) -> dict[str, Any]:
    """Return a schema that refuses the members that it does not name.

    Each object whose members are listed gets `additionalProperties: false`, unless it says what other members hold.

    Args:
        schema: the schema of a dialect; it is not changed.

    Example:
        `closed(provider_schema("openai_chat", "request"))["additionalProperties"]` is False.
    """
    definitions = schema.get("$defs", {})
    return {**_closed(schema), "$defs": {name: _closed(each) for name, each in definitions.items()}}


def _closed(schema: dict[str, Any]) -> dict[str, Any]:
    # Members are listed in the document itself and in definitions. A `properties` further inside is the condition of a
    # branch, which names the tag only.
    return {"additionalProperties": False, **schema} if "properties" in schema else schema
