"""The vendors of the chat format: what each of them does otherwise than OpenAI, and that its own bodies come back.

The laws run over the family's functions with `openai_chat` and `openrouter_chat`; the others bind the same functions
to other data, which is what these tables show.
"""

from __future__ import annotations

import json
from typing import Any

import pytest
from tests.laws.subjects import VARIANTS

import turnwire
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
ALL = sorted({*VARIANTS, "openai_chat", "openrouter_chat"})


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


def written(name: str, settings: dict[str, Any]) -> tuple[dict[str, Any], set[str]]:
    """What a vendor is sent of some settings, and the features that it is not."""
    native = {"history": [], "settings": {"model": "m", **settings}}
    found = turnwire.write(turnwire.read(native, "turnwire", kind="request"), name)
    body = json.loads(found.data)
    return {key: value for key, value in body.items() if key not in ("model", "messages")}, {
        loss.feature for loss in found.losses
    }


SENT: dict[str, tuple[str, dict[str, Any], dict[str, Any], set[str]]] = {
    "azure_chat: as OpenAI": ("azure_chat", {"generation": {"seed": 1}}, {"seed": 1}, set()),
    "groq_chat: no logit_bias": (
        "groq_chat",
        {"generation": {"logit_bias": {"1": 2}, "candidates": 2}},
        {},
        {"generation.logit_bias", "generation.candidates"},
    ),
    "groq_chat: a tier of its own": ("groq_chat", {"service_tier": "on_demand"}, {"service_tier": "on_demand"}, set()),
    "groq_chat: not OpenAI's": ("groq_chat", {"service_tier": "scale"}, {}, {"settings.service_tier"}),
    "deepseek_chat: a switch": (
        "deepseek_chat",
        {"reasoning": {"mode": "disabled"}},
        {"thinking": {"type": "disabled"}},
        set(),
    ),
    "deepseek_chat: no budget": (
        "deepseek_chat",
        {"reasoning": {"mode": "enabled", "budget_tokens": 5, "effort": "max"}},
        {"thinking": {"type": "enabled"}, "reasoning_effort": "max"},
        {"reasoning.budget_tokens"},
    ),
    "zai_chat: no penalties": (
        "zai_chat",
        {"generation": {"frequency_penalty": 1}, "reasoning": {"mode": "enabled"}},
        {"thinking": {"type": "enabled"}},
        {"generation.frequency_penalty"},
    ),
    "xai_chat: four efforts": ("xai_chat", {"reasoning": {"effort": "minimal"}}, {}, {"reasoning.effort"}),
    "cerebras_chat: no penalties": (
        "cerebras_chat",
        {"generation": {"presence_penalty": 1}},
        {},
        {"generation.presence_penalty"},
    ),
    "perplexity_chat: top_k, no seed": (
        "perplexity_chat",
        {"generation": {"top_k": 4, "seed": 1}},
        {"top_k": 4},
        {"generation.seed"},
    ),
    "together_chat: all the ways to sample": (
        "together_chat",
        {"generation": {"top_k": 4, "min_p": 0.1, "repetition_penalty": 1.1}},
        {"top_k": 4, "min_p": 0.1, "repetition_penalty": 1.1},
        set(),
    ),
    "llamacpp_chat: min_p": ("llamacpp_chat", {"generation": {"min_p": 0.1}}, {"min_p": 0.1}, set()),
    "huggingface_chat: one candidate": (
        "huggingface_chat",
        {"generation": {"candidates": 2}},
        {},
        {"generation.candidates"},
    ),
    "alibaba_chat: a switch and a budget": (
        "alibaba_chat",
        {"reasoning": {"mode": "enabled", "budget_tokens": 512, "effort": "low"}, "generation": {"seed": 1}},
        {"enable_thinking": True, "thinking_budget": 512, "seed": 1},
        {"reasoning.effort"},
    ),
    "alibaba_chat: no adaptive thinking, and a budget is positive": (
        "alibaba_chat",
        {"reasoning": {"mode": "adaptive", "budget_tokens": 0}},
        {},
        {"reasoning.mode", "reasoning.budget_tokens"},
    ),
    "xiaomi_chat: a switch, no effort, no seed": (
        "xiaomi_chat",
        {"reasoning": {"mode": "disabled", "effort": "low"}, "generation": {"seed": 1, "max_tokens": 9}, "user": "u"},
        {"thinking": {"type": "disabled"}, "max_completion_tokens": 9},
        {"reasoning.effort", "generation.seed", "settings.user"},
    ),
    "fireworks_chat: all the ways to sample, four efforts": (
        "fireworks_chat",
        {"generation": {"top_k": 4, "repetition_penalty": 1.1}, "reasoning": {"effort": "max"}, "store": True},
        {"top_k": 4, "repetition_penalty": 1.1},
        {"reasoning.effort", "settings.store"},
    ),
    "sambanova_chat: what its models do not support yet": (
        "sambanova_chat",
        {"generation": {"top_k": 4, "seed": 1, "candidates": 2}, "reasoning": {"effort": "low"}, "user": "u"},
        {"top_k": 4, "reasoning_effort": "low"},
        {"generation.seed", "generation.candidates", "settings.user"},
    ),
    "moonshot_chat: a switch, three efforts": (
        "moonshot_chat",
        {"reasoning": {"mode": "disabled", "effort": "medium"}, "generation": {"seed": 1, "max_tokens": 9}},
        {"thinking": {"type": "disabled"}, "max_completion_tokens": 9},
        {"reasoning.effort", "generation.seed"},
    ),
    "venice_chat: all the ways to sample, no logit_bias": (
        "venice_chat",
        {"generation": {"top_k": 4, "min_p": 0.1, "logit_bias": {"1": 2}, "max_tokens": 9}, "service_tier": "auto"},
        {"top_k": 4, "min_p": 0.1, "max_completion_tokens": 9},
        {"generation.logit_bias", "settings.service_tier"},
    ),
    "openrouter_chat: a budget": (
        "openrouter_chat",
        {"reasoning": {"mode": "enabled", "budget_tokens": 1024}, "generation": {"max_tokens": 9, "top_k": 2}},
        {"reasoning": {"enabled": True, "max_tokens": 1024}, "max_completion_tokens": 9, "top_k": 2},
        set(),
    ),
}


