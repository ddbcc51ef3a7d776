"""The vendors of the chat format: what each of them gives back though it does not document it.

What each is sent, and what its own documents say, is in its cases.
"""

from __future__ import annotations

import json
from typing import Any

import pytest

import turnwire
from turnwire.dialects import VENDORS
from turnwire.testing import validate_identity

USER = {"role": "user", "content": "Hello"}
TOOL = {"type": "function", "function": {"name": "f", "parameters": {"type": "object"}}}
EVERYTHING: dict[str, Any] = {
    "model": "m",
    "messages": [
        {"role": "developer", "content": "Be brief."},
        {**USER, "name": "ann", "cache_control": {"type": "ephemeral"}},
        {"role": "assistant", "content": "a", "reasoning": "r", "tool_calls": []},
        {"role": "assistant", "reasoning_content": "q", "images": [{"image_url": {"url": "https://x/y.png"}}]},
        {"role": "assistant", "content": [{"type": "image_url", "image_url": {"url": "https://x/z.png"}}]},
        {"role": "assistant", "tool_calls": [{"id": "c", "type": "custom", "custom": {"name": "g", "input": "x"}}]},
        {"role": "tool", "tool_call_id": "c", "content": "done"},
    ],
    "tools": [TOOL, {"type": "custom", "custom": {"name": "g"}}, {"type": "browser_search"}],
    "tool_choice": {
        "type": "allowed_tools",
        "allowed_tools": {"mode": "auto", "tools": [{"type": "function", "function": {"name": "f"}}]},
    },
    "temperature": 0.5,
    "top_k": 3,
    "min_p": 0.1,
    "repetition_penalty": 1.1,
    "frequency_penalty": 0.2,
    "presence_penalty": 0.3,
    "logit_bias": {"5": 1},
    "logprobs": True,
    "top_logprobs": 2,
    "seed": 7,
    "n": 2,
    "max_tokens": 9,
    "stop": "END",
    "store": True,
    "metadata": {"a": "b"},
    "modalities": ["text", "audio"],
    "audio": {"voice": "alloy", "format": "mp3"},
    "service_tier": "on_demand",
    "reasoning_effort": "extreme",
    "thinking": {"type": "disabled", "clear_thinking": True},
    "enable_thinking": None,
    "thinking_budget": -1,
    "user": "u",
    "response_format": {"type": "json_schema", "json_schema": {"name": "n", "schema": {}}},
    "later": {"$omit": ["x"]},
}
REPLY: dict[str, Any] = {
    "id": "r",
    "object": "chat.completion",
    "created": 5,
    "model": "m",
    "choices": [
        {
            "index": 0,
            "finish_reason": "eos",
            "logprobs": None,
            "message": {"role": "assistant", "content": "a", "reasoning": "b", "refusal": None},
        }
    ],
    "usage": {"prompt_tokens": 3, "completion_tokens": 2, "total_tokens": 5, "cost": 0.00012},
    "service_tier": "on_demand",
    "x_vendor": {"id": 1},
}
OF_THE_BASE = frozenset(VENDORS["openai_chat"])
ALL = sorted({*OF_THE_BASE, "openai_chat", "openrouter_chat"})


@pytest.mark.parametrize("name", ALL)
def test_a_request_that_breaks_every_rule_comes_back(name: str) -> None:
    validate_identity(name, EVERYTHING, kind="request")


@pytest.mark.parametrize("name", ALL)
def test_thinking_that_is_enabled_in_any_way_comes_back(name: str) -> None:
    for enabled, budget in ((True, 512), (False, 0), ("yes", "512"), (1, 10**12), (True, 1.5)):
        wire = {"model": "m", "messages": [USER], "enable_thinking": enabled, "thinking_budget": budget}
        validate_identity(name, wire, kind="request")


@pytest.mark.parametrize("name", ALL)
def test_a_reply_comes_back(name: str) -> None:
    validate_identity(name, REPLY, kind="response")


@pytest.mark.parametrize("name", ALL)
def test_errors_come_back(name: str) -> None:
    for error in (
        {"message": "m", "code": 400},
        {"message": "m", "type": "", "param": None, "code": "c"},
        {"message": ""},
    ):
        validate_identity(name, {"error": error}, kind="error")


@pytest.mark.parametrize("name", sorted(OF_THE_BASE))
def test_a_reply_shows_the_reasoning_of_another_vendor(name: str) -> None:
    reply = turnwire.read(REPLY, "openai_chat", kind="response")
    found = turnwire.write(reply, name)
    assert "b" in json.loads(found.data)["choices"][0]["message"].values()
    assert ("degraded", "thinking.origin") in {(loss.kind, loss.feature) for loss in found.losses}


@pytest.mark.parametrize("name", sorted(OF_THE_BASE))
def test_a_body_does_not_tell_a_vendor(name: str) -> None:
    body = json.dumps({"model": "m", "messages": [USER], "seed": 1})
    assert [("openai_chat", "request")] == turnwire.detect(body)
    assert turnwire.read(body, name) == turnwire.read(body, name, kind="request")
