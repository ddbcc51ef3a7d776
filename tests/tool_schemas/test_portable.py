"""What becomes of each keyword, and what is told of it."""

from __future__ import annotations

import json
from decimal import Decimal
from typing import Any

import pytest
from tests.data import data

from turnwire.errors import InvalidDocument
from turnwire.validation.tool_schemas import Rules, check, portable

Case = tuple[str, Any, Any, list[str]]


def told(schema: Any, rules: Rules) -> tuple[Any, list[str]]:
    """The reduced schema, and its losses in short."""
    reduced, losses = portable(schema, rules)
    assert () == check(reduced, rules) == check(reduced, "implemented")
    assert (reduced, ()) == portable(reduced, rules)
    return reduced, [f"{loss.kind} {loss.path or '(root)'}" for loss in losses]


A, B = {"type": "string"}, {"type": "integer"}
LISTED = {"enum": ["x", "y"]}
CLOSED = {"type": "object", "additionalProperties": False}

# (name, schema, reduced, losses) by the documented set
DOCUMENTED: list[Case] = [
    ("a limit", {"type": "integer", "minimum": 1}, B, ["dropped /minimum"]),
    ("a title", {"title": "t", "description": "d"}, {"description": "d"}, ["dropped /title"]),
    ("a word of the draft", {"$schema": "x", "$id": "y", "type": "string"}, A, ["dropped /$schema", "dropped /$id"]),
    ("a const is a list of one", {"const": "x"}, {"enum": ["x"]}, ["reshaped /const"]),
    ("a const in an enum", {"const": "x", "enum": ["x", "y"]}, {"enum": ["x"]}, ["reshaped /const", "reshaped /enum"]),
    ("a const beside an enum", {"const": 5, **LISTED}, LISTED, ["reshaped /const", "degraded /const"]),
    ("an exclusive limit", {"exclusiveMinimum": 1}, {}, ["dropped /exclusiveMinimum"]),
]

IMPLEMENTED: list[Case] = [
    ("a const", {"const": "x", "minimum": 1}, {"const": "x", "minimum": 1}, []),
    ("more than an integer", {**B, "exclusiveMinimum": 1}, {**B, "minimum": 2}, ["reshaped /exclusiveMinimum"]),
    ("less than an integer", {**B, "exclusiveMaximum": 9}, {**B, "maximum": 8}, ["reshaped /exclusiveMaximum"]),
    ("more than a number", {"exclusiveMinimum": 1}, {"minimum": 1}, ["degraded /exclusiveMinimum"]),
    ("a limit beside", {"minimum": 3, "exclusiveMinimum": 1}, {"minimum": 3}, ["reshaped /exclusiveMinimum"]),
    (
        "a wider limit beside",
        {"minimum": 0, "exclusiveMinimum": 1},
        {"minimum": 1},
        ["degraded /exclusiveMinimum", "reshaped /minimum"],
    ),
    ("draft 4", {"minimum": 3, "exclusiveMinimum": True}, {"minimum": 3}, ["dropped /exclusiveMinimum"]),
    ("both hold", {"minimum": 1, "allOf": [{"minimum": 2}]}, {"minimum": 2}, ["reshaped /allOf", "reshaped /minimum"]),
    (
        "one of them holds",
        {"anyOf": [{"type": "integer", "minimum": 1}, {"type": "integer", "minimum": 3}]},
        {"type": "integer", "minimum": 1},
        ["degraded /anyOf", "degraded /anyOf/1/minimum"],
    ),
]

