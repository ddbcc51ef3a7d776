"""A tool that several providers run goes along as the target's own, with the parameters that the target has."""

from __future__ import annotations

import json
from typing import Any

import pytest

import turnwire

TEXT = [{"role": "user", "content": "Hello."}]
PLACE = {"type": "approximate", "city": "Utrecht", "country": "NL"}


def wire(source: str, tool: dict[str, Any], **more: Any) -> dict[str, Any]:
    if source.endswith(("gemini", "_generate")):
        return {"contents": [{"role": "user", "parts": [{"text": "Hello."}]}], "tools": [tool], **more}
    if source == "openai_responses":
        return {"model": "m", "input": "Hello.", "tools": [tool], **more}
    return {"model": "m", "max_tokens": 9, "messages": TEXT, "tools": [tool], **more}


ANTHROPIC = {"type": "web_search_20250305", "name": "web_search"}
OPENAI = {"type": "web_search"}
ROUTER = {"type": "openrouter:web_search"}
CONTAINER = {"container": {"type": "auto"}}
# The source, its tool, the target, and its tool; parameters without a place, by path.
EQUAL: list[tuple[str, dict[str, Any], str, dict[str, Any], list[str]]] = [
    ("anthropic_messages", ANTHROPIC, "openai_responses", OPENAI, []),
    (
        "anthropic_messages",
        {**ANTHROPIC, "allowed_domains": ["a.org"], "user_location": PLACE, "max_uses": 2, "blocked_domains": None},
        "openai_responses",
        {**OPENAI, "filters": {"allowed_domains": ["a.org"]}, "user_location": PLACE},
        ["max_uses"],
    ),
    (
        "anthropic_messages",
        {**ANTHROPIC, "type": "web_search_20260209", "blocked_domains": ["b.org"]},
        "openrouter_chat",
        {**ROUTER, "parameters": {"excluded_domains": ["b.org"]}},
        [],
    ),
    (
        "openai_responses",
        {**OPENAI, "filters": {"allowed_domains": ["a.org"]}, "search_context_size": "low"},
        "anthropic_messages",
        {**ANTHROPIC, "allowed_domains": ["a.org"]},
        ["search_context_size"],
    ),
    (
        "anthropic_messages",
        {**ANTHROPIC, "allowed_domains": None, "blocked_domains": None, "user_location": None, "max_uses": 2},
        "openrouter_chat",
        {**ROUTER, "parameters": {"max_uses": 2}},
        [],
    ),
    ("openai_responses", {**OPENAI, "user_location": None}, "openrouter_chat", ROUTER, []),
    (
        "openai_responses",
        {"type": "web_search_preview", "search_context_size": "low"},
        "openrouter_chat",
        {**ROUTER, "parameters": {"search_context_size": "low"}},
        [],
    ),
    (
        "openai_responses",
        {**OPENAI, "user_location": PLACE},
        "vertex_anthropic",
        {**ANTHROPIC, "user_location": PLACE},
        [],
    ),
    ("openai_responses", OPENAI, "gemini_generate", {"googleSearch": {}}, []),
    ("gemini_generate", {"googleSearch": {}}, "anthropic_messages", ANTHROPIC, []),
    ("vertex_gemini", {"enterpriseWebSearch": {}}, "openai_responses", OPENAI, []),
    (
        "openrouter_chat",
        {**ROUTER, "parameters": {"excluded_domains": ["b.org"]}},
        "openai_responses",
        OPENAI,
        ["parameters/excluded_domains"],
    ),
    ("gemini_generate", {"codeExecution": {}}, "openai_responses", {"type": "code_interpreter", **CONTAINER}, []),
    (
        "openai_responses",
        {"type": "code_interpreter", **CONTAINER},
        "anthropic_messages",
        {"type": "code_execution_20250825", "name": "code_execution"},
        ["container"],
    ),
    (
        "anthropic_messages",
        {"type": "web_fetch_20250910", "name": "web_fetch", "max_uses": 1},
        "gemini_generate",
        {"urlContext": {}},
        ["max_uses"],
    ),
]


@pytest.mark.parametrize(("source", "tool", "target", "expected", "lost"), EQUAL)
def test_a_tool_becomes_the_targets_own(
    source: str, tool: dict[str, Any], target: str, expected: dict[str, Any], lost: list[str]
) -> None:
    written = turnwire.convert(wire(source, tool), target, source=source, kind="request")
    assert [expected] == json.loads(written.data)["tools"]
    of_tools = [(loss.kind, loss.path) for loss in written.losses if loss.path.startswith("/settings/tools")]
    dropped = [("dropped", f"/settings/tools/0/provider_tool/parameters/{name}") for name in lost]
    assert sorted([("degraded", "/settings/tools/0"), *dropped]) == sorted(of_tools)


