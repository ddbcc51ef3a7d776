"""Alternatives at the root of a tool's schema, which Anthropic and OpenAI refuse; servers of MCP often have them."""

from __future__ import annotations

import json
from typing import Any

import pytest

import turnwire

TEXT = {"type": "string"}
USER = {"role": "user", "content": "Hello"}
TARGETS = ("anthropic_messages", "vertex_anthropic", "openai_responses", "openai_chat", "azure_chat")


def chat(*schemas: Any) -> dict[str, Any]:
    tools = [{"type": "function", "function": {"name": f"f{n}", "parameters": each}} for n, each in enumerate(schemas)]
    return {"model": "m", "max_tokens": 100, "messages": [USER], "tools": tools}


def schema_in(body: Any) -> Any:
    tool = body["tools"][0]
    return tool.get("input_schema") or tool.get("parameters") or tool["function"]["parameters"]


def sent(schema: Any, target: str) -> tuple[Any, list[tuple[str, str]]]:
    done = turnwire.convert(chat(schema), target, source="fireworks_chat", kind="request")
    place = "/settings/tools/0/input_schema/"
    found = [(str(loss.kind), loss.path.removeprefix(place)) for loss in done.losses if loss.path.startswith(place)]
    return schema_in(json.loads(done.data)), found


EITHER = {"type": "object", "properties": {"a": TEXT, "b": TEXT}, "anyOf": [{"required": ["a"]}, {"required": ["b"]}]}
CASES: list[tuple[str, Any, Any]] = [
    ("one of two members", EITHER, {"type": "object", "properties": {"a": TEXT, "b": TEXT}}),
    (
        "what all alternatives require",
        {"type": "object", "oneOf": [{"required": ["a", "b"]}, {"required": ["a", "c"]}], "required": ["d"]},
        {"type": "object", "required": ["d", "a"]},
    ),
    (
        "what all parts require together",
        {"allOf": [{"properties": {"a": TEXT}, "required": ["a"]}, {"required": ["b"]}]},
        {"type": "object", "properties": {"a": TEXT}, "required": ["a", "b"]},
    ),
    (
        "members that differ by alternative",
        {"anyOf": [{"properties": {"kind": {"const": "x"}}}, {"properties": {"kind": {"const": "y"}, "a": TEXT}}]},
        {"type": "object", "properties": {"kind": {"anyOf": [{"const": "x"}, {"const": "y"}]}, "a": TEXT}},
    ),
    (
        "the root's own word on a member",
        {"properties": {"a": TEXT}, "anyOf": [{"properties": {"a": {"const": "x"}}}]},
        {"type": "object", "properties": {"a": TEXT}},
    ),
    (
        "a definition, which names itself again",
        {
            "anyOf": [{"$ref": "#/$defs/A"}],
            "$defs": {"A": {"properties": {"a": TEXT}, "oneOf": [{"$ref": "#/$defs/A"}]}},
        },
        {
            "type": "object",
            "properties": {"a": TEXT},
            "$defs": {"A": {"properties": {"a": TEXT}, "oneOf": [{"$ref": "#/$defs/A"}]}},
        },
    ),
    ("alternatives of another shape", {"anyOf": [True, {"properties": 5, "required": {}}, 7]}, {"type": "object"}),
    ("no list", {"type": ["object", "null"], "oneOf": "x"}, {"type": "object"}),
]


@pytest.mark.parametrize("target", TARGETS)
@pytest.mark.parametrize(("schema", "expected"), [case[1:] for case in CASES], ids=[case[0] for case in CASES])
def test_alternatives_are_folded_into_the_root(schema: Any, expected: Any, target: str) -> None:
    found, losses = sent(schema, target)
    assert found == expected
    words = [word for word in ("anyOf", "oneOf", "allOf") if word in schema]
    assert [path for kind, path in losses if kind == "degraded" and path != "type"] == words
    assert ("type" in [path for _, path in losses]) == (schema.get("type") != "object")


@pytest.mark.parametrize("target", TARGETS)
def test_alternatives_inside_a_member_stay(target: str) -> None:
    schema = {"type": "object", "properties": {"anyOf": {"anyOf": [TEXT, {"type": "null"}]}}}
    assert sent(schema, target) == (schema, [])


@pytest.mark.parametrize("word", ["enum", "not"])
def test_openai_refuses_two_words_more(word: str) -> None:
    schema = {"type": "object", "properties": {"a": TEXT}, word: [{}] if word == "enum" else {"required": ["a"]}}
    plain = {"type": "object", "properties": {"a": TEXT}}
    assert sent(schema, "openai_responses") == (plain, [("degraded", word)])
    assert sent(schema, "anthropic_messages") == (schema, [])


@pytest.mark.parametrize("target", ["gemini_generate", "mistral_chat", "groq_chat"])
def test_other_servers_take_them(target: str) -> None:
    done = turnwire.convert(chat(EITHER), target, source="openai_chat", kind="request")
    assert '"anyOf"' in done.text


@pytest.mark.parametrize("dialect", ["openai_chat", "azure_chat"])
def test_its_own_request_comes_back(dialect: str) -> None:
    body = chat(EITHER, {"oneOf": [EITHER], "not": {}})
    done = turnwire.convert(body, dialect, source=dialect, kind="request")
    assert json.loads(done.data) == body
    assert done.losses == ()


def test_many_alternatives_are_read_once() -> None:
    again = {"anyOf": [{"$ref": f"#/$defs/D{n}"} for n in range(30)]}
    schema = {**again, "$defs": {f"D{n}": {**again, "properties": {f"p{n}": TEXT}} for n in range(30)}}
    found, _ = sent(schema, "anthropic_messages")
    assert len(found["properties"]) == 30