@pytest.mark.parametrize(("name", "settings", "sent", "lost"), SENT.values(), ids=list(SENT))
def test_what_a_vendor_is_sent(name: str, settings: dict[str, Any], sent: dict[str, Any], lost: set[str]) -> None:
    assert (sent, lost) == written(name, settings)


def test_every_variant_is_shown() -> None:
    assert VARIANTS <= {row[0] for row in SENT.values()}


@pytest.mark.parametrize("name", sorted(VARIANTS - {"azure_chat"}))
def test_tools_are_functions(name: str) -> None:
    body, lost = written(name, {"tools": [{"name": "g", "custom": {}}]})
    assert ([{"type": "function", "function": {"name": "g"}}], {"tool.custom"}) == (body["tools"], lost)


@pytest.mark.parametrize("name", sorted(VARIANTS))
def test_reasoning_of_another_vendor_is_not_sent(name: str) -> None:
    reply = turnwire.read(REPLY, "openai_chat", kind="response")
    found = turnwire.write(reply, name)
    assert "thinking" in {loss.feature for loss in found.losses}
    assert "b" not in json.loads(found.data)["choices"][0]["message"].values()


@pytest.mark.parametrize("name", sorted(VARIANTS))
def test_a_body_does_not_tell_a_vendor(name: str) -> None:
    guesses = turnwire.detect(json.dumps({"model": "m", "messages": [USER], "seed": 1}))
    assert ("openai_chat", "request") == guesses[0]
    assert (name, "request") in guesses
