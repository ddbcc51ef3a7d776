"""Members in the wrong level: which object they belong into, and what is left alone."""

from __future__ import annotations

from typing import Any

import pytest

from turnwire.codec.json import loads
from turnwire.validation import misplaced
from turnwire.validation.schema_files import id_for, tree

BASE = "https://turnwire.example/base.schema.json"
TEXT = {"type": "string"}


def obj(*required: str, **properties: Any) -> dict[str, Any]:
    return {"type": "object", "properties": properties, "required": [*required]}


FUNCTION = obj("name", name=TEXT, parameters={})
TOOL = obj("type", "function", type=TEXT, function=FUNCTION)
OPTIONAL = obj("type", type=TEXT, function={**FUNCTION, "type": ["object", "null"]})

# The object, its schema, and the hint and the members that the fix leaves behind; None if nothing is said.
HIGH: dict[str, tuple[dict[str, Any], dict[str, Any], str | None]] = {
    "all members": ({"type": "f", "name": "a", "parameters": 1}, TOOL, "put `name` and `parameters` into `function`"),
    "one member": ({"type": "f", "name": "a"}, TOOL, "put `name` into `function`"),
    "an object or null": ({"type": "f", "name": "a"}, OPTIONAL, "put `name` into `function`"),
    "no member is unknown": ({"type": "f"}, TOOL, None),
    "another member is unknown": ({"type": "f", "name": "a", "zzz": 1}, TOOL, None),
    "what the inner object needs is missing": ({"type": "f", "parameters": 1}, TOOL, None),
    "the member is no object": ({"name": "a"}, obj("function", function=TEXT), None),
    "the member may be a text": (
        {"name": "a"},
        obj("function", function={**FUNCTION, "type": ["object", "string"]}),
        None,
    ),
    "the member has no members": ({"name": "a"}, obj("function", function={"type": "object"}), None),
    "the member is anything": ({"name": "a"}, obj("function", function=True), None),
}
FLAT = obj("name", type=TEXT, name=TEXT, parameters={})
LOW: dict[str, tuple[dict[str, Any], str | None, str]] = {
    "all members": (
        {"function": {"name": "a", "parameters": 1}},
        "put the members of `function` in its place",
        "function",
    ),
    "the member that is missing": (
        {"function": {"name": "a"}},
        "put the members of `function` in its place",
        "function",
    ),
    "all members that there are": (
        {"function": {"type": "f", "name": "a", "parameters": 1}},
        "put the members of `function` in its place",
        "function",
    ),
    "the member that is missing is not there": ({"function": {"parameters": 1}}, None, ""),
    "an unknown member beside it": ({"function": {"name": "a", "zzz": 1}}, None, ""),
    "it is no object": ({"function": "name"}, None, ""),
    "a member is there already": ({"parameters": 2, "function": {"name": "a", "parameters": 1}}, None, ""),
    "the second unknown member": (
        {"zzz": 1, "function": {"name": "a"}},
        "put the members of `function` in its place",
        "function",
    ),
}
CONFIG = obj(temperature={"type": "number"})
OUTER = obj(model=TEXT, generationConfig=CONFIG)
BOTH = obj(model=TEXT, generationConfig=CONFIG, generation_config=CONFIG)
SEVERAL = obj(model=TEXT, generationConfig=CONFIG, options=CONFIG)
INTO = "it belongs into `generationConfig`"
LIST = {"type": "array", "items": obj(temperature={})}
# The object with `temperature`, its schema, the hint, and the patch.
ELSEWHERE: dict[str, tuple[dict[str, Any], dict[str, Any], str | None, list[tuple[str, str]]]] = {
    "an object that is not there": (
        {},
        OUTER,
        INTO,
        [("add", "/generationConfig"), ("move", "/generationConfig/temperature")],
    ),
    "an object that is there": ({"generationConfig": {}}, OUTER, INTO, [("move", "/generationConfig/temperature")]),
    "an object that has one": ({"generationConfig": {"temperature": 1}}, OUTER, INTO, []),
    "an object that is none": ({"generationConfig": 5}, OUTER, INTO, []),
    "two spellings": ({}, BOTH, INTO, [("add", "/generationConfig"), ("move", "/generationConfig/temperature")]),
    "the other spelling is there": (
        {"generation_config": {}},
        BOTH,
        "it belongs into `generation_config`",
        [("move", "/generation_config/temperature")],
    ),
    "both spellings are there": ({"generationConfig": {}, "generation_config": {}}, BOTH, None, []),
    "two objects have it": ({}, SEVERAL, None, []),
    "no object has it": ({}, obj(model=TEXT), None, []),
    "the entries of a list": ({}, obj(tools=LIST), "it belongs into an entry of `tools`", []),
    "the entries of two lists": (
        {},
        obj(tools=LIST, servers=LIST),
        "it belongs into an entry of `tools` or `servers`",
        [],
    ),
    "the entries of three lists": ({}, obj(tools=LIST, servers=LIST, jobs=LIST), None, []),
    "the list whose entries have the other unknown members": (
        {"seed": 1},
        obj(servers=LIST, tools={"type": "array", "items": obj(temperature={}, seed={})}),
        "it belongs into an entry of `tools`",
        [],
    ),
    "two spellings of a list": (
        {},
        obj(toolSpecs=LIST, tool_specs=LIST, servers=LIST),
        "it belongs into an entry of `toolSpecs` or `servers`",
        [],
    ),
    "an object and the entries of a list": (
        {},
        obj(tools=LIST, generationConfig=obj(temperature={})),
        INTO,
        [("add", "/generationConfig"), ("move", "/generationConfig/temperature")],
    ),
    "a list of texts": ({}, obj(tools={"type": "array", "items": TEXT}), None, []),
}