# The same tool on another platform: nothing is lost.
KIN: list[tuple[str, dict[str, Any], str, bool]] = [
    ("anthropic_messages", {"type": "bash_20250124", "name": "bash"}, "bedrock_anthropic", True),
    (
        "anthropic_messages",
        {"type": "text_editor_20250728", "name": "e", "max_characters": 9},
        "vertex_anthropic",
        True,
    ),
    ("anthropic_messages", ANTHROPIC, "vertex_anthropic", True),
    ("vertex_anthropic", ANTHROPIC, "anthropic_messages", True),
    ("anthropic_messages", ANTHROPIC, "bedrock_anthropic", False),
    ("gemini_generate", {"googleSearch": {}}, "vertex_gemini", True),
    ("vertex_gemini", {"codeExecution": {}}, "gemini_generate", True),
    ("gemini_generate", {"fileSearch": {"fileSearchStoreNames": ["s"]}}, "vertex_gemini", False),
]


@pytest.mark.parametrize(("source", "tool", "target", "has_it"), KIN)
def test_a_tool_of_the_same_provider_stays(source: str, tool: dict[str, Any], target: str, *, has_it: bool) -> None:
    written = turnwire.convert(wire(source, tool), target, source=source, kind="request")
    assert ([tool] if has_it else None) == json.loads(written.data).get("tools")
    lost = [loss.path for loss in written.losses if loss.path.startswith("/settings/tools")]
    assert ["/settings/tools/0/provider_tool/dialect" if has_it else "/settings/tools/0"] == lost


def test_a_choice_names_the_new_tool() -> None:
    choice = {"type": "tool", "name": "web_search"}
    body = wire("anthropic_messages", {**ANTHROPIC}, tool_choice=choice)
    written = turnwire.convert(body, "openai_responses", source="anthropic_messages", kind="request")
    listed = {"type": "allowed_tools", "mode": "required", "tools": [{"type": "web_search"}]}
    assert listed == json.loads(written.data)["tool_choice"]
    assert ("reshaped", "/settings/tool_choice") in [(loss.kind, loss.path) for loss in written.losses]


def test_a_choice_that_responses_names_itself_stays() -> None:
    body = wire("openai_responses", OPENAI, tool_choice=OPENAI)
    assert body == json.loads(turnwire.convert(body, "openai_responses", source="openai_responses").data)
    sandbox = {"type": "code_interpreter", **CONTAINER}
    chosen = wire("openai_responses", sandbox, tool_choice={"type": "code_interpreter"})
    assert chosen == json.loads(turnwire.convert(chosen, "openai_responses", source="openai_responses").data)


def test_gemini_gets_no_search_beside_functions() -> None:
    function = {"name": "f", "input_schema": {"type": "object"}}
    body = wire("anthropic_messages", ANTHROPIC)
    body["tools"].append(function)
    written = turnwire.convert(body, "gemini_generate", source="anthropic_messages", kind="request")
    assert [["functionDeclarations"]] == [list(group) for group in json.loads(written.data)["tools"]]
    assert ("dropped", "/settings/tools/0") in [(loss.kind, loss.path) for loss in written.losses]


# The model, and what of a search beside a function arrives on the other platform.
BESIDE: list[tuple[str, list[str], tuple[str, str]]] = [
    ("gemini-2.5-flash", ["functionDeclarations"], ("dropped", "/settings/tools/0")),
    (
        "gemini-3-flash",
        ["googleSearch", "functionDeclarations"],
        ("degraded", "/settings/tools/0/provider_tool/dialect"),
    ),
]


@pytest.mark.parametrize(("model", "groups", "loss"), BESIDE)
@pytest.mark.parametrize(
    ("source", "target"), [("vertex_gemini", "gemini_generate"), ("gemini_generate", "vertex_gemini")]
)
def test_a_search_of_google_beside_functions_arrives_where_the_model_takes_both(
    source: str, target: str, model: str, groups: list[str], loss: tuple[str, str]
) -> None:
    tools = [{"googleSearch": {}}, {"functionDeclarations": [{"name": "f"}]}]
    body = {"model": model, "contents": [{"role": "user", "parts": [{"text": "Hi."}]}], "tools": tools}
    written = turnwire.convert(body, target, source=source, kind="request")
    assert groups == [name for group in json.loads(written.data)["tools"] for name in group]
    assert loss in [(each.kind, each.path) for each in written.losses]
    same = turnwire.convert(body, source, source=source, kind="request")
    assert tools == json.loads(same.data)["tools"]


def test_two_searches_become_one() -> None:
    body = wire("openai_responses", OPENAI)
    body["tools"].append({"type": "web_search_preview"})
    written = turnwire.convert(body, "anthropic_messages", source="openai_responses", kind="request")
    assert [ANTHROPIC] == json.loads(written.data)["tools"]
    assert [("degraded", "/settings/tools/0"), ("dropped", "/settings/tools/1")] == [
        (loss.kind, loss.path) for loss in written.losses if loss.path.startswith("/settings/tools")
    ]
