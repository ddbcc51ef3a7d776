"""Claude gets schemas without the bounds that its server refuses; each is reported as dropped."""

from __future__ import annotations

import json
from typing import Any

import pytest

import turnwire

USER = {"role": "user", "content": "How long is the Aare?"}
TARGETS = ("anthropic_messages", "bedrock_anthropic", "vertex_anthropic")


def closed(**properties: Any) -> dict[str, Any]:
    return {
        "type": "object",
        "properties": properties,
        "required": sorted(properties),
        "additionalProperties": False,
    }


LIST = {"type": "array", "items": {"type": "string"}}
# The schema, the schema that is sent, and what is dropped.
CASES: dict[str, tuple[dict[str, Any], dict[str, Any], list[str]]] = {
    "a number": (
        closed(km={"type": "integer", "minimum": 1, "exclusiveMaximum": 900, "multipleOf": 2}),
        closed(km={"type": "integer"}),
        ["properties/km/minimum", "properties/km/exclusiveMaximum", "properties/km/multipleOf"],
    ),
    "a text in a list": (
        closed(towns=LIST | {"items": {"type": "string", "maxLength": 9, "pattern": "^[A-Z]"}}),
        closed(towns=LIST | {"items": {"type": "string", "pattern": "^[A-Z]"}}),
        ["properties/towns/items/maxLength"],
    ),
    "the length of a list": (
        closed(towns=LIST | {"minItems": 2, "maxItems": 3, "uniqueItems": True}),
        closed(towns=LIST),
        ["properties/towns/minItems", "properties/towns/maxItems", "properties/towns/uniqueItems"],
    ),
    "one entry or more": (closed(towns=LIST | {"minItems": 1}), closed(towns=LIST | {"minItems": 1}), []),
    "in alternatives": (
        closed(km={"anyOf": [{"type": "number", "maximum": 900}, {"type": "null"}]}),
        closed(km={"anyOf": [{"type": "number"}, {"type": "null"}]}),
        ["properties/km/anyOf/0/maximum"],
    ),
    "members with such names": (closed(minimum={"type": "string"}), closed(minimum={"type": "string"}), []),
}


def sent(more: dict[str, Any], target: str, place: str) -> tuple[Any, list[str]]:
    body = {"model": "gpt-5.2", "messages": [USER], **more}
    done = turnwire.convert(body, target, source="openai_chat", kind="request", model="claude-opus-4-8")
    dropped = [loss.path for loss in done.losses if loss.kind == "dropped" and loss.path.startswith(place)]
    return json.loads(done.data), [path.removeprefix(place) for path in dropped]


@pytest.mark.parametrize("target", TARGETS)
@pytest.mark.parametrize(("schema", "expected", "dropped"), CASES.values(), ids=CASES)
def test_an_answer(schema: Any, expected: Any, dropped: list[str], target: str) -> None:
    wanted = {"type": "json_schema", "json_schema": {"name": "river", "schema": schema, "strict": True}}
    body, found = sent({"response_format": wanted}, target, "/settings/response_format/schema/")
    assert (body["output_config"]["format"]["schema"], found) == (expected | {"title": "river"}, dropped)


@pytest.mark.parametrize("strict", [True, False])
@pytest.mark.parametrize(("schema", "expected", "dropped"), CASES.values(), ids=CASES)
def test_a_tool(schema: Any, expected: Any, dropped: list[str], *, strict: bool) -> None:
    function = {"name": "measure", "parameters": schema, "strict": strict}
    tools = [{"type": "function", "function": function}]
    body, found = sent({"tools": tools}, TARGETS[0], "/settings/tools/0/input_schema/")
    assert body["tools"][0]["input_schema"] == (expected if strict else schema)
    assert found == (dropped if strict else [])


def test_a_request_for_claude_comes_back() -> None:
    schema = CASES["a number"][0]
    body = {
        "model": "claude-opus-4-8",
        "max_tokens": 9,
        "messages": [USER],
        "tools": [{"name": "measure", "strict": True, "input_schema": schema}],
        "output_config": {"format": {"type": "json_schema", "schema": schema}},
    }
    done = turnwire.write(turnwire.read(body, TARGETS[0], kind="request"), TARGETS[0])
    assert (json.loads(done.data), done.losses) == (body, ())
