"""The notation of schemas/tables: each expression and the schema that it becomes, each mistake and its message."""

from __future__ import annotations

import textwrap
from typing import Any

import jsonschema_rs
import pytest

from schema_tables.documents import schemas
from schema_tables.nodes import TableError

OBJECTS = """
  A:
    type!: '"a"'
    x: integer
  B:
    type!: '"b"'
    inner: Node
  C:
    y!: text
  Node: 'by type { a: A, b: B }'
  Level: '"low" | "high"'
  Content: text | list<A>
"""
IF_A = {"required": ["type"], "properties": {"type": {"const": "a"}}}
IF_B = {"required": ["type"], "properties": {"type": {"const": "b"}}}
A, B, C = ({"$ref": f"#/$defs/{name}"} for name in "ABC")
NEITHER = {"required": ["type"], "properties": {"type": {"enum": ["a", "b"]}}}
A_OR_B = {"if": IF_A, "then": A, "else": {"if": IF_B, "then": B, "else": NEITHER}}
TEXT, ONE = {"type": "string"}, {"const": "a"}

COMPILED: list[tuple[str, dict[str, Any]]] = [
    ("text", TEXT),
    ("text 1..64", {"type": "string", "minLength": 1, "maxLength": 64}),
    ("text ..64", {"type": "string", "maxLength": 64}),
    (r"text /^a\/b+$/", {"type": "string", "pattern": "^a/b+$"}),
    ("text /^a$/ 1..", {"type": "string", "minLength": 1, "pattern": "^a$"}),
    ("text 1.. /^a$/", {"type": "string", "minLength": 1, "pattern": "^a$"}),
    ("text?", {"type": ["string", "null"]}),
    ("text | null", {"type": ["string", "null"]}),
    ("integer", {"type": "integer"}),
    ("integer? 0..", {"type": ["integer", "null"], "minimum": 0}),
    ("integer 0..?", {"type": ["integer", "null"], "minimum": 0}),
    ("integer -100..100", {"type": "integer", "minimum": -100, "maximum": 100}),
    ("number 0..2.5", {"type": "number", "minimum": 0, "maximum": 2.5}),
    ("number 0<..<1", {"type": "number", "exclusiveMinimum": 0, "exclusiveMaximum": 1}),
    ("boolean", {"type": "boolean"}),
    ("null", {"const": None}),
    ("true", {"const": True}),
    ("any", {}),
    ("any?", {}),
    ("object", {"type": "object"}),
    ('"a"', ONE),
    ('"a"?', {"enum": ["a", None]}),
    ('"a" | "b \\"c\\""', {"enum": ["a", 'b "c"']}),
    ("Level", {"enum": ["low", "high"]}),
    ("Level?", {"enum": ["low", "high", None]}),
    ("list<text>", {"type": "array", "items": TEXT}),
    ("list<text> 1..4", {"type": "array", "items": TEXT, "minItems": 1, "maxItems": 4}),
    ("list<list<any>?>", {"type": "array", "items": {"type": ["array", "null"], "items": {}}}),
    ("map<integer 0..>", {"type": "object", "additionalProperties": {"type": "integer", "minimum": 0}}),
    ("map<text> ..16", {"type": "object", "additionalProperties": TEXT, "maxProperties": 16}),
    ("text? | list<text> ..4", {"type": ["string", "array", "null"], "items": TEXT, "maxItems": 4}),
    ("Content", {"type": ["string", "array"], "items": {"type": "object", **A}}),
    ("Content | integer", {"type": ["string", "array", "integer"], "items": {"type": "object", **A}}),
    ('"a" | integer 1..', {"type": ["string", "integer"], "if": TEXT, "then": ONE, "minimum": 1}),
    ("C", {"type": "object", **C}),
    ("C?", {"type": ["object", "null"], **C}),
    ("text | C", {"type": ["string", "object"], **C}),
    ('"a" | C', {"type": ["string", "object"], "if": TEXT, "then": ONE, **C}),
    ("by type { a: A, b: B }", {"type": "object", **A_OR_B}),
    ("by type { a: A, b: B, }", {"type": "object", **A_OR_B}),
    ("by type { a: A } else C", {"type": "object", "if": IF_A, "then": A, "else": C}),
    ("by type { a: A } else any", {"type": "object", "if": IF_A, "then": A, "else": {}}),
    (
        "by type? { a: A, b: B }",
        {**A_OR_B, "type": "object", "if": {"properties": {"type": {"const": "a"}}}},
    ),
    ("Node", {"type": "object", "$ref": "#/$defs/Node"}),
    ("list<Node>?", {"type": ["array", "null"], "items": {"type": "object", "$ref": "#/$defs/Node"}}),
    ("text | by type { a: A, b: B }", {"type": ["string", "object"], **A_OR_B}),
    ('"a" | by type { a: A, b: B }', {"type": ["string", "object"], "if": TEXT, "then": ONE, "else": A_OR_B}),
    (
        'by type { a: A, "b-1": A, b: B } else C',
        {
            "type": "object",
            "if": {"required": ["type"], "properties": {"type": {"enum": ["a", "b-1"]}}},
            "then": A,
            "else": {"if": IF_B, "then": B, "else": C},
        },
    ),
    (
        "one of { x: A, y: C }",
        {
            "type": "object",
            "if": {"required": ["x"]},
            "then": A,
            "else": {
                "if": {"required": ["y"]},
                "then": C,
                "else": {"anyOf": [{"required": ["x"]}, {"required": ["y"]}]},
            },
        },
    ),
    ("one of { x: A } else C", {"type": "object", "if": {"required": ["x"]}, "then": A, "else": C}),
]

