"""The OpenAPI document of a Geppetto server is what the schemas make, and holds together."""

from __future__ import annotations

import copy
import json
from pathlib import Path
from typing import TYPE_CHECKING, Any

import jsonschema_rs
import pytest

import geppetto_openapi

if TYPE_CHECKING:
    from collections.abc import Iterator

Json = dict[str, Any]

FILE = Path(__file__).parents[2] / "generated" / "openapi" / "geppetto.json"
DOCUMENT: Json = json.loads(FILE.read_bytes())
COMPONENTS = DOCUMENT["components"]["schemas"]


def test_the_committed_document_is_what_the_schemas_make() -> None:
    assert geppetto_openapi.text() == FILE.read_text("utf-8"), "stale: run `make generate`"


# OpenAPI 3.1, "OpenAPI Object", "Path Item Object", "Operation Object", "Response Object", as far as they are used.
SHAPE = {
    "type": "object",
    "required": ["openapi", "info", "paths"],
    "properties": {
        "openapi": {"pattern": r"^3\.1\.\d+$"},
        "info": {"type": "object", "required": ["title", "version"]},
        "jsonSchemaDialect": {"type": "string"},
        "servers": {"type": "array", "items": {"type": "object", "required": ["url"]}},
        "paths": {
            "type": "object",
            "propertyNames": {"pattern": "^/"},
            "additionalProperties": {
                "properties": {"post": {"$ref": "#/$defs/operation"}},
                "additionalProperties": False,
            },
        },
        "components": {
            "properties": {
                "schemas": {"propertyNames": {"pattern": r"^[a-zA-Z0-9._-]+$"}},
                "securitySchemes": {
                    "additionalProperties": {"required": ["type", "scheme"], "properties": {"type": {"const": "http"}}}
                },
            },
            "additionalProperties": False,
        },
    },
    "additionalProperties": False,
    "$defs": {
        "operation": {
            "required": ["operationId", "requestBody", "responses"],
            "properties": {
                "operationId": {"type": "string"},
                "summary": {"type": "string"},
                "servers": {"type": "array"},
                "security": {"type": "array", "items": {"type": "object"}},
                "requestBody": {"required": ["content"], "properties": {"content": {"$ref": "#/$defs/content"}}},
                "responses": {
                    "minProperties": 1,
                    "propertyNames": {"pattern": "^[1-5][0-9][0-9]$"},
                    "additionalProperties": {
                        "required": ["description"],
                        "properties": {"description": {"type": "string"}, "content": {"$ref": "#/$defs/content"}},
                        "additionalProperties": False,
                    },
                },
            },
            "additionalProperties": False,
        },
        "content": {
            "type": "object",
            "minProperties": 1,
            "additionalProperties": {"properties": {"schema": {"type": "object"}, "encoding": {"type": "object"}}},
        },
    },
}


def faults(document: Json) -> list[str]:
    found = [error.message for error in jsonschema_rs.Draft202012Validator(SHAPE).iter_errors(document)]
    schemas = [*document["components"]["schemas"].values(), *(each for each in told(document["paths"], "schema"))]
    found += ["a schema is none of 2020-12" for schema in schemas if not jsonschema_rs.meta.is_valid(schema)]
    names = document["components"]["schemas"].keys()
    refs = [ref for ref in told(document, "$ref") if isinstance(ref, str)]
    found += [f"{ref} leads nowhere" for ref in refs if ref.removeprefix("#/components/schemas/") not in names]
    operations = list(told(document["paths"], "operationId"))
    return [*found, *(f"{name} stands twice" for name in set(operations) if operations.count(name) > 1)]


def told(node: Any, key: str) -> Iterator[Any]:
    """Every value under a key, at any depth."""
    if isinstance(node, list):
        for item in node:
            yield from told(item, key)
    elif isinstance(node, dict):
        for name, value in node.items():
            if name == key:
                yield value
            yield from told(value, key)


def test_the_document_holds_together() -> None:
    assert [] == faults(DOCUMENT)


DAMAGED = [
    (lambda d: d.update(openapi="3.0.0"), '"3.0.0" does not match'),
    (lambda d: d["paths"].update(message={}), '"message" does not match'),
    (lambda d: d["paths"]["/message/"]["post"].pop("responses"), '"responses" is a required property'),
    (lambda d: d["components"]["schemas"].pop("Refusal"), "#/components/schemas/Refusal leads nowhere"),
    (lambda d: d["components"]["schemas"]["Citation"].update(type="text"), "a schema is none of 2020-12"),
    (lambda d: d["paths"]["/message/"]["post"].update(operationId="list"), "list stands twice"),
]


@pytest.mark.parametrize(("damage", "words"), DAMAGED)
def test_damage_is_seen(damage: Any, words: str) -> None:
    document = copy.deepcopy(DOCUMENT)
    damage(document)
    assert [] != [fault for fault in faults(document) if words in fault]


@pytest.mark.parametrize("title", COMPONENTS)
def test_the_examples_of_a_component_are_valid_inside_of_the_document(title: str) -> None:
    schema = {"$ref": f"#/components/schemas/{title}", "components": DOCUMENT["components"]}
    validator = jsonschema_rs.Draft202012Validator(schema)
    examples = COMPONENTS[title]["examples"]
    assert examples
    assert [] == [error.message for example in examples for error in validator.iter_errors(example)]


def test_every_message_is_met_on_the_way_from_a_path() -> None:
    met: set[str] = set()
    waiting = set(told(DOCUMENT["paths"], "$ref"))
    while waiting:
        name = waiting.pop().removeprefix("#/components/schemas/")
        if name not in met:
            met.add(name)
            waiting |= set(told(COMPONENTS[name], "$ref"))
    # Sent as a form, whose parts are written out at the path.
    assert set(COMPONENTS) - {"UploadRequest", "UploadedFile"} == met
