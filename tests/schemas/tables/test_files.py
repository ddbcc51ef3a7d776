"""The schemas of dialects that are committed: made from the tables, valid, named, and closed where asked."""

from __future__ import annotations

import json
from typing import Any

import jsonschema_rs
import pytest

from schema_tables.__main__ import FOLDER, files
from turnwire import dialects
from turnwire.documents import dialect_schemas, schemas

NAMES = [name for dialect in schemas.dialects() for name in schemas.names(dialect)]


def test_the_files_are_what_the_tables_make() -> None:
    made = files()
    stale = [str(path.relative_to(FOLDER)) for path, text in made.items() if path.read_text("utf-8") != text]
    assert [] == stale, "run `make schemas`"
    assert sorted(made) == sorted(FOLDER.glob("dialects/*/*.schema.json"))


@pytest.mark.parametrize("name", NAMES)
def test_a_schema_is_valid_and_has_its_name(name: str) -> None:
    document = json.loads(schemas.schema(name))
    assert document["$schema"] == "https://json-schema.org/draft/2020-12/schema"
    assert document["$id"] == schemas.id_of(name)
    assert jsonschema_rs.meta.is_valid(document)
    assert jsonschema_rs.meta.is_valid(dialect_schemas.closed(document))
    schemas.validator(name)


@pytest.mark.parametrize("name", NAMES)
def test_a_schema_is_of_a_dialect_and_one_of_its_kinds(name: str) -> None:
    dialect, _, kind = name.partition("/")
    assert kind in dialects.get(dialect).kinds
    assert dialect_schemas.name_of(dialect, kind) == name


def test_dialects_and_systems_are_told_apart() -> None:
    assert set() == set(schemas.dialects()) & {*schemas.systems(), schemas.RULES}
    assert set(NAMES) < set(schemas.every_name())
    assert ("openai_chat/request", "glm/history") == (
        schemas.full_name("openai_chat"),
        schemas.full_name("glm/history"),
    )


def test_what_has_no_schema_is_none() -> None:
    assert dialect_schemas.name_of("glm", "request") is None
    assert dialect_schemas.provider_schema("turnwire", "request") is None
    assert dialect_schemas.provider_validator("openai_chat", "letter") is None


OPEN: dict[str, Any] = {"properties": {"a": {}}}
CLOSED: dict[str, Any] = {**OPEN, "additionalProperties": False}
FREE: dict[str, Any] = {**OPEN, "additionalProperties": {"type": "string"}}
# The condition of a branch, and the words that a tag may have, name one member of several.
UNION: dict[str, Any] = {"if": OPEN, "then": {"$ref": "#/$defs/A"}, "else": OPEN}


@pytest.mark.parametrize(("given", "expected"), [(OPEN, CLOSED), (FREE, FREE), (UNION, UNION), ({}, {})])
def test_closing(given: dict[str, Any], expected: dict[str, Any]) -> None:
    assert {**expected, "$defs": {"A": expected}} == dialect_schemas.closed({**given, "$defs": {"A": given}})
