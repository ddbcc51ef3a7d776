"""What is wrong in a chat request is found where it is, and what a server documents is not."""

from __future__ import annotations

import json
from typing import Any

import pytest

import turnwire

USER = {"role": "user", "content": "What blooms in March?"}
SAID = {"role": "assistant", "content": "The crocus."}
REQUEST: dict[str, Any] = {"model": "m", "messages": [USER]}
CALL = {"id": "call_1", "type": "function", "function": {"name": "f", "arguments": "{}"}}
REPLY: dict[str, Any] = {
    "id": "chatcmpl-1",
    "object": "chat.completion",
    "created": 1,
    "model": "m",
    "choices": [{"index": 0, "message": {"role": "assistant", "content": "Crocus."}, "finish_reason": "stop"}],
}


def user(content: Any) -> dict[str, Any]:
    return {"messages": [{"role": "user", "content": content}]}


FAULTS: list[tuple[dict[str, Any], str, str]] = [
    ({"messages": [{"role": "wizard", "content": "x"}]}, "TW204", "/messages/0/role"),
    ({"messages": [{"content": "x"}]}, "TW202", "/messages/0"),
    ({"messages": [{"role": "tool", "content": "x"}]}, "TW202", "/messages/0"),
    ({"messages": ["x"]}, "TW201", "/messages/0"),
    ({"messages": []}, "TW207", "/messages"),
    ({"messages": [{**USER, "mood": 1}]}, "TW203", "/messages/0/mood"),
    (user(3), "TW201", "/messages/0/content"),
    (user([]), "TW207", "/messages/0/content"),
    (user([{"type": "txt", "text": "x"}]), "TW204", "/messages/0/content/0/type"),
    (user([{"type": "text"}]), "TW202", "/messages/0/content/0"),
    (user([{"type": "image_url", "image_url": "x"}]), "TW201", "/messages/0/content/0/image_url"),
    ({"temperature": "hot"}, "TW201", "/temperature"),
    ({"temperature": 2.1}, "TW205", "/temperature"),
    ({"temprature": 1}, "TW203", "/temprature"),
    ({"max_tokens": -4}, "TW205", "/max_tokens"),
    ({"max_tokens": 1.5}, "TW201", "/max_tokens"),
    ({"stop": ["a", "b", "c", "d", "e"]}, "TW207", "/stop"),
    ({"tool_choice": "atuo"}, "TW204", "/tool_choice"),
    ({"tool_choice": {"type": "function"}}, "TW202", "/tool_choice"),
    (
        {"tools": [{"type": "function", "function": {"name": "f", "parameters": []}}]},
        "TW201",
        "/tools/0/function/parameters",
    ),
    ({"response_format": {"type": "json_schema"}}, "TW202", "/response_format"),
    ({"metadata": {"a": 5}}, "TW201", "/metadata/a"),
    ({"logit_bias": {"5": 101}}, "TW205", "/logit_bias/5"),
    ({"logit_bias": {"+5": 101}}, "TW205", "/logit_bias/+5"),
    ({"logit_bias": {"000": 101}}, "TW205", "/logit_bias/000"),
    ({"messages": [USER, {**SAID, "weight": 2}]}, "TW205", "/messages/1/weight"),
    ({"messages": [{**USER, "weight": 1}]}, "TW203", "/messages/0/weight"),
]


@pytest.mark.parametrize(("change", "code", "pointer"), FAULTS)
def test_a_fault_is_one_finding_at_its_place(change: dict[str, Any], code: str, pointer: str) -> None:
    report = turnwire.validate(json.dumps(REQUEST | change), "openai_chat", kind="request", layers=("syntax", "schema"))
    assert [(code, pointer)] == [(found.code, found.pointer) for found in report.diagnostics]
    assert report.valid is (code == "TW203")


