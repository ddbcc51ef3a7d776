"""The systems' documents and those of other formats: one fault each, and the error that is found at its place."""

from __future__ import annotations

import json
from typing import Any

import pytest
from msgspec import Raw

import turnwire
from turnwire.model import ToolDefinition

CHAT: dict[str, Any] = {"model": "m", "messages": [{"role": "user", "content": "Hi."}]}
GEPPETTO: dict[str, Any] = {
    "requestType": "query",
    "persona": "gardener",
    "uid": "ada",
    "sessionId": "s",
    "message": "How much water?",
    "language": "en-GB",
}
MESSAGE: dict[str, Any] = {
    "id": "01HZ0000000000000000000001",
    "session_id": "01HZ0000000000000000000000",
    "role": "user",
    "content": [{"type": "text", "text": "Hi."}],
    "metadata": {},
    "created_at": "2026-02-03T10:16:01Z",
    "schema_version": 1,
}


def canonical(**changed: Any) -> dict[str, Any]:
    return {name: value for name, value in {**MESSAGE, **changed}.items() if value is not None}


def block(**members: Any) -> dict[str, Any]:
    return canonical(content=[members])


def image(kind: str) -> dict[str, Any]:
    return block(type="image", source={"kind": kind, "data": "a"}, media_type="image/png")


def call(**changed: Any) -> dict[str, Any]:
    used = {"type": "tool_use", "id": "tu_01HZ0000000000000000000100", "name": "look_up", "input": {}, **changed}
    return canonical(role="assistant", content=[used])


GPT2099: dict[str, Any] = {"messages": [{"role": "tool", "content": [{"type": "text", "text": "Hi."}]}]}

CASES: list[tuple[str, Any, str, str]] = [
    ("glm", {"history": [{"user": {"content": 5}}]}, "TW201", "/history/0/user/content"),
    ("glm", {"history": [{"name": "x", "content": 5, "role": "robot"}]}, "TW202", "/history/0"),
    (
        "glm",
        {"history": [], "settings": {"function_calls": {"enabled": "maybe"}}},
        "TW201",
        "/settings/function_calls/enabled",
    ),
    ("gpt2099", GPT2099, "TW204", "/messages/0/role"),
    ("geppetto", {**GEPPETTO, "message": 5}, "TW201", "/message"),
    ("openai_chat", {**CHAT, "messages": [{"role": "wizard", "content": "Hi."}]}, "TW204", "/messages/0/role"),
    ("openai_chat", {**CHAT, "messages": [{"role": "user", "content": 3}]}, "TW201", "/messages/0/content"),
    ("openai_chat", {**CHAT, "messages": []}, "TW207", "/messages"),
    ("openai_chat", {**CHAT, "temperature": "hot"}, "TW201", "/temperature"),
    ("openai_chat", {**CHAT, "max_tokens": -4}, "TW205", "/max_tokens"),
    ("sharegpt", {"conversations": [{"from": "alien", "value": "Hi."}]}, "TW204", "/conversations/0/from"),
    (
        "sharegpt",
        {"conversations": [{"from": "gpt", "value": "Hi.", "weight": 7}]},
        "TW205",
        "/conversations/0/weight",
    ),
    ("canonical", block(type="text"), "TW202", "/content/0"),
    ("canonical", call(input=[1]), "TW201", "/content/0/input"),
    ("canonical", image("ftp"), "TW204", "/content/0/source/kind"),
    ("canonical", canonical(metadata={"status": "bogus"}), "TW204", "/metadata/status"),
    ("canonical", canonical(role="robot"), "TW204", "/role"),
    ("canonical", canonical(metadata={"usage": {"input_tokens": -5}}), "TW205", "/metadata/usage/input_tokens"),
    ("canonical", canonical(metadata={"usage": {"input_tokens": 1.0}}), "TW201", "/metadata/usage/input_tokens"),
    ("canonical", canonical(metadata={"usage": {"latency_ms": 0.5}}), "TW201", "/metadata/usage/latency_ms"),
    ("canonical", canonical(metadata={"usage": {"latency_ms": -1.0}}), "TW205", "/metadata/usage/latency_ms"),
    ("canonical", canonical(created_at=5), "TW201", "/created_at"),
    ("canonical", canonical(created_at="yesterday"), "TW206", "/created_at"),
    ("canonical", canonical(created_at="2026-03-01"), "TW206", "/created_at"),
    ("canonical", block(type="text", text="Hi.", critical="yes"), "TW201", "/content/0/critical"),
    ("canonical", canonical(metadata={"usage": {"cost_usd": "free"}}), "TW206", "/metadata/usage/cost_usd"),
    ("canonical", canonical(metadata={"usage": {"cost_usd": "-1"}}), "TW206", "/metadata/usage/cost_usd"),
    ("canonical", canonical(session_id=None), "TW202", ""),
]


