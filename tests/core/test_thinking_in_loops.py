"""Requests for Claude disable thinking if they continue a turn that began without Claude's own thinking.

Such a turn is in the middle of a loop of tools, or the last message is the beginning of the reply.
"""

from __future__ import annotations

import json
from typing import Any

import pytest

import turnwire

CALL = {"type": "tool_use", "id": "toolu_1", "name": "rise", "input": {}}
RESULT = {"role": "user", "content": [{"type": "tool_result", "tool_use_id": "toolu_1", "content": "High up."}]}
SIGNED = {"type": "thinking", "thinking": "I look it up.", "signature": "c2lnbmVk"}
REDACTED = {"type": "redacted_thinking", "data": "c2VhbGVk"}
TEXT = {"type": "text", "text": "I look it up."}
ENABLED = {"type": "enabled", "budget_tokens": 2000}
OLD, BOTH, NEW = "claude-sonnet-4-5", "claude-sonnet-4-6", "claude-opus-4-8"


def chat(*messages: dict[str, Any], **settings: Any) -> Any:
    body = {"model": "m", "messages": [{"role": "user", "content": "Where?"}, *messages], **settings}
    return turnwire.read(body, "openai_chat", kind="request")


def claude(*content: dict[str, Any], after: tuple[dict[str, Any], ...] = (RESULT,), model: str = OLD) -> Any:
    said = [{"role": "user", "content": "Where?"}, {"role": "assistant", "content": list(content)}, *after]
    body = {"model": model, "max_tokens": 9000, "thinking": ENABLED, "messages": said}
    return turnwire.read(body, "anthropic_messages", kind="request")


CALLS = {
    "role": "assistant",
    "content": None,
    "tool_calls": [{"id": "toolu_1", "type": "function", "function": {"name": "rise", "arguments": "{}"}}],
}
ANSWER = {"role": "tool", "tool_call_id": "toolu_1", "content": "High up."}
THERE = {"role": "assistant", "content": "There."}
GO_ON = {"role": "user", "content": "Go on."}


@pytest.mark.parametrize(
    ("messages", "settings", "model", "thinking"),
    [
        ([CALLS, ANSWER], {"reasoning_effort": "medium"}, OLD, {"type": "disabled"}),
        ([CALLS, ANSWER, CALLS, ANSWER], {"reasoning_effort": "medium"}, OLD, {"type": "disabled"}),
        ([CALLS, ANSWER], {"reasoning_effort": "medium"}, NEW, {"type": "adaptive"}),
        ([CALLS, ANSWER], {"reasoning_effort": "medium"}, BOTH, {"type": "adaptive"}),
        ([CALLS, ANSWER], {}, OLD, None),
        ([CALLS, ANSWER, GO_ON], {"reasoning_effort": "medium"}, OLD, "enabled"),
        ([CALLS, ANSWER, THERE, GO_ON], {"reasoning_effort": "medium"}, OLD, "enabled"),
        # "You can't pre-fill responses when thinking is enabled": the refusal of loops, and one of its causes.
        ([CALLS, ANSWER, THERE], {"reasoning_effort": "medium"}, OLD, {"type": "disabled"}),
        ([THERE], {"reasoning_effort": "medium"}, OLD, {"type": "disabled"}),
        ([THERE], {}, OLD, None),
        ([], {"reasoning_effort": "medium"}, OLD, "enabled"),
    ],
)
def test_of_a_chat_client(messages: list[Any], settings: dict[str, Any], model: str, thinking: Any) -> None:
    history = chat(*messages, **settings)
    sent = turnwire.write(history, "anthropic_messages", model=model)
    body = {"model": "m", "messages": [{"role": "user", "content": "Where?"}, *messages], **settings}
    direct = turnwire.convert(json.dumps(body), "anthropic_messages", source="openai_chat", model=model)
    assert sent.json() == direct.json()
    found = sent.json().get("thinking")
    assert thinking == (found if thinking != "enabled" else found["type"])
    told = {f"{loss.kind} {loss.path} {loss.value!r}" for loss in sent.losses}
    assert (thinking == {"type": "disabled"}) is ("invented /settings/reasoning/mode 'disabled'" in told)


@pytest.mark.parametrize(
    ("content", "mode"),
    [
        ([SIGNED, CALL], "enabled"),
        ([REDACTED, CALL], "enabled"),
        ([CALL], "disabled"),
        ([TEXT, CALL], "disabled"),
    ],
)
@pytest.mark.parametrize("platform", ["anthropic_messages", "bedrock_anthropic", "vertex_anthropic"])
def test_of_claudes_own(content: list[Any], mode: str, platform: str) -> None:
    history = claude(*content, model="elsewhere")
    written = turnwire.write(history, platform, model=OLD).json()
    if REDACTED in content and platform != "anthropic_messages":
        mode = "disabled"  # what is redacted stays on its platform
    assert mode == written["thinking"]["type"]


@pytest.mark.parametrize("content", [[CALL], [TEXT, CALL], [SIGNED, CALL]])
def test_what_claude_was_sent_comes_back_as_it_was(content: list[Any]) -> None:
    history = claude(*content)
    written = turnwire.write(history, "anthropic_messages")
    assert (ENABLED, ()) == (written.json()["thinking"], written.losses)


def test_thinking_of_others_does_not_count() -> None:
    body = {
        "role": "model",
        "parts": [{"text": "Hm.", "thought": True}, {"functionCall": {"name": "rise", "args": {}}}],
    }
    answer = {"role": "user", "parts": [{"functionResponse": {"name": "rise", "response": {"result": "High up."}}}]}
    asked = {
        "contents": [{"role": "user", "parts": [{"text": "Where?"}]}, body, answer],
        "generationConfig": {"thinkingConfig": {"thinkingBudget": 2000}},
    }
    written = turnwire.convert(asked, "anthropic_messages", source="gemini_generate", kind="request", model=OLD)
    assert "disabled" == written.json()["thinking"]["type"]
    assert json.dumps(2000) in {str(loss.value) for loss in written.losses if loss.path.endswith("budget_tokens")}


def test_a_plan_says_so() -> None:
    history = claude(CALL, model="elsewhere")
    found = turnwire.plan(history, f"anthropic_messages:{OLD}")
    assert ("reasoning.mode", "refused_by_model") in {(each.capability, each.reason) for each in found.unmet}
    assert ("degraded", "reasoning.mode") in {(each.kind, each.feature) for each in found.costs}
