"""A value that may be null: `nullable` of Gemini's schemas, a type of its own in JSON Schema."""

from __future__ import annotations

import json
from typing import Any

import pytest

import turnwire

SCHEMAS: dict[str, tuple[dict[str, Any], dict[str, Any]]] = {
    "a type": ({"type": "STRING", "nullable": True}, {"type": ["string", "null"]}),
    "an enum": (
        {"type": "STRING", "enum": ["a"], "nullable": True},
        {"type": ["string", "null"], "enum": ["a", None]},
    ),
    "one of several": (
        {"anyOf": [{"type": "STRING"}, {"type": "INTEGER"}], "nullable": True},
        {"anyOf": [{"type": "string"}, {"type": "integer"}, {"type": "null"}]},
    ),
    "an object with objects": (
        {"type": "OBJECT", "nullable": True, "properties": {"n": {"type": "NUMBER", "nullable": True}}},
        {"type": ["object", "null"], "properties": {"n": {"type": ["number", "null"]}}},
    ),
    "a list": (
        {"type": "array", "items": {"type": "string", "nullable": True}},
        {"type": "array", "items": {"type": ["string", "null"]}},
    ),
    "no type": ({"description": "x", "nullable": True}, {"description": "x", "nullable": True}),
    "not null": ({"type": "STRING", "nullable": False}, {"type": "string", "nullable": False}),
}


def request_of(schema: dict[str, Any]) -> dict[str, Any]:
    parameters = {"type": "OBJECT", "properties": {"a": schema, "b": {"type": "STRING"}}}
    return {
        "contents": [{"role": "user", "parts": [{"text": "x"}]}],
        "tools": [{"functionDeclarations": [{"name": "f", "parameters": parameters}]}],
        "generationConfig": {"responseMimeType": "application/json", "responseSchema": schema},
    }


@pytest.mark.parametrize(("schema", "expected"), SCHEMAS.values(), ids=SCHEMAS)
def test_other_formats_get_a_type(schema: dict[str, Any], expected: dict[str, Any]) -> None:
    done = turnwire.convert(request_of(schema), "openai_chat", source="gemini_generate", model="gpt-4.1")
    body = json.loads(done.data)
    assert body["tools"][0]["function"]["parameters"]["properties"] == {"a": expected, "b": {"type": "string"}}
    assert body["response_format"]["json_schema"]["schema"] == expected
    assert [loss.path for loss in done.losses if loss.kind != "invented"] == []


@pytest.mark.parametrize("schema", [schema for schema, _ in SCHEMAS.values()], ids=SCHEMAS)
def test_at_home_it_is_written_as_it_was_read(schema: dict[str, Any]) -> None:
    body = request_of(schema)
    history = turnwire.read(body, "gemini_generate", kind="request")
    done = turnwire.write(history, "gemini_generate")
    assert json.loads(done.data) == body
    assert done.losses == ()
    assert (
        json.loads(turnwire.write(turnwire.read(turnwire.write(history, "turnwire").data), "gemini_generate").data)
        == body
    )