BOTH: list[Case] = [
    (
        "nothing to do",
        {"properties": {"not": A}, "required": ["not"]},
        {"properties": {"not": A}, "required": ["not"]},
        [],
    ),
    ("everything", True, {}, ["reshaped (root)"]),
    ("nothing", False, {}, ["dropped (root)"]),
    ("no schema", [1], {}, ["dropped (root)"]),
    ("a type that is none", {"type": "any"}, {}, ["dropped /type"]),
    ("a value that is none", {"required": "a", "enum": 5}, {}, ["dropped /required", "dropped /enum"]),
    (
        "a schema inside",
        {"items": {"properties": {"a/b": {"not": A}}}},
        {"items": {"properties": {"a/b": {}}}},
        ["dropped /items/properties/a~1b/not"],
    ),
    ("any items", {"items": True}, {"items": {}}, ["reshaped /items"]),
    ("no items", {"items": False}, {}, ["dropped /items"]),
    ("a property that must not be", {"properties": {"a": False}}, {"properties": {}}, ["dropped /properties/a"]),
    ("a schema for others", {"additionalProperties": A}, {}, ["dropped /additionalProperties"]),
    ("any others", {"additionalProperties": {}}, {"additionalProperties": True}, ["reshaped /additionalProperties"]),
    (
        "patterns of names",
        {"additionalProperties": False, "patternProperties": {"^a": A}},
        {},
        ["dropped /patternProperties", "dropped /additionalProperties"],
    ),
    ("conditions", {"if": A, "then": B, "else": {}}, {}, ["dropped /if", "dropped /then", "dropped /else"]),
    ("null of OpenAPI", {**A, "nullable": True}, {"type": ["string", "null"]}, ["reshaped /nullable"]),
    ("null of an enum", {**LISTED, "nullable": True}, {"enum": ["x", "y", None]}, ["reshaped /nullable"]),
    ("null of nothing", {"nullable": True}, {}, ["dropped /nullable"]),
    ("not null", {**A, "nullable": False}, A, ["dropped /nullable"]),
    # references
    ("a definition", {"$ref": "#/$defs/M", "$defs": {"M": A}}, A, ["reshaped /$ref", "reshaped /$defs/M"]),
    ("one that is not used", {"definitions": {"M": A}}, {}, ["dropped /definitions/M"]),
    ("no definitions", {"definitions": {}}, {}, ["dropped /definitions"]),
    (
        "what stands beside",
        {"$ref": "#/$defs/M", "description": "mine", "$defs": {"M": {"description": "its", **A}}},
        {"description": "mine", **A},
        ["reshaped /$ref", "dropped /$defs/M/description", "reshaped /$defs/M"],
    ),
    (
        "a quoted name",
        {"$ref": "#/$defs/a~1b%20c", "$defs": {"a/b c": A}},
        A,
        ["reshaped /$ref", "reshaped /$defs/a~1b c"],
    ),
    (
        "a place that is no definition",
        {"properties": {"a": A, "b": {"$ref": "#/properties/a"}}},
        {"properties": {"a": A, "b": A}},
        ["reshaped /properties/b/$ref"],
    ),
    (
        "an anchor",
        {"$ref": "#m", "$defs": {"M": {"$anchor": "m", **A}}},
        A,
        ["reshaped /$ref", "dropped /$defs/M/$anchor", "reshaped /$defs/M"],
    ),
    (
        "the address of the schema",
        {"$id": "http://e.com/s", "$ref": "http://e.com/s#/$defs/M", "$defs": {"M": A}},
        A,
        ["dropped /$id", "reshaped /$ref", "reshaped /$defs/M"],
    ),
    (
        "inside a schema with an address",
        {"items": {"$id": "s", "$ref": "#/$defs/M", "$defs": {"M": B}}, "$defs": {"M": A}},
        {"items": B},
        ["dropped /items/$id", "reshaped /items/$ref", "reshaped /items/$defs/M", "dropped /$defs/M"],
    ),
    ("elsewhere", {"$ref": "http://e.com/s"}, {}, ["dropped /$ref"]),
    ("nowhere", {"$ref": "#/$defs/M"}, {}, ["dropped /$ref"]),
    ("no reference", {"$ref": 5}, {}, ["dropped /$ref"]),
    ("a dynamic one", {"$dynamicRef": "#m"}, {}, ["dropped /$dynamicRef"]),
    (
        "a circle",
        {"$ref": "#/$defs/M", "$defs": {"M": {"$ref": "#/$defs/M"}}},
        {},
        ["reshaped /$ref", "degraded /$defs/M/$ref", "reshaped /$defs/M"],
    ),
    (
        "a tree",
        {"type": "object", "properties": {"next": {"$ref": "#"}}},
        {"type": "object", "properties": {"next": {"type": "object"}}},
        ["degraded /properties/next/$ref"],
    ),
    # all of them
    ("all", {"allOf": [A, {"enum": ["x"]}]}, {**A, "enum": ["x"]}, ["reshaped /allOf"]),
    (
        "all of properties",
        {"required": ["a"], "allOf": [{"properties": {"a": A}}, {"properties": {"a": LISTED}, "required": ["b"]}]},
        {"required": ["a", "b"], "properties": {"a": {**A, **LISTED}}},
        ["reshaped /allOf"],
    ),
    (
        "types of which one is left",
        {"type": ["string", "number"], "allOf": [{"type": ["integer", "null"]}]},
        {**B},
        ["reshaped /allOf", "reshaped /type", "reshaped /allOf/0/type"],
    ),
    ("types of which none is left", {**A, "allOf": [B]}, A, ["reshaped /allOf", "degraded /allOf/0/type"]),
    (
        "two texts",
        {"description": "x", "allOf": [{"description": "y"}]},
        {"description": "x"},
        ["reshaped /allOf", "dropped /allOf/0/description"],
    ),
    (
        "a closed one",
        {**CLOSED, "properties": {"a": A}, "allOf": [{"properties": {"b": B}}]},
        {**CLOSED, "properties": {"a": A, "b": B}},
        ["reshaped /allOf", "degraded /additionalProperties"],
    ),
    ("no list of them", {"allOf": A}, {}, ["dropped /allOf"]),
    # one of them
    ("types", {"anyOf": [A, {"type": "null"}]}, {"type": ["string", "null"]}, ["reshaped /anyOf"]),
    ("exactly one type", {"oneOf": [A, B]}, {"type": ["string", "integer"]}, ["reshaped /oneOf"]),
    ("numbers", {"anyOf": [B, {"type": "number"}]}, {"type": "number"}, ["reshaped /anyOf", "degraded /anyOf/0/type"]),
    (
        "numbers and not integers",
        {"oneOf": [B, {"type": "number"}]},
        {"type": "number"},
        ["degraded /oneOf", "degraded /oneOf/0/type"],
    ),
    ("values", {"anyOf": [LISTED, {"enum": ["y", 1]}]}, {"enum": ["x", "y", 1]}, ["reshaped /anyOf"]),
    ("values of which some are refused", {"oneOf": [LISTED, {"enum": ["y"]}]}, LISTED, ["degraded /oneOf"]),
    (
        "values or null",
        {"anyOf": [{**A, **LISTED}, {"type": "null"}]},
        {"type": ["string", "null"], "enum": ["x", "y", None]},
        ["reshaped /anyOf"],
    ),
    (
        "values or any text",
        {"anyOf": [LISTED, A]},
        {},
        ["degraded /anyOf", "dropped /anyOf/1/type", "dropped /anyOf/0/enum"],
    ),
    (
        "objects",
        {"oneOf": [{**CLOSED, "properties": {"a": A}, "required": ["a"]}, {**CLOSED, "properties": {"b": B}}]},
        {**CLOSED, "properties": {"a": A, "b": B}},
        ["degraded /oneOf", "dropped /oneOf/0/required"],
    ),
    (
        "an object or nothing",
        {"anyOf": [{**CLOSED, "properties": {"a": A}}, {"type": "null"}]},
        {**CLOSED, "type": ["object", "null"], "properties": {"a": A}},
        ["reshaped /anyOf"],
    ),
    ("one that takes all", {"anyOf": [A, {}]}, {}, ["degraded /anyOf", "dropped /anyOf/0/type"]),
    ("only one", {"anyOf": [{**A, "description": "x"}]}, {**A, "description": "x"}, ["reshaped /anyOf"]),
    ("one that takes none", {"anyOf": [A, False]}, A, ["reshaped /anyOf/1", "reshaped /anyOf"]),
    ("none of them", {"anyOf": []}, {}, ["dropped /anyOf"]),
    (
        "what a definition says, left out",
        {"anyOf": [{"$ref": "#/$defs/M"}, {"type": "array"}], "$defs": {"M": {"type": "array", "items": A}}},
        {"type": "array"},
        ["reshaped /anyOf/0/$ref", "degraded /anyOf", "dropped /$defs/M/items", "reshaped /$defs/M"],
    ),
    # lists of schemas for items
    (
        "a pair",
        {"prefixItems": [A, B], "items": False},
        {"items": {"type": ["string", "integer"]}},
        ["dropped /items", "degraded /prefixItems"],
    ),
    (
        "a pair and more",
        {"prefixItems": [A], "items": B},
        {"items": {"type": ["string", "integer"]}},
        ["degraded /prefixItems"],
    ),
    ("a pair and anything", {"prefixItems": [A, B]}, {}, ["dropped /prefixItems"]),
    (
        "a pair of draft 7",
        {"items": [A, B], "additionalItems": False},
        {"items": {"type": ["string", "integer"]}},
        ["dropped /additionalItems", "degraded /items"],
    ),
    ("additional to nothing", {"items": A, "additionalItems": B}, {"items": A}, ["dropped /additionalItems"]),
]


