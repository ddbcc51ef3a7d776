"""Tool uses and their results, in formats with ids and without."""

from __future__ import annotations

from typing import Any

import pytest
from tests.validation.meaning.documents import (
    HI,
    Found,
    anthropic,
    block_result,
    call,
    chat,
    found,
    result,
    use,
)

ERROR = "error"
WARNING = "warning"


def turn(role: str, *blocks: dict[str, Any]) -> dict[str, Any]:
    return {"role": role, "content": list(blocks)}


SAID = {"type": "text", "text": "Go on."}
CHAT: dict[str, tuple[list[dict[str, Any]], Found]] = {
    "a call and its result": ([HI, call("a"), result()], []),
    "two calls, answered the other way round": ([HI, call("a", "b"), result(2), result(1), HI], []),
    "a call at the end waits": ([HI, call("a")], []),
    "a call before a question": ([HI, call("a"), HI], [("TW301", ERROR, "/messages/1/tool_calls/0")]),
    "one of two calls": ([HI, call("a", "b"), result(2)], [("TW301", ERROR, "/messages/1/tool_calls/0")]),
    "a result alone": ([HI, result(7)], [("TW302", ERROR, "/messages/1")]),
    "two results": ([HI, call("a"), result(), result()], [("TW303", ERROR, "/messages/3")]),
    "a result before its call": ([HI, result(), call("a")], [("TW304", ERROR, "/messages/1")]),
    "the same id again": (
        [HI, call("a"), result(), call("a"), result()],
        [("TW305", ERROR, "/messages/3/tool_calls/0")],
    ),
    "the same id twice in one message": (
        [HI, {**call("a"), "tool_calls": [*call("a")["tool_calls"], *call("b")["tool_calls"]]}, result(), result()],
        [("TW305", ERROR, "/messages/1/tool_calls/1")],
    ),
    "a question in between": ([HI, call("a"), HI, result()], [("TW306", ERROR, "/messages/3")]),
    "the same id thrice, answered thrice": (
        [HI, {**call("a"), "tool_calls": 3 * call("a")["tool_calls"]}, result(), result(), result()],
        [("TW305", ERROR, "/messages/1/tool_calls/1"), ("TW305", ERROR, "/messages/1/tool_calls/2")],
    ),
    "a result without an id answers the call": ([HI, call("a"), {"role": "tool", "content": "Rain."}, HI], []),
}


@pytest.mark.parametrize(("messages", "expected"), CHAT.values(), ids=CHAT)
def test_chat(messages: list[dict[str, Any]], expected: Found) -> None:
    assert found("openai_chat", chat(*messages)) == expected


ANTHROPIC: dict[str, tuple[list[dict[str, Any]], Found]] = {
    "answered in the same message": ([HI, turn("assistant", use(), block_result()), HI], []),
    "answered": ([HI, turn("assistant", use()), turn("user", block_result())], []),
    "unanswered": (
        [HI, turn("assistant", use()), HI],
        [("TW301", ERROR, "/messages/1/content/0")],
    ),
    "answered after a question": (
        [HI, turn("assistant", use()), HI, turn("user", block_result())],
        [("TW306", ERROR, "/messages/3/content/0")],
    ),
    "a text behind the results": ([HI, turn("assistant", use()), turn("user", block_result(), SAID)], []),
    "a text before the result": (
        [HI, turn("assistant", use()), turn("user", SAID, block_result())],
        [("TW306", ERROR, "/messages/2/content/1")],
    ),
    "a text between the results": (
        [
            HI,
            turn("assistant", use(), use("toolu_2", "tide")),
            turn("user", block_result(), SAID, block_result("toolu_2")),
        ],
        [("TW306", ERROR, "/messages/2/content/2")],
    ),
    "answered by two messages, which the server joins": (
        [
            HI,
            turn("assistant", use(), use("toolu_2", "tide")),
            turn("user", block_result()),
            turn("user", block_result("toolu_2")),
        ],
        [],
    ),
    "answered by two messages, of which the first has more": (
        [
            HI,
            turn("assistant", use(), use("toolu_2", "tide")),
            turn("user", block_result(), {"type": "text", "text": "And?"}),
            turn("user", block_result("toolu_2")),
        ],
        [("TW306", ERROR, "/messages/3/content/0")],
    ),
    "a tool that the provider runs": (
        [HI, turn("assistant", {"type": "server_tool_use", "id": "srvtoolu_1", "name": "web_search", "input": {}}), HI],
        [],
    ),
}


@pytest.mark.parametrize(("messages", "expected"), ANTHROPIC.values(), ids=ANTHROPIC)
def test_anthropic(messages: list[dict[str, Any]], expected: Found) -> None:
    assert found("anthropic_messages", anthropic(*messages)) == expected


def item(kind: str, n: int, **more: Any) -> dict[str, Any]:
    return {"type": kind, "call_id": f"call_{n}", **more}


def function_call(n: int) -> dict[str, Any]:
    return item("function_call", n, name="weather", arguments="{}")


def output(n: int) -> dict[str, Any]:
    return item("function_call_output", n, output="Rain.")


