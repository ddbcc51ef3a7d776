"""What a model or its server refuses is mended before it is sent, and told."""

from __future__ import annotations

import json
from typing import Any

import pytest

import turnwire
from turnwire.catalogue.models import FAMILIES, rules_of
from turnwire.lowering.model_rules import EFFORTS, nearest
from turnwire.lowering.unanswered import NO_RESULT
from turnwire.model import Message, Reasoning, TextBlock, ToolResultBlock
from turnwire.testing.accounts import faults

SAID = [{"role": "user", "content": "Where does the Aare rise?"}]
OPEN = {"type": "object", "properties": {"river": {"type": "string"}}, "required": ["river"]}
CLOSED = {**OPEN, "additionalProperties": False}
TOOLS = [{"type": "function", "function": {"name": "rise", "parameters": OPEN}}]
OPTIONAL = {"type": "object", "properties": {"river": {"type": "string"}}}


def answer(schema: Any, *, strict: bool | None = None) -> dict[str, Any]:
    told = {} if strict is None else {"strict": strict}
    return {"response_format": {"type": "json_schema", "json_schema": {"name": "found", "schema": schema, **told}}}


def chat(**settings: Any) -> bytes:
    return json.dumps({"model": "elsewhere", "messages": SAID, **settings}).encode()