def rows(cases: list[Case]) -> pytest.MarkDecorator:
    return pytest.mark.parametrize(("schema", "reduced", "losses"), [c[1:] for c in cases], ids=[c[0] for c in cases])


@rows(DOCUMENTED)
def test_by_the_documented_set(schema: Any, reduced: Any, losses: list[str]) -> None:
    assert (reduced, losses) == told(schema, "documented")


@rows(IMPLEMENTED)
def test_by_the_implemented_set(schema: Any, reduced: Any, losses: list[str]) -> None:
    assert (reduced, losses) == told(schema, "implemented")


@pytest.mark.parametrize("rules", ["documented", "implemented"])
@rows(BOTH)
def test_by_both_sets(schema: Any, reduced: Any, losses: list[str], rules: Rules) -> None:
    assert (reduced, losses) == told(schema, rules)


def test_a_loss_says_what_stood_where() -> None:
    schema = {"properties": {"a": {"$ref": "#/$defs/M"}}, "$defs": {"M": {"multipleOf": 0.5}}}
    _, losses = portable(schema, path="/settings/tools/2/input_schema")
    (lost,) = [loss for loss in losses if loss.kind == "dropped"]
    assert lost.path == "/settings/tools/2/input_schema/$defs/M/multipleOf"
    assert [lost.feature, lost.dialect, lost.value] == ["tool.input_schema.multipleOf", "portable", 0.5]


