"""The search of the web is a setting of chat completions, and a tool elsewhere."""

from __future__ import annotations

import json
from typing import Any

import pytest

import turnwire

PLACE = {"city": "Utrecht", "country": "NL", "region": "Utrecht", "timezone": "Europe/Amsterdam"}
OPTIONS = {"search_context_size": "low", "user_location": {"type": "approximate", "approximate": PLACE}}
FLAT = {"type": "approximate", **PLACE}
ANTHROPIC = {"type": "web_search_20250305", "name": "web_search"}
OPENAI = {"type": "web_search"}
USER = {"role": "user", "content": "Hello."}
INSIDE = "/settings/provider_raw/openai_chat/web_search_options"


def chat(**more: Any) -> dict[str, Any]:
    return {"model": "m", "messages": [USER], **more}


# The setting, the target, its tool, and what has no place, by path.
TO_TOOLS: list[tuple[dict[str, Any], str, dict[str, Any], list[str]]] = [
    ({}, "openai_responses", OPENAI, []),
    (OPTIONS, "openai_responses", {**OPENAI, "search_context_size": "low", "user_location": FLAT}, []),
    ({}, "anthropic_messages", ANTHROPIC, []),
    (OPTIONS, "anthropic_messages", {**ANTHROPIC, "user_location": FLAT}, [f"{INSIDE}/search_context_size"]),
    ({"user_location": None}, "anthropic_messages", ANTHROPIC, []),
    ({"new": 1}, "anthropic_messages", ANTHROPIC, [f"{INSIDE}/new"]),
    ({}, "gemini_generate", {"googleSearch": {}}, []),
]


@pytest.mark.parametrize(("options", "target", "tool", "lost"), TO_TOOLS)
def test_the_setting_becomes_a_tool(
    options: dict[str, Any], target: str, tool: dict[str, Any], lost: list[str]
) -> None:
    body = chat(web_search_options=options)
    written = turnwire.convert(body, target, source="openai_chat", kind="request")
    assert [tool] == json.loads(written.data)["tools"]
    told = [(loss.kind, loss.path) for loss in written.losses if loss.path.startswith("/settings/provider_raw")]
    assert sorted([("degraded", INSIDE), *(("dropped", path) for path in lost)]) == sorted(told)


def test_gemini_gets_no_search_beside_functions() -> None:
    function = {"type": "function", "function": {"name": "f", "parameters": {"type": "object"}}}
    body = chat(web_search_options={}, tools=[function])
    written = turnwire.convert(body, "gemini_generate", source="openai_chat", kind="request")
    assert ["functionDeclarations"] == list(json.loads(written.data)["tools"][0])
    assert ("dropped", "/settings/provider_raw/openai_chat") in [(loss.kind, loss.path) for loss in written.losses]


@pytest.mark.parametrize("options", [None, 7, "low"])
def test_what_is_no_object_becomes_no_tool(options: Any) -> None:
    body = chat(web_search_options=options)
    written = turnwire.convert(body, "anthropic_messages", source="openai_chat", kind="request")
    assert "tools" not in json.loads(written.data)


# The source, its tool, the setting, and the parameters that have no place.
TO_OPTIONS: list[tuple[str, dict[str, Any], dict[str, Any], list[str]]] = [
    ("anthropic_messages", ANTHROPIC, {}, []),
    (
        "anthropic_messages",
        {**ANTHROPIC, "user_location": FLAT, "max_uses": 2, "allowed_domains": ["a.org"]},
        {"user_location": OPTIONS["user_location"]},
        ["allowed_domains", "max_uses"],
    ),
    ("openai_responses", {**OPENAI, "search_context_size": "low", "user_location": FLAT}, OPTIONS, []),
]


def with_tool(source: str, tool: dict[str, Any], model: str = "m") -> dict[str, Any]:
    if source == "openai_responses":
        return {"model": model, "input": "Hello.", "tools": [tool]}
    return {"model": model, "max_tokens": 9, "messages": [USER], "tools": [tool]}


@pytest.mark.parametrize(("source", "tool", "options", "lost"), TO_OPTIONS)
def test_a_tool_becomes_the_setting(
    source: str, tool: dict[str, Any], options: dict[str, Any], lost: list[str]
) -> None:
    written = turnwire.convert(with_tool(source, tool), "openai_chat", source=source, kind="request")
    body = json.loads(written.data)
    assert (options, False) == (body["web_search_options"], "tools" in body)
    told = [(loss.kind, loss.path) for loss in written.losses if loss.path.startswith("/settings/tools")]
    dropped = [("dropped", f"/settings/tools/0/provider_tool/parameters/{name}") for name in lost]
    assert sorted([("degraded", "/settings/tools/0"), *dropped]) == sorted(told)


# Models of OpenAI, and whether they take the setting.
MODELS = [
    ("gpt-4o-search-preview", True),
    ("gpt-4o-mini-search-preview-2025-03-11", True),
    ("gpt-5-search-api", True),
    ("some-model", True),
    ("gpt-4.1", False),
    ("gpt-4o", False),
    ("gpt-4", False),
    ("gpt-5.5", False),
    ("o3", False),
]


@pytest.mark.parametrize(("model", "takes"), MODELS)
def test_a_model_that_refuses_the_setting_gets_none(model: str, *, takes: bool) -> None:
    body = with_tool("anthropic_messages", ANTHROPIC)
    written = turnwire.convert(body, "openai_chat", source="anthropic_messages", kind="request", model=model)
    assert takes == ("web_search_options" in json.loads(written.data))
    kind = "degraded" if takes else "dropped"
    assert [kind] == [loss.kind for loss in written.losses if loss.path == "/settings/tools/0"]


def test_two_searches_are_one_setting() -> None:
    body = with_tool("openai_responses", OPENAI)
    body["tools"].append({"type": "web_search_preview"})
    written = turnwire.convert(body, "openai_chat", source="openai_responses", kind="request")
    assert {} == json.loads(written.data)["web_search_options"]
    assert [("degraded", "/settings/tools/0"), ("dropped", "/settings/tools/1")] == [
        (loss.kind, loss.path) for loss in written.losses if loss.path.startswith("/settings/tools")
    ]
