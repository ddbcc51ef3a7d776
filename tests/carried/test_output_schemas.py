"""What a tool returns is in the target's member for it, or in the description of the tool."""

from __future__ import annotations

import json
from typing import Any

import pytest
from msgspec import Raw

import turnwire

GOOGLES = {"type": "OBJECT", "properties": {"degrees": {"type": "number", "nullable": True}}}
SCHEMA = {"type": "object", "properties": {"degrees": {"type": ["number", "null"]}}}
WORDS = f"It returns JSON of this schema: {json.dumps(SCHEMA, separators=(',', ':'))}"


def gemini(**more: Any) -> dict[str, Any]:
    user = {"role": "user", "parts": [{"text": "Hello."}]}
    return {"contents": [user], "tools": [{"functionDeclarations": [{"name": "weather", **more}]}]}


def tools_of(target: str, **more: Any) -> Any:
    written = turnwire.convert(gemini(**more), target, source="gemini_generate", kind="request")
    return json.loads(written.data)["tools"][0]


# The same schema, as the two members of Google have it.
@pytest.mark.parametrize("member", [{"response": GOOGLES}, {"responseJsonSchema": SCHEMA}])
def test_responses_has_a_member_for_it(member: dict[str, Any]) -> None:
    assert SCHEMA == tools_of("openai_responses", **member)["output_schema"]


@pytest.mark.parametrize("member", [{"response": GOOGLES}, {"responseJsonSchema": SCHEMA}])
@pytest.mark.parametrize(
    "target", ["openai_chat", "groq_chat", "anthropic_messages", "vertex_anthropic", "mistral_chat", "ollama_chat"]
)
def test_others_have_it_in_the_description(member: dict[str, Any], target: str) -> None:
    tool = tools_of(target, description="Tells the weather.", **member)
    assert f"Tells the weather.\n\n{WORDS}" == tool.get("function", tool)["description"]


def test_a_tool_without_a_description_has_these_words() -> None:
    assert WORDS == tools_of("anthropic_messages", response=GOOGLES)["description"]


def test_both_are_reported() -> None:
    body = gemini(description="Tells the weather.", response=GOOGLES)
    written = turnwire.convert(body, "anthropic_messages", source="gemini_generate", kind="request")
    told: dict[str, Any] = {loss.path: (loss.kind, loss.value) for loss in written.losses if loss.kind != "invented"}
    place = "/settings/tools/0"
    assert told == {
        f"{place}/output_schema": ("degraded", SCHEMA),
        f"{place}/description": ("reshaped", "Tells the weather."),
    }


# Members as a client of Google writes them; the last ones are no schemas of Google's.
MEMBERS: list[dict[str, Any]] = [
    {"response": GOOGLES},
    {"responseJsonSchema": SCHEMA},
    {"response": GOOGLES, "responseJsonSchema": SCHEMA},
    {"response": {"type": 6}},
    {"response": {"type": "object", "unheard": 1}},
    {"response": "of"},
    {"response": None},
]


@pytest.mark.parametrize("member", MEMBERS)
def test_google_gets_it_back(member: dict[str, Any]) -> None:
    body = gemini(description="Tells the weather.", **member)
    written = turnwire.convert(body, "gemini_generate", source="gemini_generate", kind="request")
    assert body == json.loads(written.data)
    assert () == written.losses


def test_a_changed_schema_is_written() -> None:
    document: Any = turnwire.read(gemini(response=GOOGLES), "gemini_generate", kind="request")
    changed = {"type": "object", "unevaluatedProperties": False}
    document.settings.tools[0].output_schema = Raw(json.dumps(changed).encode())
    declaration = json.loads(turnwire.write(document, "gemini_generate").data)["tools"][0]["functionDeclarations"][0]
    assert {"name": "weather", "responseJsonSchema": changed} == declaration
