"""A tool that the provider defines and the client runs is a function elsewhere, which the client runs as before."""

from __future__ import annotations

import json
from typing import Any

import pytest

import turnwire

SIZE = {"display_width_px": 1024, "display_height_px": 768}
SCHEMA = {"type": "object", "properties": {"query": {"type": "string"}}, "required": ["query"]}
SEARCH = {"type": "tool_search", "execution": "client", "description": "Finds {tools}.", "parameters": SCHEMA}

# The source, its tool, the properties of the function's input, and the parameters that have no place.
TOOLS: list[tuple[str, dict[str, Any], set[str], list[str]]] = [
    ("anthropic_messages", {"type": "bash_20250124", "name": "bash"}, {"command", "restart"}, []),
    (
        "anthropic_messages",
        {"type": "text_editor_20250728", "name": "str_replace_based_edit_tool", "max_characters": 9, "a/b~c": 1},
        {"command", "path", "view_range", "file_text", "old_str", "new_str", "insert_line", "insert_text"},
        ["max_characters", "a~1b~0c"],
    ),
    (
        "anthropic_messages",
        {"type": "text_editor_20250124", "name": "str_replace_editor"},
        {"command", "path", "view_range", "file_text", "old_str", "new_str", "insert_line"},
        [],
    ),
    (
        "vertex_anthropic",
        {"type": "memory_20250818", "name": "memory", "defer_loading": True},
        {
            *("command", "path", "view_range", "file_text", "old_str", "new_str", "insert_line", "insert_text"),
            *("old_path", "new_path"),
        },
        ["defer_loading"],
    ),
    (
        "anthropic_messages",
        {"type": "computer_20241022", "name": "computer", **SIZE},
        {"action", "coordinate", "text"},
        [],
    ),
    (
        "anthropic_messages",
        {"type": "computer_20251124", "name": "computer", **SIZE, "enable_zoom": True},
        {
            *("action", "coordinate", "text", "start_coordinate", "scroll_direction", "scroll_amount", "duration"),
            "region",
        },
        ["enable_zoom"],
    ),
    ("openai_responses", SEARCH, {"query"}, []),
]
NAMED = [str(tool["type"]) for _, tool, *_ in TOOLS]


def wire(source: str, tool: dict[str, Any]) -> dict[str, Any]:
    if source == "openai_responses":
        return {"model": "m", "input": "Hello.", "tools": [tool]}
    text = [{"role": "user", "content": "Hello."}]
    model = {} if source == "vertex_anthropic" else {"model": "m"}
    return {**model, "max_tokens": 9, "messages": text, "tools": [tool]}


def function_in(target: str, data: bytes) -> tuple[str, str, dict[str, Any]]:
    """The name, the description and the schema of the only tool."""
    tool = json.loads(data)["tools"][0]
    if target == "gemini_generate":
        tool = tool["functionDeclarations"][0]
        return tool["name"], tool["description"], tool.get("parametersJsonSchema") or tool["parameters"]
    if target == "anthropic_messages":
        return tool["name"], tool["description"], tool["input_schema"]
    tool = tool.get("function", tool)
    return tool["name"], tool["description"], tool["parameters"]


ELSEWHERE = ["openai_chat", "gemini_generate", "mistral_chat", "ollama_chat", "groq_chat"]


@pytest.mark.parametrize(("source", "tool", "properties", "lost"), TOOLS, ids=NAMED)
@pytest.mark.parametrize("target", ELSEWHERE)
def test_it_becomes_a_function(
    source: str, tool: dict[str, Any], properties: set[str], lost: list[str], target: str
) -> None:
    written = turnwire.convert(wire(source, tool), target, source=source, kind="request")
    name, description, schema = function_in(target, written.data)
    assert tool.get("name", "tool_search") == name
    assert properties == set(schema["properties"])
    assert description == tool.get("description", description) != ""
    of_tools = [(loss.kind, loss.path) for loss in written.losses if loss.path.startswith("/settings/tools")]
    dropped = [("dropped", f"/settings/tools/0/provider_tool/parameters/{name}") for name in lost]
    assert sorted([("degraded", "/settings/tools/0"), *dropped]) == sorted(of_tools)


def test_anthropic_gets_the_search_of_the_client() -> None:
    written = turnwire.convert(wire("openai_responses", SEARCH), "anthropic_messages", kind="request")
    assert ("tool_search", "Finds {tools}.", SCHEMA) == function_in("anthropic_messages", written.data)


def test_responses_gets_the_shell() -> None:
    body = wire("anthropic_messages", {"type": "bash_20250124", "name": "bash"})
    written = turnwire.convert(body, "openai_responses", source="anthropic_messages", kind="request")
    assert "bash" == function_in("openai_responses", written.data)[0]


def test_the_size_of_the_screen_is_in_the_description() -> None:
    body = wire("anthropic_messages", {"type": "computer_20250124", "name": "computer", **SIZE})
    written = turnwire.convert(body, "openai_chat", source="anthropic_messages", kind="request")
    assert "1024 pixels wide and 768 pixels high" in function_in("openai_chat", written.data)[1]


# Tools that the provider runs, and what does not say enough.
OTHERS: list[tuple[str, dict[str, Any]]] = [
    ("openai_responses", {"type": "tool_search"}),
    ("openai_responses", {**SEARCH, "execution": "server"}),
    ("openai_responses", {"type": "tool_search", "execution": "client"}),
    ("openai_responses", {**SEARCH, "parameters": None}),
    ("openai_responses", {**SEARCH, "description": 7}),
    ("anthropic_messages", {"type": "advisor_20260301", "name": "advisor"}),
    ("anthropic_messages", {"type": "bash_20250124"}),
]


@pytest.mark.parametrize(("source", "tool"), OTHERS)
def test_a_tool_that_the_provider_runs_does_not(source: str, tool: dict[str, Any]) -> None:
    written = turnwire.convert(wire(source, tool), "openai_chat", source=source, kind="request")
    assert "tools" not in json.loads(written.data)
    assert ("dropped", "/settings/tools/0") in [(loss.kind, loss.path) for loss in written.losses]


def test_an_odd_size_is_not_in_the_description() -> None:
    body = wire("anthropic_messages", {"type": "computer_20250124", "name": "computer", "display_width_px": "wide"})
    written = turnwire.convert(body, "openai_chat", source="anthropic_messages", kind="request")
    assert "pixels wide" not in function_in("openai_chat", written.data)[1]
    lost = [loss.path for loss in written.losses if loss.kind == "dropped"]
    assert "/settings/tools/0/provider_tool/parameters/display_width_px" in lost


def test_a_choice_still_names_it() -> None:
    body = {
        **wire("anthropic_messages", {"type": "bash_20250124", "name": "bash"}),
        "tool_choice": {"type": "tool", "name": "bash"},
    }
    written = turnwire.convert(body, "openai_chat", source="anthropic_messages", kind="request")
    assert {"type": "function", "function": {"name": "bash"}} == json.loads(written.data)["tool_choice"]


def test_a_rule_of_its_strictness_is_dropped() -> None:
    body = wire("anthropic_messages", {"type": "bash_20250124", "name": "bash", "strict": True})
    written = turnwire.convert(body, "openai_chat", source="anthropic_messages", kind="request")
    assert "strict" not in json.loads(written.data)["tools"][0]["function"]
    assert ("dropped", "/settings/tools/0/strict") in [(loss.kind, loss.path) for loss in written.losses]
