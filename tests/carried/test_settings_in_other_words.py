"""Settings that another format says in other words: efforts, names of schemas, options of a stream."""

from __future__ import annotations

import json
from typing import Any

import pytest

import turnwire

ANTHROPIC = {"model": "m", "max_tokens": 9000, "messages": [{"role": "user", "content": "Why?"}]}
OLLAMA = {"model": "m", "stream": False, "messages": [{"role": "user", "content": "Why?"}]}
CHAT = {"model": "m", "messages": [{"role": "user", "content": "Why?"}]}

EFFORTS = [
    ("ollama_chat", {"think": False}, "none", {("degraded", "mode"), ("invented", "effort")}),
    ("ollama_chat", {"think": True}, "medium", {("degraded", "mode"), ("invented", "effort")}),
    ("anthropic_messages", {"thinking": {"type": "disabled"}}, "none", {("degraded", "mode"), ("invented", "effort")}),
    (
        "anthropic_messages",
        {"thinking": {"type": "enabled", "budget_tokens": 1024}},
        "low",
        {("degraded", "budget_tokens"), ("degraded", "mode"), ("invented", "effort")},
    ),
    (
        "anthropic_messages",
        {"thinking": {"type": "enabled", "budget_tokens": 8192}},
        "medium",
        {("degraded", "budget_tokens"), ("degraded", "mode"), ("invented", "effort")},
    ),
    (
        "anthropic_messages",
        {"thinking": {"type": "enabled", "budget_tokens": 8193}},
        "high",
        {("degraded", "budget_tokens"), ("degraded", "mode"), ("invented", "effort")},
    ),
    (
        "anthropic_messages",
        {"thinking": {"type": "adaptive"}, "output_config": {"effort": "high"}},
        "high",
        {("degraded", "mode")},
    ),
    ("anthropic_messages", {"thinking": {"type": "adaptive"}}, None, {("dropped", "mode")}),
]


@pytest.mark.parametrize("target", ["openai_chat", "openai_responses", "azure_chat"])
@pytest.mark.parametrize(("source", "members", "effort", "told"), EFFORTS)
def test_a_mode_or_a_budget_is_an_effort(
    source: str, members: dict[str, Any], effort: str | None, told: set[tuple[str, str]], target: str
) -> None:
    body = (OLLAMA if source == "ollama_chat" else ANTHROPIC) | members
    written = turnwire.convert(body, target, source=source, kind="request")
    made = json.loads(written.data)
    said = made.get("reasoning", {}).get("effort") if target == "openai_responses" else made.get("reasoning_effort")
    assert effort == said
    losses = {(loss.kind, loss.feature.rpartition(".")[2]) for loss in written.losses if "/reasoning" in loss.path}
    assert told == losses


@pytest.mark.parametrize("target", ["openai_responses", "openrouter_chat"])
def test_a_shown_summary_is_any_summary(target: str) -> None:
    body = ANTHROPIC | {"thinking": {"type": "adaptive", "display": "summarized"}}
    written = turnwire.convert(body, target, source="anthropic_messages", kind="request")
    assert json.loads(written.data)["reasoning"]["summary"] == "auto"
    assert [loss.kind for loss in written.losses if loss.path.endswith("/summary")] == ["degraded"]


@pytest.mark.parametrize(("model", "expected"), [("gpt-4.1", None), ("gpt-5.4", "none"), ("anything", "none")])
def test_a_model_that_never_reasons_is_not_told_to_stop(model: str, expected: str | None) -> None:
    written = turnwire.convert(OLLAMA | {"model": model, "think": False}, "openai_chat", source="ollama_chat")
    assert json.loads(written.data).get("reasoning_effort") == expected


SCHEMA = {"type": "object", "properties": {"n": {"type": "integer"}}, "additionalProperties": False}
ANSWERS: list[tuple[str, Any]] = [
    ("anthropic_messages", lambda made: made["output_config"]["format"]["schema"]),
    ("gemini_generate", lambda made: made["generationConfig"]["responseJsonSchema"]),
    ("ollama_chat", lambda made: made["format"]),
]


@pytest.mark.parametrize(("target", "schema_of"), ANSWERS)
def test_the_name_of_a_schema_is_its_title(target: str, schema_of: Any) -> None:
    wanted = {"name": "count", "description": "How many.", "schema": SCHEMA}
    body = CHAT | {"response_format": {"type": "json_schema", "json_schema": wanted}}
    there = turnwire.convert(body, target, source="openai_chat", kind="request")
    assert SCHEMA | {"title": "count", "description": "How many."} == schema_of(json.loads(there.data))
    told = {(loss.kind, loss.path.removeprefix("/settings/response_format/")) for loss in there.losses}
    assert {("reshaped", "name"), ("invented", "schema/title"), ("reshaped", "description")} <= told
    back = turnwire.convert(there.data, "openai_chat", source=target, kind="request", envelope=there.envelope or None)
    assert json.loads(back.data)["response_format"]["json_schema"]["name"] == "count"


@pytest.mark.parametrize(("target", "schema_of"), ANSWERS)
def test_a_title_of_its_own_stays(target: str, schema_of: Any) -> None:
    titled = SCHEMA | {"title": "Number of things"}
    body = CHAT | {"response_format": {"type": "json_schema", "json_schema": {"name": "count", "schema": titled}}}
    there = turnwire.convert(body, target, source="openai_chat", kind="request")
    assert titled == schema_of(json.loads(there.data))
    assert "dropped" in {loss.kind for loss in there.losses if loss.path == "/settings/response_format/name"}


@pytest.mark.parametrize(
    ("title", "name"), [("count", "count"), ("Number of things", "response"), (5, "response"), (None, "response")]
)
@pytest.mark.parametrize("target", ["openai_chat", "openai_responses", "mistral_chat"])
def test_a_title_is_the_name_where_it_can_be_one(title: object, name: str, target: str) -> None:
    body = OLLAMA | {"format": SCHEMA if title is None else SCHEMA | {"title": title}}
    made = json.loads(turnwire.convert(body, target, source="ollama_chat", kind="request").data)
    said = made["text"]["format"] if target == "openai_responses" else made["response_format"]["json_schema"]
    assert name == said["name"]


@pytest.mark.parametrize(
    ("options", "written", "lost"),
    [
        ({"include_obfuscation": False}, {"include_obfuscation": False}, []),
        ({"include_usage": True}, None, ["include_usage"]),
        ({"include_usage": True, "include_obfuscation": True}, {"include_obfuscation": True}, ["include_usage"]),
    ],
)
def test_options_of_a_stream_are_told_one_by_one(options: Any, written: Any, lost: list[str]) -> None:
    body = CHAT | {"stream": True, "stream_options": options}
    made = turnwire.convert(body, "openai_responses", source="openai_chat", kind="request")
    assert written == json.loads(made.data).get("stream_options")
    assert [f"/settings/generation/stream_options/{name}" for name in lost] == [loss.path for loss in made.losses]


@pytest.mark.parametrize("name", ["tools", "system", "stop_sequences"])
def test_an_empty_list_says_nothing(name: str) -> None:
    body = ANTHROPIC | {name: []}
    assert () == turnwire.convert(body, "openai_chat", source="anthropic_messages", kind="request").losses
    same = turnwire.convert(body, "anthropic_messages", source="anthropic_messages", kind="request")
    assert body == json.loads(same.data)