def test_a_definition_is_told_once_however_often_it_is_used() -> None:
    schema = {"properties": {n: {"$ref": "#/$defs/M"} for n in "abc"}, "$defs": {"M": {**A, "$comment": "c"}}}
    _, losses = told(schema, "documented")
    assert losses.count("dropped /$defs/M/$comment") == 1


def test_words_stay_in_their_order() -> None:
    schema = {"required": ["a"], "properties": {"a": {"anyOf": [A], "description": "x"}}, "type": "object"}
    assert '{"required": ["a"], "properties": {"a": {"description": "x", "type": "string"}}, "type": "object"}' == (
        json.dumps(portable(schema)[0])
    )


def test_the_given_schema_is_not_changed() -> None:
    schema = {"$ref": "#/$defs/M", "enum": [1, 2], "$defs": {"M": {"enum": [2, 3], "required": ["a"]}}}
    before = json.dumps(schema)
    portable(schema)
    assert before == json.dumps(schema)


@pytest.mark.parametrize("number", ["123456789012345678901234567890", "0.1234567890123456789", "1e400", "1.0", "1"])
def test_numbers_are_kept_to_the_digit(number: str) -> None:
    reduced, losses = portable(b'{"enum":[%s],"minimum":%s}' % (number.encode(), number.encode()), "implemented")
    assert losses == ()
    assert Decimal(number) == Decimal(str(reduced["minimum"])) == Decimal(str(reduced["enum"][0]))


def test_ten_thousand_properties() -> None:
    schema = {"properties": {f"p{n}": {**A, "$comment": "c"} for n in range(10_000)}}
    reduced, losses = told(schema, "documented")
    assert (10_000, 10_000) == (len(reduced["properties"]), len(losses))


def test_the_deepest_schema() -> None:
    schema: dict[str, Any] = {"not": {}}
    for _ in range(62):
        schema = {"items": schema}
    assert ["dropped " + "/items" * 62 + "/not"] == told(schema, "documented")[1]
    with pytest.raises(InvalidDocument):
        portable({"items": {"items": schema}})


def chain(make: Any, length: int) -> dict[str, Any]:
    """Definitions of which each refers to the next."""
    return {"$ref": "#/$defs/d0", "$defs": {f"d{n}": make({"$ref": f"#/$defs/d{n + 1}"}) for n in range(length)}}


@pytest.mark.parametrize(
    ("make", "length"),
    [
        (lambda ref: {"properties": {"x": ref, "y": ref}}, 60),
        (lambda ref: {"allOf": [ref, ref]}, 60),
        (lambda ref: {"anyOf": [ref, ref]}, 60),
        (lambda ref: ref, 5_000),
        (lambda ref: {"allOf": [{"anyOf": [{"oneOf": [ref]}]}]}, 2_000),
        (lambda ref: {"items": ref}, 200),
    ],
    ids=["twice a property", "twice of all", "twice of any", "a long way", "a deep way", "a deep result"],
)
def test_references_come_to_an_end(make: Any, length: int) -> None:
    reduced, losses = told(chain(make, length), "documented")
    assert [line for line in losses if line.startswith("degraded ") and line.endswith("/$ref")]
    assert len(json.dumps(reduced)) < 1_000_000


def test_what_is_put_together_is_no_deeper_than_free_json_may_be() -> None:
    reduced, _ = portable(chain(lambda ref: {"items": ref}, 200))
    levels = 0
    while reduced:
        reduced, levels = reduced["items"], levels + 1
    assert 30 < levels < 48


@pytest.mark.parametrize("rules", ["documented", "implemented"])
def test_every_schema_of_the_public_suite_is_reduced(rules: Rules) -> None:
    folder = data("suites/JSON-Schema-Test-Suite/tests")
    groups = [group for path in sorted(folder.rglob("*.json")) for group in json.loads(path.read_bytes())]
    assert len(groups) > 700
    unsound = [group["description"] for group in groups if not sound(group["schema"], rules)]
    assert [] == unsound


def sound(schema: Any, rules: Rules) -> bool:
    reduced, losses = portable(schema, rules)
    passes = not check(reduced, rules) and portable(reduced, rules) == (reduced, ())
    # What is changed is told, and what is told is changed.
    return passes and bool(losses) == (json.dumps(reduced) != json.dumps(schema))
