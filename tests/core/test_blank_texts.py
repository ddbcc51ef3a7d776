"""Texts of white space alone, and white space at the end of a prefill: Anthropic refuses both."""

from __future__ import annotations

import json
from typing import Any

import pytest
from tests.laws import checks

import turnwire

USER = {"role": "user", "content": "Where does the Aare rise?"}
CALL = {"id": "call_1", "type": "function", "function": {"name": "rise", "arguments": "{}"}}
RESULT = {"role": "tool", "tool_call_id": "call_1", "content": "In the Alps."}


def written(messages: list[Any], model: str = "claude-sonnet-4-5") -> tuple[list[Any], list[tuple[str, str]]]:
    body = {"model": model, "max_tokens": 100, "messages": messages}
    done = turnwire.convert(body, "anthropic_messages", source="openai_chat", kind="request")
    return json.loads(done.data)["messages"], [(loss.kind, loss.path) for loss in done.losses]


@pytest.mark.parametrize("blank", [" ", "\n\n", "\t \n", "\u00a0"])
def test_blank_text_before_a_call_is_left_out(blank: str) -> None:
    messages, losses = written([USER, {"role": "assistant", "content": blank, "tool_calls": [CALL]}, RESULT])
    assert [block["type"] for block in messages[1]["content"]] == ["tool_use"]
    assert losses == [("dropped", "/history/1/content/0")]


@pytest.mark.parametrize("role", ["user", "assistant", "system"])
def test_a_blank_message_is_left_out(role: str) -> None:
    messages, losses = written([{"role": role, "content": "\n"}, USER])
    assert messages == [USER]
    assert ("dropped", "/history/0/content/0") in losses


def test_a_blank_part_is_left_out() -> None:
    parts = [{"type": "text", "text": " "}, {"type": "text", "text": "Where?"}]
    assert written([{"role": "user", "content": parts}])[0] == [{"role": "user", "content": "Where?"}]


def test_a_prefill_ends_in_words() -> None:
    messages, losses = written([USER, {"role": "assistant", "content": "In the \n"}])
    assert messages[-1] == {"role": "assistant", "content": "In the"}
    assert losses == [("degraded", "/history/1/content/0/text")]
    assert written([USER, {"role": "assistant", "content": "In the "}, USER])[1] == []


@pytest.mark.parametrize("blank", [" ", "In the "])
def test_its_own_requests_come_back(blank: str) -> None:
    blocks = [{"type": "text", "text": "\n"}, {"type": "tool_use", "id": "toolu_1", "name": "rise", "input": {}}]
    result = {"type": "tool_result", "tool_use_id": "toolu_1", "content": " "}
    messages = [
        {"role": "user", "content": " "},
        {"role": "assistant", "content": blocks},
        {"role": "user", "content": [result]},
        {"role": "assistant", "content": blank},
    ]
    body = {"model": "claude-sonnet-4-5", "max_tokens": 100, "system": " ", "messages": messages}
    done = turnwire.convert(body, "anthropic_messages", source="anthropic_messages", kind="request")
    assert json.loads(done.data) == body
    assert done.losses == ()


def test_another_model_still_ends_with_the_user() -> None:
    body = {"model": "claude-sonnet-4-5", "max_tokens": 9, "messages": [USER, {"role": "assistant", "content": "In "}]}
    history = turnwire.read(body, "anthropic_messages", kind="request")
    again = json.loads(turnwire.write(history, "anthropic_messages", model="claude-sonnet-5").data)
    assert [each["role"] for each in again["messages"]] == ["user", "assistant", "user"]


@pytest.mark.parametrize("blank", ["\n", "In the "])
@pytest.mark.parametrize("target", ["anthropic_messages", "openai_responses", "gemini_generate"])
def test_both_ways_agree(target: str, blank: str) -> None:
    for messages in ([USER, {"role": "assistant", "content": blank}], [{"role": "system", "content": blank}, USER]):
        body = json.dumps({"model": "m", "messages": messages}).encode()
        assert not checks.both_ways_agree(body, "openai_chat", target)
