"""Decide which schemas fit the provider's own kind of schema.

FunctionDeclaration.parametersJsonSchema: "Describes the parameters to the function in JSON Schema format. [...] This
field is mutually exclusive with `parameters`", which is a Schema: "a select subset of an OpenAPI 3.0 schema object".
"""

from __future__ import annotations

import functools
from typing import Any, Final, Literal

import msgspec
from msgspec import UNSET, Raw, Struct, UnsetType

# The keywords whose value is a schema, a list of schemas, or an object of them by name.
ONE: Final = frozenset({"items", "additionalProperties", "not"})
SOME: Final = frozenset({"anyOf", "oneOf", "allOf", "prefixItems"})
NAMED: Final = frozenset({"properties", "$defs", "definitions", "defs"})

_Type = Literal[
    "STRING",
    "NUMBER",
    "INTEGER",
    "BOOLEAN",
    "ARRAY",
    "OBJECT",
    "NULL",
    "string",
    "number",
    "integer",
    "boolean",
    "array",
    "object",
    "null",
]


class Schema(Struct, rename="camel", forbid_unknown_fields=True, gc=False):
    """A schema as the provider describes it."""

    type: _Type | UnsetType = UNSET
    description: str | UnsetType = UNSET
    properties: dict[str, Schema] | UnsetType = UNSET
    required: list[str] | UnsetType = UNSET
    items: Schema | UnsetType = UNSET
    enum: list[str] | UnsetType = UNSET
    any_of: list[Schema] | UnsetType = UNSET
    format: str | UnsetType = UNSET
    title: str | UnsetType = UNSET
    nullable: bool | UnsetType = UNSET
    default: Any = UNSET
    example: Any = UNSET
    pattern: str | UnsetType = UNSET
    minimum: float | UnsetType = UNSET
    maximum: float | UnsetType = UNSET
    min_items: int | UnsetType = UNSET
    max_items: int | UnsetType = UNSET
    min_length: int | UnsetType = UNSET
    max_length: int | UnsetType = UNSET
    min_properties: int | UnsetType = UNSET
    max_properties: int | UnsetType = UNSET
    property_ordering: list[str] | UnsetType = UNSET


_SCHEMA = msgspec.json.Decoder(Schema)
_REMEMBERED: Final = 512


def is_plain_schema(schema: Raw) -> bool:
    """Return whether a schema uses only what the provider's own kind has."""
    return _is_plain(bytes(schema))


@functools.lru_cache(_REMEMBERED)
def _is_plain(text: bytes) -> bool:
    try:
        _SCHEMA.decode(text)
    except (msgspec.DecodeError, RecursionError, ValueError, NotImplementedError):
        return False
    return True