RESPONSES: dict[str, tuple[dict[str, Any], Found]] = {
    "answered": ({"input": [HI, function_call(1), function_call(2), output(2), output(1)]}, []),
    "two calls wait": ({"input": [HI, function_call(1), function_call(2)]}, []),
    "unanswered": ({"input": [HI, function_call(1), HI]}, [("TW301", ERROR, "/input/1")]),
    "the other call is answered": (
        {"input": [HI, function_call(1), function_call(2), output(2)]},
        [("TW301", ERROR, "/input/1")],
    ),
    "the call is on the server": ({"input": [output(1)], "previous_response_id": "resp_1"}, []),
    "the call is in a conversation": ({"input": [output(1)], "conversation": "conv_1"}, []),
    "the call is an item on the server": ({"input": [{"type": "item_reference", "id": "fc_1"}, output(1)]}, []),
    "an orphan": ({"input": [HI, output(1)]}, [("TW302", ERROR, "/input/1")]),
}


@pytest.mark.parametrize(("members", "expected"), RESPONSES.values(), ids=RESPONSES)
def test_responses(members: dict[str, Any], expected: Found) -> None:
    assert found("openai_responses", {"model": "gpt-5", **members}) == expected


def part(kind: str, name: str, **more: Any) -> dict[str, Any]:
    return {kind: {"name": name, **more}}


def content(role: str, *parts: dict[str, Any]) -> dict[str, Any]:
    return {"role": role, "parts": list(parts)}


ASK = content("user", {"text": "Hi."})
GEMINI: dict[str, tuple[list[dict[str, Any]], Found]] = {
    "by name": (
        [
            ASK,
            content("model", part("functionCall", "a"), part("functionCall", "b")),
            content("user", part("functionResponse", "b"), part("functionResponse", "a")),
        ],
        [],
    ),
    "the call has an id and the response none": (
        [ASK, content("model", part("functionCall", "a", id="x1")), content("user", part("functionResponse", "a"))],
        [],
    ),
    "in one content": (
        [ASK, content("model", part("functionCall", "a"), part("functionResponse", "a"))],
        [],
    ),
    "the same function twice": (
        [
            ASK,
            content("model", part("functionCall", "a"), part("functionCall", "a")),
            content("user", part("functionResponse", "a")),
        ],
        [("TW301", ERROR, "/contents/1/parts/1")],
    ),
    "a text in the place of the result": (
        [ASK, content("model", part("functionCall", "a")), content("user", {"text": "5"})],
        [("TW301", WARNING, "/contents/1/parts/0")],
    ),
    "another function": (
        [ASK, content("model", part("functionCall", "a")), content("user", part("functionResponse", "b"))],
        [("TW301", ERROR, "/contents/1/parts/0"), ("TW302", ERROR, "/contents/2/parts/0")],
    ),
}


@pytest.mark.parametrize(("contents", "expected"), GEMINI.values(), ids=GEMINI)
def test_gemini(contents: list[dict[str, Any]], expected: Found) -> None:
    assert found("gemini_generate", {"contents": contents}) == expected


OTHERS: dict[str, tuple[str, Any, Found]] = {
    "ollama, by the name of the tool": (
        "ollama_chat",
        {
            "messages": [
                HI,
                {"role": "assistant", "content": "", "tool_calls": [{"function": {"name": "a", "arguments": {}}}]},
                {"role": "tool", "tool_name": "b", "content": "Rain."},
            ]
        },
        [("TW301", ERROR, "/messages/1/tool_calls/0"), ("TW302", ERROR, "/messages/2")],
    ),
    "canonical": (
        "canonical",
        [{"role": "user", "content": [block_result("tu_1")]}],
        [("TW302", ERROR, "/0/content/0")],
    ),
    "canonical, where no invariant asks for a result": (
        "canonical",
        [turn("assistant", use("tu_1")), turn("user", {"type": "text", "text": "Hi."})],
        [("TW301", WARNING, "/0/content/0")],
    ),
    "native": (
        "turnwire",
        {"history": [{"role": "assistant", "content": [use("tu_1")]}, turn("user", {"type": "text", "text": "Hi."})]},
        [("TW301", ERROR, "/history/0/content/0")],
    ),
    "gpt2099, by the name of the tool": (
        "gpt2099",
        {
            "messages": [
                turn("assistant", {"type": "tool_use", "name": "a", "input": {}}),
                turn("user", {"type": "tool_result", "name": "a", "content": []}),
                turn("user", {"type": "tool_result", "name": "a", "content": []}),
            ],
            "options": {},
        },
        [("TW302", ERROR, "/messages/2/content/0")],
    ),
    "sharegpt, by order": (
        "sharegpt",
        {"conversations": [{"from": "human", "value": "Hi."}, {"from": "observation", "value": "Rain."}]},
        [("TW302", ERROR, "/conversations/1")],
    ),
    "glm, whose calls hold their results": (
        "glm",
        {"history": [{"assistant": {"content": "", "function_calls": [{"name": "a"}]}}, {"user": {"content": "Hi."}}]},
        [],
    ),
}


@pytest.mark.parametrize(("dialect", "tree", "expected"), OTHERS.values(), ids=OTHERS)
def test_other_formats(dialect: str, tree: Any, expected: Found) -> None:
    assert found(dialect, tree) == expected


def test_a_reply_is_not_asked_for_results() -> None:
    message = call("a")
    assert found("openai_chat", {"choices": [{"message": message}, {"message": message}]}, "response") == []