@pytest.mark.parametrize(
    ("target", "settings", "body", "losses"),
    [
        ("openai_chat:gpt-4o", {"max_tokens": 9, "temperature": 0.5}, {"max_tokens": 9, "temperature": 0.5}, []),
        (
            "openai_chat:gpt-5-mini",
            {"max_tokens": 9, "temperature": 0.5, "stop": ["."]},
            {"max_completion_tokens": 9},
            [("dropped", "generation/stop_sequences"), ("dropped", "generation/temperature")],
        ),
        (
            "azure_chat:o3-mini",
            {"max_completion_tokens": 9, "logprobs": True, "presence_penalty": 1, "stop": ["."]},
            {"max_completion_tokens": 9, "stop": ["."]},
            [("dropped", "generation/logprobs"), ("dropped", "generation/presence_penalty")],
        ),
        ("openai_responses:gpt-5.1", {"temperature": 0.5}, {"temperature": 0.5}, []),
        (
            "openai_responses:gpt-5.1",
            {"temperature": 0.5, "reasoning_effort": "minimal"},
            {"reasoning": {"effort": "low"}},
            [("degraded", "reasoning/effort"), ("dropped", "generation/temperature")],
        ),
        (
            "openai_chat:gpt-5",
            {"reasoning_effort": "none"},
            {"reasoning_effort": "minimal"},
            [("degraded", "reasoning/effort")],
        ),
        ("openai_chat:claude-opus-4-5", {"reasoning_effort": "minimal"}, {"reasoning_effort": "minimal"}, []),
        (
            "openai_chat:gpt-5.6",
            {"tools": TOOLS, "reasoning_effort": "low"},
            {"reasoning_effort": "none", "tools": TOOLS},
            [("degraded", "reasoning/effort")],
        ),
        (
            "openai_chat:gpt-5.6",
            {"tools": TOOLS},
            {"reasoning_effort": "none", "tools": TOOLS},
            [("invented", "reasoning/effort")],
        ),
        (
            "openai_chat:gpt-5-pro",
            {"reasoning_effort": "low"},
            {"reasoning_effort": "high"},
            [("degraded", "reasoning/effort")],
        ),
        ("openai_chat:gpt-4.1", {"reasoning_effort": "low"}, {}, [("dropped", "reasoning/effort")]),
        ("openai_chat:gpt-4o", {"max_tokens": 90_000}, {"max_tokens": 16_384}, [("degraded", "generation/max_tokens")]),
        (
            "anthropic_messages:claude-haiku-4-5",
            {"max_tokens": 90_000},
            {"max_tokens": 64_000},
            [("degraded", "generation/max_tokens")],
        ),
        ("anthropic_messages:claude-opus-4-8", {}, {"max_tokens": 128_000}, [("invented", "generation/max_tokens")]),
        ("anthropic_messages:new", {}, {"max_tokens": 4096}, [("invented", "generation/max_tokens")]),
        (
            "anthropic_messages:claude-sonnet-4.5",
            {"max_tokens": 9, "temperature": 0.5, "top_p": 0.9},
            {"max_tokens": 9, "temperature": 0.5},
            [("dropped", "generation/top_p")],
        ),
        (
            "vertex_anthropic:claude-opus-4-8",
            {"max_tokens": 9, "temperature": 0.5, "top_p": 0.9},
            {"anthropic_version": "vertex-2023-10-16", "max_tokens": 9},
            [("dropped", "generation/temperature"), ("dropped", "generation/top_p")],
        ),
        (
            "anthropic_messages:claude-opus-4-6",
            {"max_tokens": 9, "reasoning_effort": "minimal", "temperature": 0.5},
            {"max_tokens": 9, "output_config": {"effort": "low"}, "thinking": {"type": "adaptive"}},
            [("degraded", "reasoning/effort"), ("dropped", "generation/temperature"), ("invented", "reasoning/mode")],
        ),
        (
            "anthropic_messages:claude-haiku-4-5",
            {"max_tokens": 4000, "reasoning_effort": "medium"},
            {"max_tokens": 4000, "thinking": {"budget_tokens": 2000, "type": "enabled"}},
            [("degraded", "reasoning/effort"), ("invented", "reasoning/budget_tokens"), ("invented", "reasoning/mode")],
        ),
        (
            "anthropic_messages:claude-haiku-4-5",
            {"max_tokens": 9, "reasoning_effort": "high", "temperature": 0.5},
            {"max_tokens": 9, "temperature": 0.5, "thinking": {"type": "disabled"}},
            [("degraded", "reasoning/effort"), ("invented", "reasoning/budget_tokens"), ("invented", "reasoning/mode")],
        ),
        (
            "gemini_generate:gemini-2.5-flash",
            {"max_tokens": 90_000},
            {"generationConfig": {"maxOutputTokens": 65_536}},
            [("degraded", "generation/max_tokens")],
        ),
        (
            "gemini_generate:gemini-2.5-flash",
            {"reasoning_effort": "xhigh"},
            {"generationConfig": {"thinkingConfig": {"thinkingBudget": 24_576}}},
            [("degraded", "reasoning/effort"), ("invented", "reasoning/budget_tokens"), ("invented", "reasoning/mode")],
        ),
        (
            "vertex_gemini:gemini-3-flash-preview",
            {"reasoning_effort": "low"},
            {"generationConfig": {"thinkingConfig": {"thinkingLevel": "LOW"}}},
            [],
        ),
        (
            "gemini_generate:gemini-2.5-flash",
            {"response_format": {"type": "json_object"}},
            {"generationConfig": {"responseMimeType": "application/json"}},
            [],
        ),
        (
            "openai_chat:gpt-4o",
            answer(OPEN, strict=True),
            answer(CLOSED, strict=True),
            [("invented", "response_format/schema/additionalProperties")],
        ),
        (
            "openai_chat:gpt-4o",
            answer(OPTIONAL, strict=True),
            answer(OPTIONAL, strict=False),
            [("degraded", "response_format/strict")],
        ),
        ("openai_chat:gpt-4o", answer(OPEN), answer(OPEN), []),
        (
            "anthropic_messages:claude-opus-4-6",
            {
                "max_tokens": 9,
                **answer(
                    {"type": "object", "properties": {"a": {"type": ["object", "null"], "additionalProperties": True}}}
                ),
            },
            {
                "max_tokens": 9,
                "output_config": {
                    "format": {
                        "type": "json_schema",
                        "schema": {
                            "type": "object",
                            "properties": {"a": {"type": ["object", "null"], "additionalProperties": False}},
                            "additionalProperties": False,
                            "title": "found",
                        },
                    }
                },
            },
            [
                ("degraded", "response_format/schema/properties/a/additionalProperties"),
                ("invented", "response_format/schema/additionalProperties"),
                ("invented", "response_format/schema/title"),
                ("reshaped", "response_format/name"),
            ],
        ),
    ],
)
def test_what_a_model_refuses_is_mended(target: str, settings: Any, body: Any, losses: Any) -> None:
    dialect, _, model = target.partition(":")
    read = turnwire.read(chat(**settings), "openai_chat", kind="request")
    found = turnwire.write(read, dialect, model=model)
    sent = json.loads(found.data)
    told = sorted((loss.kind, loss.path.removeprefix("/settings/")) for loss in found.losses)
    assert {name: sent[name] for name in sorted(sent) if name not in ("model", "messages", "input", "contents")} == body
    assert told == losses


