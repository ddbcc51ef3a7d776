"""What is found in a schema: which code, and where."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import pytest
from msgspec import Raw
from tests.data import data

from turnwire.errors import InvalidDocument
from turnwire.validation.tool_schemas import check
from turnwire.validation.tool_schemas.rules import TYPES

if TYPE_CHECKING:
    from turnwire.model import Diagnostic
    from turnwire.validation.tool_schemas import Rules


def found(schema: Any, rules: Rules) -> list[tuple[str, str | None]]:
    return [(each.code.removeprefix("tool_schema."), each.pointer) for each in check(schema, rules)]


@pytest.fixture(scope="module")
def recorded() -> list[dict[str, Any]]:
    """What the system's code said of schemas written for this project."""
    cases: list[dict[str, Any]] = json.loads(data("systems/canonical/tool-schema-cases.json").read_bytes())
    return cases


def as_recorded(schema: Any, finding: Diagnostic) -> str:
    """A finding in the words of that code."""
    *above, word = (finding.pointer or "").split("/")
    place = ".".join(["$", *above[1:]])
    if finding.code == "tool_schema.type":
        for part in above[1:]:
            schema = schema[part]
        return f"{place}.type: {schema['type']!r} not in allowed types {list(TYPES)}"
    return {
        "tool_schema.unknown-keyword": f"{place}: unknown JSON Schema keyword '{word}'",
        "tool_schema.disallowed-keyword": f"{place}: disallowed JSON Schema keyword '{word}'",
        "tool_schema.additional-properties": f"{place}.additionalProperties: must be boolean, got schema",
    }[finding.code]


def test_the_recorded_cases_are_found_as_the_code_finds_them(recorded: list[dict[str, Any]]) -> None:
    assert len(recorded) == 19
    expected = {case["name"]: case["errors"] for case in recorded}
    mine = {
        case["name"]: [as_recorded(case["schema"], each) for each in check(case["schema"], "implemented")]
        for case in recorded
    }
    assert expected == mine


BOTH: list[tuple[str, Any, list[tuple[str, str]]]] = [
    ("everything that is allowed", {"type": "object", "properties": {"a": {"type": "string", "enum": ["x"]}}}, []),
    ("nothing said", {}, []),
    ("a list of types", {"type": ["string", "null"]}, []),
    ("names are no keywords", {"properties": {"$ref": {"type": "null"}, "anyOf": {}, "frob": {}}}, []),
    ("a keyword below a name", {"properties": {"not": {"not": {}}}}, [("disallowed-keyword", "/properties/not/not")]),
    ("a name with signs", {"properties": {"a/~": {"$id": "x"}}}, [("unknown-keyword", "/properties/a~1~0/$id")]),
    (
        "a schema for others",
        {"additionalProperties": {"$ref": "#"}},
        [("additional-properties", "/additionalProperties")],
    ),
    (
        "several at once",
        {"$id": "x", "items": {"if": {}}},
        [("unknown-keyword", "/$id"), ("disallowed-keyword", "/items/if")],
    ),
    ("a type that is none", {"type": ["string", "any", 5]}, [("type", "/type"), ("type", "/type")]),
    ("properties that are a list", {"properties": [{}]}, [("value", "/properties")]),
    ("an empty keyword", {"": 1}, [("unknown-keyword", "/")]),
]


@pytest.mark.parametrize("rules", ["documented", "implemented"])
@pytest.mark.parametrize(("schema", "expected"), [case[1:] for case in BOTH], ids=[case[0] for case in BOTH])
def test_what_both_sets_find(schema: Any, expected: list[tuple[str, str]], rules: Rules) -> None:
    assert expected == found(schema, rules)


# What the document does not allow, or does not say, and the code takes.
WIDER: list[tuple[str, Any, list[tuple[str, str]]]] = [
    (
        "a keyword of the code alone",
        {"minimum": 1, "title": "t"},
        [("unknown-keyword", "/minimum"), ("unknown-keyword", "/title")],
    ),
    ("items as a list", {"items": [{"$ref": "#/x"}]}, [("value", "/items")]),
    ("true for a schema", {"properties": {"a": True}}, [("schema", "/properties/a")]),
    ("false for all", False, [("schema", "")]),
    ("a list for a schema", [{"$ref": "#"}], [("schema", "")]),
    ("null for a type", {"type": None}, [("type", "/type")]),
    ("no type at all", {"type": []}, [("type", "/type")]),
    ("null for a boolean", {"additionalProperties": None}, [("value", "/additionalProperties")]),
    ("one name that is required", {"required": "a"}, [("value", "/required")]),
    ("an enum of one", {"enum": "a"}, [("value", "/enum")]),
    (
        "a description that is none",
        {"description": 5, "format": None},
        [("value", "/description"), ("value", "/format")],
    ),
]


@pytest.mark.parametrize(("schema", "expected"), [case[1:] for case in WIDER], ids=[case[0] for case in WIDER])
def test_what_the_document_forbids_and_the_code_takes(schema: Any, expected: list[tuple[str, str]]) -> None:
    assert (expected, []) == (found(schema, "documented"), found(schema, "implemented"))


@pytest.mark.parametrize(
    "keyword",
    ["dependencies", "dependentRequired", "dependentSchemas", "unevaluatedProperties", "unevaluatedItems"],
)
def test_the_code_names_more_keywords_as_refused(keyword: str) -> None:
    at = f"/{keyword}"
    expected = ([("unknown-keyword", at)], [("disallowed-keyword", at)])
    assert expected == (found({keyword: {}}, "documented"), found({keyword: {}}, "implemented"))


def test_a_finding_says_what_to_do() -> None:
    (finding,) = check({"allOf": []})
    assert finding.severity == "error"
    assert "'allOf' is not allowed" in finding.message
    assert "write its parts as one schema" in (finding.hint or "")


@pytest.mark.parametrize("schema", [b'{"not":{}}', Raw(b'{"not":{}}'), {"not": {}}], ids=["bytes", "Raw", "tree"])
def test_a_schema_may_be_text(schema: Any) -> None:
    assert [("disallowed-keyword", "/not")] == found(schema, "documented")


def nested(levels: int) -> dict[str, Any]:
    schema: dict[str, Any] = {}
    for _ in range(levels - 1):
        schema = {"items": schema}
    return schema


def test_a_schema_may_be_as_deep_as_a_document() -> None:
    assert () == check(nested(64))
    for levels in (65, 100_000):
        with pytest.raises(InvalidDocument):
            check(nested(levels))


@pytest.mark.parametrize("schema", [b"{", b"\xff", {"enum": [float("nan")]}, {"const": "\ud800"}, object()])
def test_what_is_no_json_is_refused(schema: Any) -> None:
    with pytest.raises(InvalidDocument):
        check(schema)