# What one server documents is an error, or a warning, for another.
VENDORS: list[tuple[str, dict[str, Any], list[str]]] = [
    ("openai_chat", {"service_tier": "on_demand"}, ["TW204"]),
    ("groq_chat", {"service_tier": "on_demand"}, []),
    ("groq_chat", {"service_tier": "scale"}, ["TW204"]),
    ("groq_chat", {"logit_bias": {}}, ["TW203"]),
    ("openai_chat", {"thinking": {"type": "disabled"}}, ["TW203"]),
    ("deepseek_chat", {"thinking": {"type": "disabled"}}, []),
    ("deepseek_chat", {"thinking": {"type": "off"}}, ["TW204"]),
    ("deepseek_chat", {"reasoning_effort": "ultra"}, []),
    ("openai_chat", {"reasoning_effort": "ultra"}, ["TW204"]),
    ("openai_chat", user([{"type": "video_url", "video_url": {"url": "a"}}]), ["TW204"]),
    ("together_chat", user([{"type": "video_url", "video_url": {"url": "a"}}]), []),
    ("together_chat", {"tools": [{"type": "custom", "custom": {"name": "f"}}]}, ["TW204"]),
    ("openai_chat", {"tools": [{"type": "custom", "custom": {"name": "f"}}]}, []),
    ("llamacpp_chat", {"max_tokens": -1}, []),
    ("mistral_chat", {"tool_choice": "any"}, []),
    ("mistral_chat", {"temperature": 1.6}, ["TW205"]),
    ("mistral_chat", {"tools": [{"function": {"name": "f", "parameters": {}}}]}, []),
    ("openrouter_chat", {"tools": [{"type": "openrouter:web_search"}]}, []),
    ("openrouter_chat", {"reasoning": {"effort": "most"}}, ["TW204"]),
    ("ollama_chat", {"options": {"num_gpu": 1}}, []),
    ("ollama_chat", user([{"type": "text", "text": "x"}]), ["TW201"]),
]


@pytest.mark.parametrize(("dialect", "change", "codes"), VENDORS)
def test_each_server_has_its_own_schema(dialect: str, change: dict[str, Any], codes: list[str]) -> None:
    report = turnwire.validate(json.dumps(REQUEST | change), dialect, kind="request", layers=("syntax", "schema"))
    assert codes == [found.code for found in report.diagnostics]


REPLIES: list[tuple[dict[str, Any], list[tuple[str, str]]]] = [
    ({}, []),
    ({"role": "user"}, [("TW204", "/choices/0/message/role")]),
    ({"content": ["x"]}, [("TW201", "/choices/0/message/content")]),
    ({"tool_calls": None, "function_call": None}, []),
    ({"tool_calls": [CALL]}, []),
    ({"tool_calls": [CALL | {"id": 5}]}, [("TW201", "/choices/0/message/tool_calls/0/id")]),
    ({"reasoning_content": "Hm."}, []),
    ({"thoughts": "Hm."}, [("TW203", "/choices/0/message/thoughts")]),
]


@pytest.mark.parametrize(("change", "found"), REPLIES)
def test_a_reply(change: dict[str, Any], found: list[tuple[str, str]]) -> None:
    choice = REPLY["choices"][0]
    body = REPLY | {"choices": [choice | {"message": choice["message"] | change}]}
    report = turnwire.validate(json.dumps(body), "openai_chat", kind="response", layers=("syntax", "schema"))
    assert found == [(each.code, each.pointer) for each in report.diagnostics]


ERRORS: list[tuple[Any, bool]] = [
    ({"error": {"message": "a", "type": "b", "param": None, "code": None}}, True),
    ({"error": {"message": "a", "code": 400}}, True),
    ({"error": "a"}, True),
    ({"detail": [{"msg": "a"}]}, True),
    ({"message": "a", "code": 400}, True),
    ({"error": 5}, False),
    ({"error": {"code": "a"}}, False),
]


@pytest.mark.parametrize(("body", "valid"), ERRORS)
def test_an_error(body: Any, valid: bool) -> None:  # noqa: FBT001 - a row of the table
    report = turnwire.validate(json.dumps(body), "openai_chat", kind="error", layers=("syntax", "schema"))
    assert report.valid is valid, report.diagnostics


@pytest.mark.parametrize("dialect", ["openai_chat", "azure_chat", "mistral_chat"])
def test_a_row_for_fine_tuning_weighs_what_the_assistant_said(dialect: str) -> None:
    row = json.dumps({"messages": [USER, {**SAID, "weight": 0}, USER, {**SAID, "weight": 1}]})
    report = turnwire.validate(row, dialect)
    assert report.diagnostics == ()  # a row has no model
    assert turnwire.repair(row, dialect, unsafe=True).data == row.encode()