MISTAKES = [
    ("", "expected a type at the end in ``"),
    ("text |", "expected a type at the end in `text |`"),
    ("text text", "expected `|` or the end before `text` in `text text`"),
    ("list<text", "expected `>` at the end in `list<text`"),
    ("text & null", "expected a type before `& null` in `text & null`"),
    ("boolean 1..2", "only texts, numbers, lists and maps have bounds: `boolean 1..2`"),
    ("by { a: A }", "expected the member that decides before `{ a: A }`"),
    ("by type { a A }", "expected `:` before `A }`"),
    ("one { a: A }", "expected `of` before `{ a: A }`"),
    ("Letter", "there is no object Letter"),
    ("by type { a: Letter }", "there is no object Letter"),
    ("by type { a: Level }", "Level is no object"),
    ("by type { a: A, a: B }", "a word is there twice among the branches"),
    ("by type { ..., a: A }", "`...` stands first in a definition of its own"),
    ("A | B", "alternatives must differ in their JSON type; use `by` or `one of` for objects"),
    ("integer | number", "alternatives must differ in their JSON type"),
    ('text | "a"', "words beside `text` allow nothing more; write `text` alone"),
    ("text | any", "`any` stands alone"),
    ("text | true", "`true` and `false` stand beside words only"),
    ("Endless", "Endless is defined by itself"),
]


def table(expression: str, more: str = "") -> str:
    quoted = expression.replace("'", "''")
    return (
        f"dialect: t\nobjects:\n  R:\n    m: '{quoted}'\n  Endless: text | list<Endless>\n{OBJECTS}{more}\nrequest: R\n"
    )


def compiled(expression: str) -> dict[str, Any]:
    return schemas("t", {"t": table(expression)}.__getitem__)["request"]


@pytest.mark.parametrize(("expression", "expected"), COMPILED)
def test_an_expression_becomes_a_schema(expression: str, expected: dict[str, Any]) -> None:
    schema = compiled(expression)
    assert expected == schema["properties"]["m"]
    assert jsonschema_rs.meta.is_valid(schema)
    jsonschema_rs.Draft202012Validator(schema)  # each reference leads somewhere


@pytest.mark.parametrize(("expression", "message"), MISTAKES)
def test_a_mistake_is_named_with_its_place(expression: str, message: str) -> None:
    with pytest.raises(TableError) as error:
        compiled(expression)
    assert str(error.value).startswith("t: R.m: ")
    assert message in str(error.value)


def test_a_document_has_its_name_and_its_source() -> None:
    text = "dialect: t\ntitle: The T format\nversion: 2\nsource: t.example\nrequest: R\nobjects: {R: {m!: [text, It.]}}"
    assert {
        "request": {
            "$schema": "https://json-schema.org/draft/2020-12/schema",
            "$id": "https://turnwire.dev/schemas/t/v2/request",
            "$comment": "Made from schemas/tables/t.yaml, version 2. Source: t.example",
            "title": "The T format: request",
            "description": "The body of a request in the format t.",
            "type": "object",
            "properties": {"m": {"description": "It.", "type": "string"}},
            "required": ["m"],
            "$defs": {},
        }
    } == schemas("t", {"t": text}.__getitem__)


