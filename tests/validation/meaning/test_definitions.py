"""Which schemas of tools are no JSON Schemas, where the finding is, and that no right one is reported."""

from __future__ import annotations

from typing import Any

import pytest
from tests.validation.meaning.documents import HI, anthropic, chat, found

from turnwire.codec.json import loads
from turnwire.validation.meaning import meaning
from turnwire.validation.meaning.definitions import faults, is_sound
from turnwire.validation.outline import outline_of

TEXT = {"type": "string"}


def of(**properties: Any) -> dict[str, Any]:
    return {"type": "object", "properties": properties}


WRONG: dict[str, tuple[Any, str, str]] = {
    "a type of Python": (of(a={"type": "str"}), "/properties/a", "string"),
    "a type of Gemini": ({"type": "OBJECT"}, "", "object"),
    "a type that nothing is near": (of(a={"type": "any"}), "/properties/a/type", ""),
    "one of several types": ({"type": ["string", "none"]}, "/type", ""),
    "a type that is no text": ({"type": 5}, "/type", ""),
    "a property that is required": (of(a={**TEXT, "required": True}), "/properties/a/required", ""),
    "a property that is a word": (of(a="string"), "/properties/a", ""),
    "properties in a list": ({"type": "object", "properties": ["a"]}, "/properties", ""),
    "words that are no list": (of(a={**TEXT, "enum": "red"}), "/properties/a/enum", ""),
    "entries that are a word": ({"type": "array", "items": "string"}, "/items", ""),
    "a form that is a word": ({"anyOf": [TEXT, "null"]}, "/anyOf/1", ""),
    "forms that are no list": ({"anyOf": TEXT}, "/anyOf", ""),
    "a text that closes an object": (of() | {"additionalProperties": "false"}, "/additionalProperties", ""),
    "deep inside": (
        of(a={"type": "array", "items": of(b={"type": "int"})}),
        "/properties/a/items/properties/b",
        "integer",
    ),
}
RIGHT: dict[str, Any] = {
    "nothing": {},
    "no schema": None,
    "true and false": of(a=True, b=False),
    "several types": of(a={"type": ["string", "null"]}),
    "properties with the names of keywords": of(type=TEXT, required=TEXT, properties=of(), enum=TEXT),
    "entries of older drafts": {"type": "array", "items": [TEXT]},
    "forms": {"anyOf": [TEXT, {"type": "null"}], "not": {"const": 5}},
    "a closed object": of(a=TEXT) | {"required": ["a"], "additionalProperties": False},
    "an object of texts": {"type": "object", "additionalProperties": TEXT},
    "a reference": of(a={"$ref": "#/$defs/a"}) | {"$defs": {"a": TEXT}},
}


@pytest.mark.parametrize(("schema", "place", "meant"), WRONG.values(), ids=WRONG)
def test_what_is_no_schema_has_a_place(schema: Any, place: str, meant: str) -> None:
    (fault,) = faults(schema, ())
    assert ("".join(f"/{step}" for step in fault.path), fault.meant) == (place, meant)


@pytest.mark.parametrize("schema", RIGHT.values(), ids=RIGHT)
def test_a_schema_has_no_fault(schema: Any) -> None:
    assert list(faults(schema, ())) == []


@pytest.mark.parametrize(("schema", "place", "meant"), WRONG.values(), ids=WRONG)
def test_what_is_no_schema_is_not_passed_over(schema: Any, place: str, meant: str) -> None:
    try:
        assert not is_sound(schema), (place, meant)
    except (TypeError, AttributeError):
        return  # the caller leaves such a document to the rules


SOUND: dict[str, Any] = {
    "a type": TEXT,
    "properties": of(a=TEXT, b=of(c=TEXT)),
    "a list of words": TEXT | {"enum": ["a"]},
    "a list of names": of(a=TEXT) | {"required": ["a"]},
    "entries": {"type": "array", "items": TEXT},
    "a closed object": of() | {"additionalProperties": False},
}


@pytest.mark.parametrize("schema", SOUND.values(), ids=SOUND)
def test_a_schema_of_few_keywords_is_certainly_sound(schema: Any) -> None:
    assert is_sound(schema)