@pytest.mark.parametrize("settings", [{}, {"temperature": 1.0}, {"max_tokens": 64_000}], ids=str)
@pytest.mark.parametrize(
    ("model", "budget", "sent", "is_lost"),
    [("claude-haiku-4-5", 200_000, 32_000, True), ("claude-haiku-4-5", 32_000, 32_000, False)],
)
def test_a_budget_leaves_room_below_the_limit(
    settings: Any, model: str, budget: int, sent: int, is_lost: object
) -> None:
    read = turnwire.read(chat(**settings), "openai_chat", kind="request")
    assert isinstance(read, turnwire.History)
    assert read.settings is not None
    read.settings.reasoning = Reasoning(mode="enabled", budget_tokens=budget)
    found = turnwire.write(read, "anthropic_messages", model=model)
    body = json.loads(found.data)
    assert (64_000, sent) == (body["max_tokens"], body["thinking"]["budget_tokens"])
    lost: list[Any] = [loss.value for loss in found.losses if loss.feature == "reasoning.budget_tokens"]
    assert ([budget] if is_lost else []) == lost


def test_the_limit_of_an_unknown_model_leaves_room_for_the_budget() -> None:
    read = turnwire.read(chat(temperature=1.0), "openai_chat", kind="request")
    assert isinstance(read, turnwire.History)
    assert read.settings is not None
    read.settings.reasoning = Reasoning(mode="enabled", budget_tokens=200_000)
    body = json.loads(turnwire.write(read, "anthropic_messages", model="new").data)
    assert (204_096, 200_000) == (body["max_tokens"], body["thinking"]["budget_tokens"])


REFUSED = {"max_tokens": 9, "temperature": 0.5, "stop": ["."], "reasoning_effort": "none", **answer(OPEN, strict=True)}


@pytest.mark.parametrize("model", ["gpt-5.6", "gpt-5-mini"])
def test_tools_of_its_own_dialect_come_back(model: str) -> None:
    body = {"model": model, "messages": SAID, "tools": TOOLS}
    again = turnwire.convert(json.dumps(body), "openai_chat", source="openai_chat", kind="request")
    assert (body, ()) == (json.loads(again.data), again.losses)


@pytest.mark.parametrize("model", ["gpt-5-mini", "o3", "gpt-4o", "gpt-5.1", "gpt-5.6", "unknown"])
def test_what_its_own_dialect_said_comes_back_and_another_model_is_mended(model: str) -> None:
    body = {"model": model, "messages": SAID, **REFUSED}
    read = turnwire.read(json.dumps(body), "openai_chat", kind="request")
    again = turnwire.write(read, "openai_chat")
    assert (body, ()) == (json.loads(again.data), again.losses)
    other = json.loads(turnwire.write(read, "openai_chat", model="o4-mini").data)
    assert other == {
        "model": "o4-mini",
        "messages": SAID,
        "max_completion_tokens": 9,
        "reasoning_effort": "low",
        **answer(CLOSED, strict=True),
    }


def call(use_id: str) -> dict[str, Any]:
    return {"id": use_id, "type": "function", "function": {"name": "rise", "arguments": "{}"}}


ALONE = [
    *SAID,
    {"role": "assistant", "tool_calls": [call("a"), call("b")]},
    {"role": "tool", "tool_call_id": "b", "content": "A glacier."},
    {"role": "tool", "tool_call_id": "z", "content": "Lost."},
    {"role": "assistant", "tool_calls": [call("c")]},
]
INVENTED = [("invented", "/history/1/content/0/result"), ("invented", "/history/4/content/0/result")]


@pytest.mark.parametrize(
    ("target", "messages"),
    [
        (
            "azure_chat",
            [
                *ALONE[:2],
                {"role": "tool", "tool_call_id": "a", "content": NO_RESULT},
                ALONE[2],
                {"role": "user", "content": "Lost."},
                ALONE[4],
                {"role": "tool", "tool_call_id": "c", "content": NO_RESULT},
            ],
        ),
        (
            "anthropic_messages",
            [
                *SAID,
                {
                    "role": "assistant",
                    "content": [{"type": "tool_use", "id": each, "name": "rise", "input": {}} for each in "ab"],
                },
                {
                    "role": "user",
                    "content": [
                        {"type": "tool_result", "tool_use_id": "a", "content": NO_RESULT},
                        {"type": "tool_result", "tool_use_id": "b", "content": "A glacier."},
                        {"type": "text", "text": "Lost."},
                    ],
                },
                {"role": "assistant", "content": [{"type": "tool_use", "id": "c", "name": "rise", "input": {}}]},
                {"role": "user", "content": [{"type": "tool_result", "tool_use_id": "c", "content": NO_RESULT}]},
            ],
        ),
    ],
)
def test_calls_and_results_are_paired(target: str, messages: Any) -> None:
    read = turnwire.read(chat(messages=ALONE), "openai_chat", kind="request")
    found = turnwire.write(read, target, model="new")
    assert messages == json.loads(found.data)["messages"]
    told = sorted((loss.kind, loss.path) for loss in found.losses if loss.feature.startswith("tool_result"))
    assert [("degraded", "/history/3/content/0"), *INVENTED] == told


