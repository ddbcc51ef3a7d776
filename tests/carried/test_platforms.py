"""A reply keeps every member that its API documents when it goes to another platform of the same API.

The members are those of the data folder's descriptions: for each, a reply with a value of its type is converted.
"""

from __future__ import annotations

import functools
import json
from typing import Any

import pytest
from tests.data import data

import turnwire

ANTHROPIC = ("anthropic_messages", "bedrock_anthropic", "vertex_anthropic")
GEMINI = ("gemini_generate", "vertex_gemini")
# The member's path -> why it does not go along, or goes along as part of another.
EXCEPTIONS = {
    "Message/container": "Bedrock and Vertex AI run no code, so that a container of Anthropic's is none of theirs.",
    "BetaMessage/container": "Bedrock and Vertex AI run no code, so that a container of Anthropic's is none of theirs.",
    "Candidate/groundingAttributions": "The description has it for GenerateAnswer calls alone.",
    "Candidate/tokenCount": "Vertex AI has no such member: it counts in usageMetadata.",
    "Candidate/index": "The place in the list says it.",
}
# Values that say more than a word of the right type.
SAMPLES: dict[str, Any] = {
    "modelVersion": "gemini-2.5-flash",
    "groundingMetadata": {"webSearchQueries": ["weather"]},
    "promptFeedback": {"safetyRatings": [{"category": "HARM_CATEGORY_HARASSMENT", "probability": "LOW"}]},
    "finishReason": "RECITATION",
    "serviceTier": "priority",
}


def gemini(place: str, member: str, value: Any) -> dict[str, Any]:
    """A reply of generateContent with this member."""
    candidate = {"content": {"role": "model", "parts": [{"text": "Hi."}]}, "finishReason": "STOP", "index": 0}
    reply: dict[str, Any] = {
        "candidates": [candidate],
        "usageMetadata": {"promptTokenCount": 3, "candidatesTokenCount": 2, "totalTokenCount": 5},
        "modelVersion": "gemini-2.5-flash",
    }
    {"Candidate": candidate, "UsageMetadata": reply["usageMetadata"]}.get(place, reply)[member] = value
    return reply


def anthropic(place: str, member: str, value: Any) -> dict[str, Any]:
    """A reply of the Messages API with this member."""
    reply: dict[str, Any] = {
        "id": "msg_1",
        "type": "message",
        "role": "assistant",
        "model": "claude-sonnet-4-5",
        "content": [{"type": "text", "text": "Hi."}],
        "stop_reason": "end_turn",
        "stop_sequence": None,
        "usage": {"input_tokens": 3, "output_tokens": 2, "cache_creation_input_tokens": 2},
    }
    (reply["usage"] if place.endswith("Usage") else reply)[member] = value
    return reply


MAKERS = {"anthropic_messages": anthropic, "gemini_generate": gemini}
PLACES = {
    "anthropic_messages": ("Message", "BetaMessage", "Usage", "BetaUsage"),
    "gemini_generate": ("GenerateContentResponse", "Candidate", "UsageMetadata"),
}
# What every reply has; its value is one of a few words, or follows from the others.
HELD = frozenset(
    {"candidates", "content", "id", "model", "role", "stop_reason", "type", "usage", "usageMetadata", "totalTokenCount"}
)


@functools.cache
def definitions(base: str) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(data(f"specs/{base}/response.strict.schema.json").read_text())["$defs"]
    return found


def sample(schema: dict[str, Any], base: str) -> Any:
    """A value that the schema takes; None where it takes nothing but null."""
    if "$ref" in schema:
        return sample(definitions(base)[schema["$ref"].rpartition("/")[2]], base)
    for choice in schema.get("anyOf", ()):
        if (value := sample(choice, base)) is not None:
            return value
    if "enum" in schema or "const" in schema:
        return schema.get("const", schema.get("enum", [None])[-1])
    kind = schema.get("type")
    kind = kind[0] if isinstance(kind, list) else kind
    if kind == "object" or "properties" in schema:
        return {name: sample(inner, base) for name, inner in schema.get("properties", {}).items() if inner != schema}
    if kind == "array":
        return [sample(schema.get("items", {}), base)]
    return {"integer": 1, "number": 0.5, "boolean": True, "string": "word"}.get(kind or "")


