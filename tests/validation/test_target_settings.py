"""Settings that a target refuses, by themselves or because of others: the reason in words, and what to do."""

from __future__ import annotations

import json
from typing import Any

import pytest
from tests.validation.meaning.documents import HI, anthropic, chat

import turnwire

TOOLS = [{"type": "function", "function": {"name": "clock", "parameters": {"type": "object", "properties": {}}}}]
USAGE = {"include_usage": True}
AUDIO = {"voice": "alloy", "format": "mp3"}
GUESS = {"prediction": {"type": "content", "content": "Hello."}}
BUDGET = {"type": "enabled", "budget_tokens": 1024}
CLOCK = [{"functionDeclarations": [{"name": "clock"}]}]
BUDGETS = "128 to 32768 tokens"
LEFT_OUT, ONE_OF_TWO = "leave it out", "leave one of the two out"


def claude(model: str = "claude-sonnet-4-5", **members: Any) -> dict[str, Any]:
    return anthropic(HI, **members) | {"model": model, "max_tokens": 2000}


def gpt(model: str, **members: Any) -> dict[str, Any]:
    return chat(HI, **members) | {"model": model}


def items(**members: Any) -> dict[str, Any]:
    return {"model": "gpt-5", "input": "Hi.", **members}


def gemini(**config: Any) -> dict[str, Any]:
    return {"contents": [{"role": "user", "parts": [{"text": "Hi."}]}], "generationConfig": config}


def alone(name: str, *others: str, place: str = "") -> tuple[str, str, str, str]:
    """The finding about a setting without others."""
    listed = " or ".join(f"`{each}`" for each in others)
    return "TW426", f"{place}/{name}", f"refuses `{name}` without {listed}", f"leave `{name}` out, or add {listed}"


def beside(name: str, *others: str, place: str = "") -> tuple[str, str, str, str]:
    """The finding about a setting next to others."""
    return "TW426", f"{place}/{name}", f"refuses `{name}` next to {' or '.join(others)}", f"leave `{name}` out"