@pytest.mark.parametrize(("levels", "count"), [(64, 1), (65, 0), (200, 0)])
def test_a_deep_schema_ends(levels: int, count: int) -> None:
    schema: dict[str, Any] = {"type": "str"}
    for _ in range(levels):
        schema = {"type": "array", "items": schema}
    assert len(list(faults(schema, ()))) == count


def tool(kind: str) -> dict[str, Any]:
    return {"name": "clock", "parameters": of(a={"type": kind})}


SERVERS: dict[str, tuple[str, Any, list[tuple[str, str, str]]]] = {
    "chat": (
        "openai_chat",
        chat(HI, tools=[{"type": "function", "function": tool("str")}]),
        [("TW320", "error", "/tools/0/function/parameters/properties/a/type")],
    ),
    "responses": (
        "openai_responses",
        {"model": "m", "input": "Hi.", "tools": [{"type": "function", **tool("str")}]},
        [("TW320", "error", "/tools/0/parameters/properties/a/type")],
    ),
    "anthropic": (
        "anthropic_messages",
        anthropic(HI, tools=[{"name": "clock", "input_schema": of(a={"type": "str"})}]),
        [("TW320", "error", "/tools/0/input_schema/properties/a/type")],
    ),
    "a server that nobody knows to refuse it": (
        "ollama_chat",
        chat(HI, tools=[{"type": "function", "function": tool("str")}]),
        [("TW320", "warning", "/tools/0/function/parameters/properties/a/type")],
    ),
    "gemini: types in capitals": (
        "gemini_generate",
        {
            "contents": [{"role": "user", "parts": [{"text": "Hi."}]}],
            "tools": [{"functionDeclarations": [tool("STRING")]}],
        },
        [],
    ),
}


@pytest.mark.parametrize(("dialect", "tree", "expected"), SERVERS.values(), ids=SERVERS)
def test_who_refuses_it(dialect: str, tree: Any, expected: list[tuple[str, str, str]]) -> None:
    assert found(dialect, tree) == expected


TYPES = "write one of array, boolean, integer, null, number, object, string"
# A schema, and what the finding says, advises and writes.
WORDS: dict[str, tuple[Any, str, str, str]] = {
    "a type of Python": ({"type": "str"}, '"str" is no type of JSON Schema', 'did you mean "string"?', "string"),
    "a type in capitals": (
        {"type": "OBJECT"},
        '"OBJECT" is no type of JSON Schema',
        'did you mean "object"?',
        "object",
    ),
    "a type that nothing is near": ({"type": "any"}, '"any" is no type of JSON Schema', TYPES, ""),
    "a type that is no text": ({"type": 5}, "5 is no type of JSON Schema", TYPES, ""),
    "one of several types": (
        {"type": ["string", "none"]},
        '"none" is no type of JSON Schema',
        'did you mean "null"?',
        "",
    ),
    "a property that is required": (
        {"required": True},
        "`required` is true, and not a list",
        "name what is required in a list, beside `properties`",
        "",
    ),
    "words that are no list": ({"enum": "red"}, '`enum` is "red", and not a list', "write a list", ""),
    "properties in a list": (
        {"properties": ["a"]},
        "`properties` is a list, and not an object",
        "give each property a schema",
        "",
    ),
    "a word for a schema": ({"items": "string"}, '"string" stands in the place of a schema', "write a schema", ""),
}


@pytest.mark.parametrize(("schema", "message", "hint", "meant"), WORDS.values(), ids=WORDS)
def test_a_finding_says_what_to_write(schema: Any, message: str, hint: str, meant: str) -> None:
    tree = anthropic(HI, tools=[{"name": "clock", "input_schema": of(a=schema)}])
    (each,) = meaning(outline_of("anthropic_messages", tree, "request"))
    assert (each.message, each.hint) == (message, hint)
    place = "/tools/0/input_schema/properties/a/type"
    patch = [{"op": "replace", "path": place, "value": meant}]
    written = [(fix.message, fix.safe, loads(fix.patch.encode())) for fix in each.fixes]
    assert written == ([(f'write "{meant}"', True, patch)] if meant else [])
