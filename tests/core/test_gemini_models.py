"""What Gemini 2.5 and older models refuse."""

from __future__ import annotations

import json
from typing import Any

import pytest

import turnwire


@pytest.mark.parametrize(("model", "is_taken"), [("gemini-2.5-pro", False), ("gemini-3-pro-preview", True)])
def test_json_beside_functions_is_for_gemini_3(model: str, *, is_taken: bool) -> None:
    tool = {"type": "function", "function": {"name": "f", "parameters": {"type": "object"}}}
    body = {
        "messages": [{"role": "user", "content": "x"}],
        "response_format": {"type": "json_object"},
        "tools": [tool],
    }
    done = turnwire.convert(body, "gemini_generate", source="openai_chat", model=model)
    assert ("generationConfig" in json.loads(done.data)) == is_taken
    assert [loss.path for loss in done.losses] == ([] if is_taken else ["/settings/response_format"])


@pytest.mark.parametrize(("model", "is_taken"), [("gemini-2.5-flash", True), ("gemini-flash-latest", False)])
def test_probabilities_are_not_for_gemini_3(model: str, *, is_taken: bool) -> None:
    body = {"messages": [{"role": "user", "content": "x"}], "logprobs": True, "top_logprobs": 2}
    done = turnwire.convert(body, "gemini_generate", source="openai_chat", model=model)
    config = {"responseLogprobs": True, "logprobs": 2} if is_taken else None
    assert json.loads(done.data).get("generationConfig") == config
    lost = [] if is_taken else ["/settings/generation/logprobs", "/settings/generation/top_logprobs"]
    assert [loss.path for loss in done.losses] == lost


def test_what_gemini_25_refuses_is_written_back_in_its_own_format() -> None:
    config = {"responseMimeType": "application/json", "thinkingConfig": {"thinkingLevel": "HIGH"}}
    body = {
        "contents": [{"role": "user", "parts": [{"text": "x"}]}],
        "generationConfig": config,
        "tools": [{"functionDeclarations": [{"name": "f"}]}],
    }
    path = {"path": "/v1beta/models/gemini-2.5-flash:generateContent"}
    history = turnwire.read(body, "gemini_generate", kind="request", envelope=path)
    assert json.loads(turnwire.write(history, "gemini_generate").data) == body


USER = {"role": "user", "content": "x"}


def thinking(model: str, **asked: Any) -> tuple[Any, list[tuple[str, str]]]:
    body = {"model": "m", "max_tokens": 60000, "messages": [USER], "thinking": asked}
    done = turnwire.convert(body, "gemini_generate", source="anthropic_messages", model=model)
    found = [(str(loss.kind), loss.path) for loss in done.losses if loss.path.startswith("/settings/reasoning")]
    return json.loads(done.data)["generationConfig"].get("thinkingConfig"), found


@pytest.mark.parametrize(
    ("model", "budget", "written"),
    [
        ("gemini-2.5-flash", 52_428, 24_576),
        ("gemini-2.5-flash", 1_024, 1_024),
        ("gemini-2.5-flash-lite", 200, 512),
        ("gemini-2.5-pro", 52_428, 32_768),
        ("gemini-2.5-pro-preview-06-05", 64, 128),
        ("gemini-3-pro-preview", 52_428, 52_428),
    ],
)
def test_a_budget_is_between_the_bounds_of_the_model(model: str, budget: int, written: int) -> None:
    config, losses = thinking(model, type="enabled", budget_tokens=budget)
    assert config["thinkingBudget"] == written
    assert (("degraded", "/settings/reasoning/budget_tokens") in losses) == (budget != written)


def test_gemini_25_pro_always_thinks() -> None:
    config, losses = thinking("gemini-2.5-pro", type="disabled")
    assert config["thinkingBudget"] == 128
    assert ("degraded", "/settings/reasoning/mode") in losses
    assert thinking("gemini-2.5-flash", type="disabled")[0]["thinkingBudget"] == 0


@pytest.mark.parametrize("model", ["gemini-2.0-flash", "gemini-1.5-pro-002"])
def test_older_models_do_not_think(model: str) -> None:
    assert thinking(model, type="enabled", budget_tokens=2_000) == (None, [("dropped", "/settings/reasoning")])


@pytest.mark.parametrize("model", ["gemini-2.0-flash", "gemini-2.0-flash-001", "models/gemini-1.5-flash-8b"])
def test_older_models_give_fewer_tokens(model: str) -> None:
    body = {"model": "m", "max_tokens": 60000, "messages": [USER]}
    done = turnwire.convert(body, "gemini_generate", source="anthropic_messages", model=model)
    assert json.loads(done.data)["generationConfig"] == {"maxOutputTokens": 8_192}


PICTURE = {"type": "image", "source": {"type": "base64", "media_type": "image/png", "data": "iVBORw0KGgo="}}
LOOP = [
    USER,
    {"role": "assistant", "content": [{"type": "tool_use", "id": "c", "name": "shoot", "input": {}}]},
    {"role": "user", "content": [{"type": "tool_result", "tool_use_id": "c", "content": [PICTURE]}]},
]


@pytest.mark.parametrize("target", ["gemini_generate", "vertex_gemini"])
@pytest.mark.parametrize(("model", "inside"), [("gemini-2.5-pro", False), ("gemini-3-pro-preview", True)])
def test_a_picture_in_a_response_is_for_gemini_3(target: str, model: str, *, inside: bool) -> None:
    body = {"model": "m", "max_tokens": 100, "messages": LOOP}
    done = turnwire.convert(body, target, source="anthropic_messages", kind="request", model=model)
    parts = [part for each in json.loads(done.data)["contents"][2:] for part in each["parts"]]
    pictures = [part["inlineData"]["mimeType"] for part in parts if "inlineData" in part]
    assert ("parts" in parts[0]["functionResponse"]) == inside
    assert pictures == ([] if inside else ["image/png"])
    moved = ("reshaped", "/history/2/content/0/content/0")
    assert (moved in [(loss.kind, loss.path) for loss in done.losses]) != inside


@pytest.mark.parametrize("model", ["gemini-2.5-pro", "gemini-2.0-flash"])
def test_what_older_models_refuse_comes_back(model: str) -> None:
    picture = {"inlineData": {"mimeType": "image/png", "data": "iVBORw0KGgo="}}
    response = {"name": "shoot", "response": {}, "parts": [picture]}
    body = {
        "contents": [
            {"role": "user", "parts": [{"text": "x"}]},
            {"role": "model", "parts": [{"functionCall": {"name": "shoot", "args": {}}}]},
            {"role": "user", "parts": [{"functionResponse": response}]},
        ],
        "generationConfig": {"thinkingConfig": {"thinkingBudget": 0}, "maxOutputTokens": 60000},
    }
    path = {"path": f"/v1beta/models/{model}:generateContent"}
    history = turnwire.read(body, "gemini_generate", kind="request", envelope=path)
    done = turnwire.write(history, "gemini_generate")
    assert json.loads(done.data) == body
    assert done.losses == ()
