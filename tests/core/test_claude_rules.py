"""What Claude's models refuse of choices, thinking and last messages is mended before it is sent."""

from __future__ import annotations

import json
from typing import Any

import pytest

import turnwire
from turnwire.families.anthropic.prefill import GO_ON

ASKED = {"role": "user", "content": "Where does the Aare rise?"}
BEGUN = {"role": "assistant", "content": "In the"}
TOOLS = [{"name": "rise", "input_schema": {"type": "object"}}]
FORCED = {"type": "tool", "name": "rise"}
AUTO, ANY = {"type": "auto"}, {"type": "any"}
THINKS = {"type": "enabled", "budget_tokens": 2000}
ADAPTIVE, QUIET = {"type": "adaptive"}, {"type": "disabled"}


def request(model: str, **settings: Any) -> dict[str, Any]:
    return {"model": model, "max_tokens": 9000, "messages": [ASKED], "tools": TOOLS, **settings}


CASES = [
    ("claude-sonnet-4-5", ANY, THINKS, ANY, QUIET, ["reasoning/mode", "reasoning/budget_tokens"]),
    ("claude-opus-4-6", FORCED, ADAPTIVE, FORCED, QUIET, ["reasoning/mode"]),
    ("claude-opus-4-7", FORCED, ADAPTIVE, FORCED, QUIET, ["reasoning/mode"]),
    (
        "claude-sonnet-4-5",
        ANY,
        {**THINKS, "budget_tokens": 512},
        ANY,
        QUIET,
        ["reasoning/mode", "reasoning/budget_tokens"],
    ),
    ("claude-opus-4-8", FORCED, ADAPTIVE, FORCED, ADAPTIVE, []),
    ("claude-sonnet-5", ANY, None, ANY, None, []),
    ("claude-opus-5-5", FORCED, ADAPTIVE, AUTO, ADAPTIVE, ["tool_choice/mode", "tool_choice/name"]),
    ("claude-opus-5-5", ANY, None, AUTO, None, ["tool_choice/mode"]),
    ("claude-opus-5-5", AUTO, QUIET, AUTO, None, ["reasoning/mode"]),
    ("claude-fable-5-1", AUTO, QUIET, AUTO, None, ["reasoning/mode"]),
    ("claude-fable-5", AUTO, QUIET, AUTO, QUIET, []),
]


@pytest.mark.parametrize(("model", "choice", "thinking", "expected", "thinks", "losses"), CASES)
def test_a_choice_and_thinking(model: str, choice: Any, thinking: Any, expected: Any, thinks: Any, losses: Any) -> None:
    said = {"thinking": thinking} if thinking else {}
    read = turnwire.read(request("other", tool_choice=choice, **said), "anthropic_messages", kind="request")
    written = turnwire.write(read, "anthropic_messages", model=model)
    sent = json.loads(written.data)
    assert (expected, thinks) == (sent.get("tool_choice"), sent.get("thinking"))
    assert [f"/settings/{each}" for each in losses] == [loss.path for loss in written.losses]
    unmet = [each.path for each in turnwire.plan(read, f"anthropic:{model}").unmet if each.reason == "refused_by_model"]
    assert [f"/settings/{each}" for each in losses] == unmet


@pytest.mark.parametrize(("model", "choice", "thinking"), [case[:3] for case in CASES])
def test_what_was_said_to_the_same_model_comes_back(model: str, choice: Any, thinking: Any) -> None:
    body = request(model, tool_choice=choice, messages=[ASKED, BEGUN], **({"thinking": thinking} if thinking else {}))
    again = turnwire.convert(body, "anthropic_messages", source="anthropic_messages", kind="request")
    assert (body, ()) == (json.loads(again.data), again.losses)


@pytest.mark.parametrize("model", ["claude-haiku-4-5", "claude-opus-4-5", "claude-opus-4-6"])
def test_an_effort_alone_does_not_make_a_forced_model_think(model: str) -> None:
    tools = [{"type": "function", "function": {"name": "rise", "parameters": {"type": "object"}}}]
    body = {"model": "m", "messages": [ASKED], "tools": tools, "tool_choice": "required", "reasoning_effort": "high"}
    written = turnwire.write(turnwire.read(body, "openai_chat", kind="request"), "anthropic_messages", model=model)
    sent = json.loads(written.data)
    assert (ANY, QUIET) == (sent["tool_choice"], sent["thinking"])
    assert ("invented", "/settings/reasoning/mode") in [(loss.kind, loss.path) for loss in written.losses]