def test_what_its_own_dialect_left_unpaired_comes_back() -> None:
    again = turnwire.convert(chat(messages=ALONE), "openai_chat", source="openai_chat", kind="request")
    assert (ALONE, ()) == (json.loads(again.data)["messages"], again.losses)


def test_a_result_alone_is_a_part_of_a_conversation() -> None:
    read = turnwire.read(chat(messages=[ALONE[2]]), "openai_chat", kind="request")
    assert [ALONE[2]] == json.loads(turnwire.write(read, "azure_chat").data)["messages"]


@pytest.mark.parametrize("target", ["anthropic_messages", "openai_chat", "vertex_anthropic"])
def test_a_result_alone_that_says_nothing_is_dropped(target: str) -> None:
    said = [Message("assistant", [TextBlock("I look.")]), Message("tool", [ToolResultBlock("toolu_1")])]
    history = turnwire.History(history=[*said, Message("user", [TextBlock("So?")])])
    losses = [(loss.kind, loss.path) for loss in turnwire.write(history, target).losses]
    assert ("dropped", "/history/1/content/0") in losses
    assert [] == faults(history, target)


def test_results_of_calls_that_the_server_keeps_stay() -> None:
    body = {
        "model": "m",
        "previous_response_id": "resp_1",
        "input": [
            {"type": "function_call_output", "call_id": "a", "output": "A glacier."},
            {"role": "assistant", "content": "So be it."},
        ],
    }
    read = turnwire.read(json.dumps(body), "openai_responses", kind="request")
    assert isinstance(read, turnwire.History)
    read.history[0].content[0].provider_raw = None
    assert body["input"] == json.loads(turnwire.write(read, "openai_responses").data)["input"]


def test_a_plan_says_what_will_be_mended() -> None:
    read = turnwire.read(chat(messages=ALONE, temperature=0.5, reasoning_effort="none"), "openai_chat", kind="request")
    found = turnwire.plan(read, "openai_chat:gpt-5-mini")
    unmet = [(each.capability, each.reason, each.path, each.needed) for each in found.unmet]
    assert [
        ("generation.temperature", "refused_by_model", "/settings/generation/temperature", 0.5),
        ("reasoning.effort", "refused_by_model", "/settings/reasoning/effort", "none"),
        ("tool_use", "refused_by_server", "/history/1/content/0", "a result"),
        ("tool_result", "refused_by_server", "/history/3/content/0", "a call"),
        ("tool_use", "refused_by_server", "/history/4/content/0", "a result"),
    ] == [each for each in unmet if each[1].startswith("refused_by")]
    costs = [(cost.kind, cost.feature) for cost in found.costs]
    assert ("dropped", "generation.temperature") in costs
    assert ("degraded", "reasoning.effort") in costs


def test_efforts_of_the_table_are_known_words_in_order() -> None:
    for family in FAMILIES:
        words = list(family.takes.efforts or ())
        assert words == sorted(words, key=EFFORTS.index), family.prefix
        assert not words or family.takes.default_effort in (None, *words), family.prefix


@pytest.mark.parametrize(
    ("effort", "known", "expected"),
    [
        ("none", ("low", "high"), "low"),
        ("minimal", ("none", "low"), "low"),
        ("max", ("low", "high"), "high"),
        ("medium", ("low", "high"), "high"),
        ("ultra", ("low", "high"), None),
        ("low", (), None),
    ],
)
def test_the_nearest_effort(effort: str, known: tuple[str, ...], expected: str | None) -> None:
    assert expected == nearest(effort, known)


@pytest.mark.parametrize(
    ("model", "maker", "efforts"),
    [
        ("openai/gpt-5.4-mini", "openai", ("none", "low", "medium", "high", "xhigh")),
        ("us.anthropic.claude-opus-4-5-20251101-v1:0", "anthropic", ("low", "medium", "high")),
        ("claude-opus-4-5@20251101", "anthropic", ("low", "medium", "high")),
        ("claude-opus-4-5", "openai", None),
        ("gpt-5o", "openai", None),
        (None, "openai", None),
    ],
)
def test_rules_are_of_a_model_and_its_maker(model: str | None, maker: str, efforts: Any) -> None:
    assert efforts == rules_of(model, maker).efforts