# The target, a request, and the code, place, end of the message and hint of its finding, if it has one.
Row = tuple[str, dict[str, Any], tuple[str, str, str, str] | None]
CHAT: dict[str, Row] = {
    "a choice": ("openai_chat", chat(HI, tool_choice="auto"), alone("tool_choice", "tools")),
    "a choice with tools": ("openai_chat", chat(HI, tool_choice="auto", tools=TOOLS), None),
    "a choice for another maker's model": ("openai_chat", gpt("qwen3-32b", tool_choice="auto"), None),
    "options of a stream": ("openai_chat", chat(HI, stream_options=USAGE), alone("stream_options", "stream")),
    "options of no stream": (
        "openai_chat",
        chat(HI, stream=False, stream_options=USAGE),
        alone("stream_options", "stream"),
    ),
    "options with a stream": ("openai_chat", chat(HI, stream=True, stream_options=USAGE), None),
    "two limits": (
        "openai_chat",
        chat(HI, max_tokens=5, max_completion_tokens=5),
        beside("max_tokens", "`max_completion_tokens`"),
    ),
    "text alone": ("openai_chat", chat(HI, modalities=["text"]), None),
    "a guess for one answer": ("openai_chat", chat(HI, n=1, **GUESS), None),
    "a guess for two answers": ("openai_chat", chat(HI, n=2, **GUESS), beside("prediction", "`n` above 1")),
    "a guess without a penalty": ("openai_chat", chat(HI, presence_penalty=0, frequency_penalty=-1, **GUESS), None),
    "a guess with a penalty": (
        "openai_chat",
        chat(HI, presence_penalty=0.5, **GUESS),
        beside("prediction", "`presence_penalty` above 0"),
    ),
    "a guess with two penalties": (
        "openai_chat",
        chat(HI, presence_penalty=0.5, frequency_penalty=1, **GUESS),
        beside("prediction", "`presence_penalty` above 0", "`frequency_penalty` above 0"),
    ),
    "a guess of what is said": (
        "openai_chat",
        chat(HI, modalities=["text", "audio"], audio=AUDIO, **GUESS),
        beside("prediction", "`audio`"),
    ),
    "both settings of Groq": (
        "groq_chat",
        gpt("qwen/qwen3-32b", reasoning_format="parsed", include_reasoning=True),
        beside("reasoning_format", "`include_reasoning: true`"),
    ),
    "both settings of Groq, one of them false": (
        "groq_chat",
        gpt("qwen/qwen3-32b", reasoning_format="parsed", include_reasoning=False),
        beside("reasoning_format", "`include_reasoning: false`"),
    ),
    "one setting of Groq": ("groq_chat", gpt("qwen/qwen3-32b", reasoning_format="parsed"), None),
    "the other setting of Groq": ("groq_chat", gpt("openai/gpt-oss-20b", include_reasoning=False), None),
    "an effort for a model of xAI": (
        "xai_chat",
        gpt("grok-code-fast-1", reasoning_effort="low"),
        ("TW401", "/reasoning_effort", "refuses `reasoning_effort`", LEFT_OUT),
    ),
    "an effort that is none": (
        "openai_chat",
        gpt("gpt-5", reasoning_effort="none"),
        ("TW406", "/reasoning_effort", 'does not take the effort "none"', "choose another effort"),
    ),
    "an effort for a model that does not reason": (
        "openai_chat",
        gpt("gpt-4.1", reasoning_effort="low"),
        ("TW406", "/reasoning_effort", "takes no effort of reasoning", LEFT_OUT),
    ),
    "a temperature": (
        "openai_chat",
        gpt("gpt-5", temperature=0.5),
        ("TW401", "/temperature", "does not take `temperature`", LEFT_OUT),
    ),
    "a temperature without effort": ("openai_chat", gpt("gpt-5.1", temperature=0.5, reasoning_effort="none"), None),
    "a temperature with an effort": (
        "openai_chat",
        gpt("gpt-5.1", temperature=0.5, reasoning_effort="low"),
        (
            *("TW401", "/temperature", "takes `temperature` only with the effort `none`"),
            "leave it out, or set the effort to `none`",
        ),
    ),
    "the name of a form": (
        "openai_chat",
        chat(HI, response_format={"type": "json_schema", "json_schema": {"name": "a b", "schema": {"type": "object"}}}),
        (
            *("TW413", "/response_format/json_schema/name", 'does not take the name "a b"'),
            "use at most 64 letters, digits, underscores and dashes",
        ),
    ),
}
RESPONSES: dict[str, Row] = {
    "two ways back": (
        "openai_responses",
        items(previous_response_id="resp_1", conversation="conv_1"),
        beside("previous_response_id", "`conversation`"),
    ),
    "in the background": ("openai_responses", items(background=True), None),
    "in the background, and stored": ("openai_responses", items(background=True, store=True), None),
    "in the background, and not stored": (
        "openai_responses",
        items(background=True, store=False),
        beside("background", "`store: false`"),
    ),
    "not in the background": ("openai_responses", items(background=False, store=False), None),
}
ANTHROPIC: dict[str, Row] = {
    "a choice of Claude": (
        "anthropic_messages",
        claude(tool_choice={"type": "auto"}),
        alone("tool_choice", "tools", "mcp_servers"),
    ),
    "a choice with a server": (
        "anthropic_messages",
        claude(tool_choice={"type": "auto"}, mcp_servers=[{"type": "url", "url": "https://a.example/", "name": "a"}]),
        None,
    ),
    "a budget below the limit": ("anthropic_messages", claude(thinking=BUDGET | {"budget_tokens": 1999}), None),
    "a budget at the limit": (
        "anthropic_messages",
        claude(thinking=BUDGET | {"budget_tokens": 2000}),
        (
            *("TW406", "/thinking/budget_tokens", "the budget of 2000 tokens is not below `max_tokens`, which is 2000"),
            "lower the budget, or raise `max_tokens`",
        ),
    ),
    "heat while it thinks": (
        "anthropic_messages",
        claude(thinking=BUDGET, temperature=0.5),
        (
            "TW401",
            "/temperature",
            "does not take `temperature` (0.5) while it thinks",
            "leave it out, or disable thinking",
        ),
    ),
    "the least share while it thinks": ("anthropic_messages", claude(thinking=BUDGET, top_p=0.95), None),
    "a lower share while it thinks": (
        "anthropic_messages",
        claude(thinking=BUDGET, top_p=0.94),
        ("TW401", "/top_p", "does not take `top_p` (0.94) while it thinks", "leave it out, or disable thinking"),
    ),
    "heat and share": (
        "anthropic_messages",
        claude(temperature=0.5, top_p=0.9),
        ("TW401", "/top_p", "does not take `top_p` together with `temperature`", ONE_OF_TWO),
    ),
    "heat and share without thinking": (
        "anthropic_messages",
        claude(temperature=0.5, top_p=0.9, thinking={"type": "disabled"}),
        ("TW401", "/top_p", "does not take `top_p` together with `temperature`", ONE_OF_TWO),
    ),
    "a mode": (
        "anthropic_messages",
        claude("claude-opus-4-8", thinking=BUDGET),
        (
            "TW406",
            "/thinking/type",
            'does not take thinking of type "enabled"',
            "leave it out, or choose another value",
        ),
    ),
    "an effort of Claude": (
        "anthropic_messages",
        claude("claude-opus-4-5", output_config={"effort": "max"}),
        ("TW406", "/output_config/effort", 'does not take the effort "max"', "choose another effort"),
    ),
    "the top of a schema": (
        "anthropic_messages",
        claude(tools=[{"name": "a", "input_schema": {"type": "object", "anyOf": [{"required": ["a"]}]}}]),
        (
            *("TW412", "/tools/0/input_schema/anyOf", "does not take `anyOf` at the top of a tool's schema"),
            "put it into a property of an object",
        ),
    ),
}
CONFIG = "/generationConfig"
GEMINI: dict[str, Row] = {
    "probabilities": (
        "gemini_generate:gemini-2.5-flash",
        gemini(logprobs=2),
        alone("logprobs", "responseLogprobs", place=CONFIG),
    ),
    "probabilities that are asked for": (
        "gemini_generate:gemini-2.5-flash",
        gemini(logprobs=2, responseLogprobs=True),
        None,
    ),
    "a schema in the other spelling": (
        "gemini_generate:gemini-2.5-flash",
        gemini(response_schema={"type": "OBJECT"}),
        (
            *("TW426", f"{CONFIG}/response_schema", "refuses `response_schema` without `responseMimeType`"),
            "leave `response_schema` out, or add `responseMimeType`",
        ),
    ),
    "two schemas": (
        "gemini_generate:gemini-2.5-flash",
        gemini(responseJsonSchema={}, responseSchema={"type": "OBJECT"}, responseMimeType="application/json"),
        beside("responseSchema", "`responseJsonSchema`", place=CONFIG),
    ),
    "a level and a budget": (
        "gemini_generate:gemini-3-flash",
        gemini(thinkingConfig={"thinkingBudget": 128, "thinkingLevel": "low"}),
        beside("thinkingBudget", "`thinkingLevel`", place=f"{CONFIG}/thinkingConfig"),
    ),
    "a level for a model with budgets": (
        "gemini_generate:gemini-2.5-flash",
        gemini(thinkingConfig={"thinkingLevel": "low"}),
        (
            *("TW406", f"{CONFIG}/thinkingConfig/thinkingLevel", "takes a budget of thinking, and no level"),
            "give a `thinkingBudget`",
        ),
    ),
    "no thinking": (
        "gemini_generate:gemini-2.5-pro",
        gemini(thinkingConfig={"thinkingBudget": 0}),
        ("TW406", f"{CONFIG}/thinkingConfig/thinkingBudget", "always thinks", LEFT_OUT),
    ),
    "the least thinking": ("gemini_generate:gemini-2.5-pro", gemini(thinkingConfig={"thinkingBudget": 128}), None),
    "more than all thinking": (
        "gemini_generate:gemini-2.5-pro",
        gemini(thinkingConfig={"thinkingBudget": 50000}),
        ("TW406", f"{CONFIG}/thinkingConfig/thinkingBudget", f"takes a budget of {BUDGETS}", "choose another budget"),
    ),
    "JSON and functions": (
        "gemini_generate:gemini-2.5-flash",
        gemini(responseMimeType="application/json") | {"tools": CLOCK},
        ("TW401", f"{CONFIG}/responseMimeType", "does not take JSON together with functions", ONE_OF_TWO),
    ),
}
ROWS = {**CHAT, **RESPONSES, **ANTHROPIC, **GEMINI}


@pytest.mark.parametrize(("target", "tree", "expected"), ROWS.values(), ids=ROWS)
def test_a_refusal_has_its_reason(target: str, tree: dict[str, Any], expected: tuple[str, ...] | None) -> None:
    report = turnwire.validate(json.dumps(tree).encode(), target.partition(":")[0], kind="request", target=target)
    found = [(each.code, each.pointer, each.hint) for each in report.diagnostics]
    assert found == ([] if expected is None else [(expected[0], expected[1], expected[3])])
    assert all(each.message.endswith(expected[2]) for each in report.diagnostics if expected)