@pytest.mark.parametrize(("dialect", "tree", "code", "pointer"), CASES)
def test_the_fault_is_the_one_error_at_its_place(dialect: str, tree: Any, code: str, pointer: str) -> None:
    report = turnwire.validate(json.dumps(tree), dialect, kind="request")
    assert [(each.code, each.pointer) for each in report.diagnostics if each.severity == "error"] == [(code, pointer)]
    assert not report.valid
    assert all(each.line for each in report.diagnostics)


def test_a_broken_question_to_geppetto_is_one_without_its_name() -> None:
    report = turnwire.validate(json.dumps({**GEPPETTO, "message": 5}))
    assert ("geppetto", ["TW201"]) == (report.dialect, [each.code for each in report.diagnostics])


def test_a_misspelt_member_is_a_warning_with_the_member_that_is_meant() -> None:
    (found,) = turnwire.validate(json.dumps({**CHAT, "temprature": 1}), "openai_chat", kind="request").diagnostics
    assert (found.code, found.severity, found.pointer) == ("TW203", "warning", "/temprature")
    assert found.hint == "did you mean `temperature`?"


@pytest.mark.parametrize("tree", [canonical(), [canonical()], {"messages": [canonical()]}])
def test_canonical_messages_are_checked_alone_in_lists_and_in_sessions(tree: Any) -> None:
    assert turnwire.validate(json.dumps(tree), "canonical", kind="request").valid


@pytest.mark.parametrize("member", ["session_id", "role", "created_at"])
@pytest.mark.parametrize("place", [0, 1])
@pytest.mark.parametrize("dialect", ["canonical", None])
def test_a_message_of_a_list_that_lacks_a_member_is_a_message(dialect: str | None, place: int, member: str) -> None:
    messages = [canonical(), canonical(id="01HZ0000000000000000000002")]
    del messages[place][member]
    report = turnwire.validate(json.dumps(messages), dialect)
    assert ["TW202"] == [each.code for each in report.diagnostics]
    assert [f"/{place}"] == [each.pointer for each in report.diagnostics]
    assert "canonical" == report.dialect


def test_a_message_that_lacks_a_member_is_one_of_the_dialect_that_is_named() -> None:
    for tree in ([canonical(session_id=None)], canonical(session_id=None)):
        assert ["TW202"] == [each.code for each in turnwire.validate(json.dumps(tree), "canonical").diagnostics]
        assert "canonical" not in [dialect for dialect, _ in turnwire.detect(json.dumps(tree))]


@pytest.mark.parametrize("cost", ["0", "0.000654", "6.5E-7", "0E-9", 0.5])
def test_a_cost_is_as_python_writes_a_decimal(cost: Any) -> None:
    assert turnwire.validate(json.dumps(canonical(metadata={"usage": {"cost_usd": cost}})), "canonical").valid


@pytest.mark.parametrize("time", ["2026-03-01T09:00:00Z", "2026-03-01 09:00:00", "2026-03-01t09:00:00.25+0200"])
def test_a_time_is_as_the_decoder_of_the_format_takes_it(time: str) -> None:
    assert turnwire.validate(json.dumps(canonical(created_at=time)), "canonical").valid


def test_a_critical_mark_is_a_member_of_every_block() -> None:
    blocks: list[dict[str, Any]] = [
        {"type": "text", "text": "Hi."},
        {"type": "thinking", "text": "Hm."},
        {"type": "redacted_thinking", "data": "a"},
        {"type": "image", "source": {"kind": "url", "data": "https://example.com/a.png"}, "media_type": "image/png"},
        {"type": "tool_use", "id": "tu_1", "name": "look", "input": {}},
        {"type": "tool_result", "tool_use_id": "tu_1", "content": []},
    ]
    message = canonical(content=[{**each, "critical": True} for each in blocks])
    report = turnwire.validate(json.dumps(message), "canonical", layers=["schema"])
    assert () == report.diagnostics


@pytest.mark.parametrize(
    "tool",
    [
        {"name": "look_up", "input_schema": {"type": "object", "required": ["city"]}},
        ToolDefinition("look_up", input_schema=Raw(b'{"type":"object","required":["city"]}')),
    ],
)
def test_inputs_are_checked_by_tools_that_are_given(tool: Any) -> None:
    report = turnwire.validate(json.dumps(call()), "canonical", invariants=True, tools=[tool])
    assert ("TW362", "/content/0/input") in [(each.code, each.pointer) for each in report.diagnostics]


def test_repeated_ids_and_results_without_calls_are_found() -> None:
    lost = canonical(
        id="01HZ0000000000000000000002",
        role="tool",
        content=[{"type": "tool_result", "tool_use_id": "tu_01HZ0000000000000000000100", "content": []}],
    )
    report = turnwire.validate(json.dumps([call(), call(), lost]), "canonical", kind="request", invariants=True)
    assert {"TW366", "TW359"} <= {each.code for each in report.diagnostics}
    orphan = turnwire.validate(json.dumps([canonical(), lost]), "canonical", kind="request")
    assert ("TW302", "/1/content/0") in {(each.code, each.pointer) for each in orphan.diagnostics}