def members(base: str) -> list[tuple[str, str]]:
    return [
        (place, member)
        for place in PLACES[base]
        for member in definitions(base)[place]["properties"]
        if member not in HELD and f"{place}/{member}" not in EXCEPTIONS
    ]


@pytest.mark.parametrize(
    ("source", "target"),
    [(one, other) for family in (ANTHROPIC, GEMINI) for one in family for other in family if one != other],
)
def test_every_member_of_a_reply_goes_along(source: str, target: str) -> None:
    base = "anthropic_messages" if source in ANTHROPIC else "gemini_generate"
    lost = []
    for place, member in members(base):
        schema = definitions(base)[place]["properties"][member]
        body = MAKERS[base](place, member, SAMPLES.get(member) or sample(schema, base))
        same = json.loads(turnwire.convert(body, source, source=source, kind="response").data)
        made = json.loads(turnwire.convert(body, target, source=source, kind="response").data)
        if made != same:
            lost.append((place, member, same, made))
    assert [] == lost


@pytest.mark.parametrize("target", ["bedrock_anthropic", "vertex_anthropic"])
def test_a_tool_keeps_that_its_input_is_streamed_as_it_comes(target: str) -> None:
    tool = {"name": "f", "input_schema": {"type": "object"}, "eager_input_streaming": True}
    body = {"model": "m", "max_tokens": 9, "messages": [{"role": "user", "content": "Hello."}], "tools": [tool]}
    written = turnwire.convert(body, target, source="anthropic_messages", kind="request")
    assert json.loads(written.data)["tools"] == [tool]
    assert not [loss for loss in written.losses if loss.path.startswith("/settings/tools")]


@pytest.mark.parametrize("target", ["bedrock_anthropic", "vertex_anthropic"])
def test_a_call_keeps_its_caller(target: str) -> None:
    call = {"type": "tool_use", "id": "toolu_1", "name": "f", "input": {}, "caller": {"type": "direct"}}
    written = turnwire.convert(
        anthropic("Message", "content", [call]), target, source="anthropic_messages", kind="response"
    )
    assert json.loads(written.data)["content"] == [call]


def test_a_class_of_traffic_stays_on_vertex() -> None:
    body = gemini("UsageMetadata", "trafficType", "ON_DEMAND")
    there = turnwire.convert(body, "vertex_gemini", source="gemini_generate", kind="response")
    assert json.loads(there.data)["usageMetadata"]["trafficType"] == "ON_DEMAND"
    back = turnwire.convert(body, "gemini_generate", source="vertex_gemini", kind="response")
    assert "trafficType" not in json.loads(back.data)["usageMetadata"]
    assert ["/usage/provider_raw/vertex_gemini"] == [loss.path for loss in back.losses]


@pytest.mark.parametrize("target", GEMINI)
@pytest.mark.parametrize("source", GEMINI)
def test_a_blocked_prompt_stays_blocked(source: str, target: str) -> None:
    blocked = {"promptFeedback": {"blockReason": "SAFETY"}, "modelVersion": "gemini-2.5-flash"}
    written = turnwire.convert(blocked, target, source=source, kind="response")
    assert json.loads(written.data) == blocked
    assert () == written.losses


def test_another_reason_to_stop_wins() -> None:
    document: Any = turnwire.read(gemini("Candidate", "finishReason", "RECITATION"), "gemini_generate", kind="response")
    document.candidates[0].metadata.stop_reason = "end_turn"
    made = json.loads(turnwire.write(document, "vertex_gemini").data)
    assert made["candidates"][0]["finishReason"] == "STOP"