@pytest.mark.parametrize(
    ("model", "thinking"),
    [
        ("claude-opus-5", ADAPTIVE),
        ("claude-opus-5-5", ADAPTIVE),
        ("claude-sonnet-4-6", THINKS),
        ("claude-sonnet-4-5", THINKS),
    ],
)
def test_a_budget_alone_is_adaptive_for_models_that_take_none(model: str, thinking: Any) -> None:
    body = {"model": "m", "max_tokens": 9000, "messages": [ASKED], "reasoning": {"max_tokens": 2000}}
    sent = turnwire.convert(body, "anthropic_messages", source="openrouter_chat", kind="request", model=model)
    assert thinking == sent.json()["thinking"]
    assert (thinking == ADAPTIVE) is any(loss.feature == "reasoning.budget_tokens" for loss in sent.losses)


def test_no_effort_is_the_least_for_a_model_that_always_thinks() -> None:
    body = {"model": "gpt-5.1", "messages": [ASKED], "reasoning_effort": "none"}
    read = turnwire.read(body, "openai_chat", kind="request")
    sent = json.loads(turnwire.write(read, "anthropic_messages", model="claude-opus-5-5").data)
    assert "disabled" not in json.dumps(sent)
    assert {"effort": "low"} == sent["output_config"]


@pytest.mark.parametrize("target", ["anthropic_messages", "bedrock_anthropic", "vertex_anthropic"])
@pytest.mark.parametrize(
    ("model", "messages"),
    [
        ("claude-sonnet-4-5", [ASKED, BEGUN]),
        ("claude-opus-4-6", [ASKED, BEGUN, {"role": "user", "content": GO_ON}]),
        ("claude-opus-5-5", [ASKED, BEGUN, {"role": "user", "content": GO_ON}]),
    ],
)
def test_a_reply_that_is_begun(target: str, model: str, messages: Any) -> None:
    read = turnwire.read({"model": "m", "messages": [ASKED, BEGUN]}, "openai_chat", kind="request")
    written = turnwire.write(read, target, model=model)
    assert messages == json.loads(written.data)["messages"]
    made = [loss.path for loss in written.losses if loss.feature == "message"]
    assert (["/history/2"] if len(messages) > 2 else []) == made


def test_a_turn_that_the_provider_paused_stays_last() -> None:
    use = {"type": "server_tool_use", "id": "srvtoolu_1", "name": "web_search", "input": {"query": "Aare"}}
    messages = [ASKED, {"role": "assistant", "content": [use]}]
    read = turnwire.read(request("other", messages=messages), "anthropic_messages", kind="request")
    assert messages == json.loads(turnwire.write(read, "anthropic_messages", model="claude-sonnet-5").data)["messages"]


@pytest.mark.parametrize(
    ("model", "thinking", "effort", "written"),
    [
        ("claude-opus-5", QUIET, "xhigh", "high"),
        ("claude-opus-5", QUIET, "max", "high"),
        ("claude-opus-5", QUIET, "medium", "medium"),
        ("claude-opus-5", ADAPTIVE, "xhigh", "xhigh"),
        ("claude-opus-4-8", QUIET, "xhigh", "xhigh"),
    ],
)
def test_opus_5_disables_thinking_up_to_a_high_effort(model: str, thinking: Any, effort: str, written: str) -> None:
    body = request("claude-opus-4-8", thinking=thinking, output_config={"effort": effort})
    history = turnwire.read(body, "anthropic_messages", kind="request")
    done = turnwire.write(history, "anthropic_messages", model=model)
    assert json.loads(done.data)["output_config"] == {"effort": written}
    assert [(loss.kind, loss.path) for loss in done.losses] == (
        [] if written == effort else [("degraded", "/settings/reasoning/effort")]
    )
    own = {**body, "model": model}
    assert json.loads(turnwire.convert(own, "anthropic_messages", source="anthropic_messages").data) == own