def patches(found: misplaced.Nested | None) -> list[Any]:
    return [loads(fix.patch.encode()) for fix in found.fixes] if found is not None else []


@pytest.mark.parametrize(("node", "schema", "hint"), HIGH.values(), ids=HIGH)
def test_members_that_are_too_high(node: dict[str, Any], schema: dict[str, Any], hint: str | None) -> None:
    found = misplaced.belongs_inside((), "function", node, schema, BASE)
    assert (found.hint if found is not None else None) == hint
    strays = [name for name in node if name not in schema["properties"]]
    moves = [{"op": "move", "from": f"/{name}", "path": f"/function/{name}"} for name in strays]
    assert patches(found) == ([[{"op": "add", "path": "/function", "value": {}}, *moves]] if hint else [])


@pytest.mark.parametrize(("node", "hint", "name"), LOW.values(), ids=LOW)
def test_members_that_are_too_low(node: dict[str, Any], hint: str | None, name: str) -> None:
    found = misplaced.belongs_outside((), ["name"], node, FLAT)
    assert (found.hint if found is not None else None, found.name if found is not None else "") == (hint, name)
    inner = (
        [{"op": "move", "from": f"/{name}/{each}", "path": f"/{each}"} for each in node.get("function", {})]
        if hint
        else []
    )
    assert patches(found) == ([[*inner, {"op": "remove", "path": f"/{name}"}]] if hint else [])


@pytest.mark.parametrize(("node", "schema", "hint", "patch"), ELSEWHERE.values(), ids=ELSEWHERE)
def test_a_member_that_belongs_elsewhere(
    node: dict[str, Any], schema: dict[str, Any], hint: str | None, patch: list[tuple[str, str]]
) -> None:
    found = misplaced.belongs_elsewhere(("temperature",), node | {"temperature": 0.5}, schema, BASE)
    assert (found.hint if found is not None else None) == hint
    assert [[(step["op"], step["path"]) for step in each] for each in patches(found)] == ([patch] if patch else [])
    assert all(not fix.safe for fix in (found.fixes if found is not None else ()))


@pytest.mark.parametrize(
    ("inner", "hint"),
    [
        ({"name": "a"}, "put its members into an entry of `functions`"),
        ({"name": "a", "parameters": {}}, "put its members into an entry of `functions`"),
        ({"name": "a", "hour": 5}, None),
        ({}, None),
        ("name", None),
    ],
)
def test_an_object_whose_members_an_entry_has(inner: Any, hint: str | None) -> None:
    schema = obj(functions={"type": "array", "items": FUNCTION})
    found = misplaced.belongs_elsewhere(("function",), {"function": inner}, schema, BASE)
    assert (found.hint if found is not None else None) == hint


def test_a_reference_leads_to_the_object() -> None:
    """In the schema of Gemini's requests, `generationConfig` is a reference."""
    base = id_for("gemini_generate", "request")
    assert base is not None
    found = misplaced.belongs_elsewhere(("temperature",), {"temperature": 1}, tree(base), base)
    assert found is not None
    assert found.hint == INTO


@pytest.mark.parametrize(
    ("node", "schema", "lacks"),
    [
        ({"type": "f"}, TOOL, True),
        ({"type": "f", "function": {}}, TOOL, False),
        ({}, {"anyOf": [{"required": ["a"]}, {"required": ["b", "c"]}]}, True),
        ({"b": 1}, {"anyOf": [{"required": ["a"]}, {"required": ["b", "c"]}]}, True),
        ({"b": 1, "c": 1}, {"anyOf": [{"required": ["a"]}, {"required": ["b", "c"]}]}, False),
        ({}, {"anyOf": [{}]}, True),
        ({}, {}, False),
    ],
)
def test_an_object_lacks_members(node: dict[str, Any], schema: dict[str, Any], lacks: bool) -> None:  # noqa: FBT001 - a row
    assert misplaced.lacks_members(node, schema) == lacks


def test_many_names_are_listed() -> None:
    node = {"a": 1, "b": 1, "c" * 50: 1}
    found = misplaced.belongs_inside((), "x", node, obj("x", x=obj(a={}, b={}, **{"c" * 50: {}})), BASE)
    assert found is not None
    assert found.hint == f"put `a`, `b` and `{'c' * 40}` into `x`"