def test_a_question_mark_needs_no_quotes_in_a_list() -> None:
    text = 'dialect: t\nrequest: R\nobjects: {R: {m: [integer? 1.., "Which?"], n: [text?, b], o: text? | list<text>}}'
    found = schemas("t", {"t": text}.__getitem__)["request"]["properties"]
    assert {
        "m": {"description": "Which?", "type": ["integer", "null"], "minimum": 1},
        "n": {"description": "b", "type": ["string", "null"]},
        "o": {"type": ["string", "array", "null"], "items": TEXT},
    } == found


PLACES: list[tuple[object, list[tuple[list[str | int], str]]]] = [
    ({"m": "text"}, []),
    ({"m": [{"type": "a", "x": 1}, {"type": "b", "inner": {"type": "a"}}]}, []),
    ({"m": 5}, [(["m"], '5 is not of types "string", "array"')]),
    ({"m": ["text"]}, [(["m", 0], '"text" is not of type "object"')]),
    ({"m": [{}]}, [(["m", 0], '"type" is a required property')]),
    ({"m": [{"type": "c"}]}, [(["m", 0, "type"], '"c" is not one of "a" or "b"')]),
    ({"m": [{"type": "a", "x": "1"}]}, [(["m", 0, "x"], '"1" is not of type "integer"')]),
    (
        {"m": [{"type": "b", "inner": {"type": "b", "inner": 1}}]},
        [(["m", 0, "inner", "inner"], '1 is not of type "object"')],
    ),
]


@pytest.mark.parametrize(("document", "found"), PLACES)
def test_each_fault_is_one_finding_at_its_place(document: object, found: object) -> None:
    validator = jsonschema_rs.Draft202012Validator(compiled("text | list<Node>"))
    assert found == [(each.instance_path, each.message) for each in validator.iter_errors(document)]


BASE = """
    dialect: base
    source: base.example
    request: R
    error: text
    objects:
      R:
        a!: text
        b: integer
        part: Part
      Part: 'by type { x: X, y: Y }'
      X: {type!: '"x"'}
      Y: {type!: '"y"'}
"""


def extended(objects: str) -> dict[str, dict[str, Any]]:
    new = f"dialect: new\nextends: base\nobjects:\n{textwrap.indent(textwrap.dedent(objects), '  ')}"
    return schemas("new", {"base": textwrap.dedent(BASE), "new": new}.__getitem__)


def test_a_table_adds_replaces_and_removes_members() -> None:
    found = extended("R: {a: boolean, b: none, c!: text}")
    assert ["request", "error"] == list(found)
    assert {"a": {"type": "boolean"}, "c": TEXT} == {
        key: value for key, value in found["request"]["properties"].items() if key != "part"
    }
    assert ["c"] == found["request"]["required"]
    assert "https://turnwire.dev/schemas/new/v1/request" == found["request"]["$id"]
    assert "Source: base.example" in found["request"]["$comment"]


def test_a_table_adds_and_removes_branches() -> None:
    part = extended("Part: 'by type { ..., z: X, y: none }'")["request"]["$defs"]["Part"]
    assert {"required": ["type"], "properties": {"type": {"enum": ["x", "z"]}}} == part["if"] == part["else"]


def test_an_object_takes_over_the_members_of_others() -> None:
    found = extended("X: {q: text}\nR: {part: Both}\nBoth: {<<: [X, Y], q: integer, ...: text}")["request"]["$defs"][
        "Both"
    ]
    assert {"type": {"const": "y"}, "q": {"type": "integer"}} == found["properties"]
    assert TEXT == found["additionalProperties"]


BAD = [
    ("R: {d: none}", "R.d: `none` removes a member of the extended table, which has no such one"),
    ("Q: 'by type { ..., z: X }'", "Q: `...` stands for the branches of the extended table"),
    ("R: {<<: Letter}", "R.<<: there is no object Letter"),
    ("R: {a: text, a: text}", "line 4: 'a' is there twice"),
    ("R: {a: [text]}", "R.a: a member has a type, or a list of a type and a sentence"),
    ("R: 5x", "R: expected a type before `5x`"),
    ("R: [text]", "R: an object is a mapping of members, or an expression"),
]


@pytest.mark.parametrize(("objects", "message"), BAD)
def test_a_mistake_in_a_table_is_named(objects: str, message: str) -> None:
    with pytest.raises(TableError) as error:
        extended(objects)
    assert str(error.value).startswith(f"new: {message}")
