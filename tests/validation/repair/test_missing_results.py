"""The result that says that none was recorded, in formats whose results have a form of their own."""

from __future__ import annotations

import json
from typing import Any

import pytest
from langchain_core.load import loads
from langchain_core.messages import BaseMessage, ToolMessage, messages_from_dict
from tests.validation.repair.test_repairs import NONE, said, text, use

import turnwire

SPOKEN = {"tool_call_id": "a", "content": NONE, "status": "error"}
TOOL_CALLS = {"content": "", "tool_calls": [{"id": "a", "name": "clock", "args": {}}]}


def parts(role: str, *given: Any) -> dict[str, Any]:
    return {"role": role, "parts": list(given)}


def otel(*messages: Any) -> dict[str, Any]:
    return {"gen_ai.input.messages": list(messages)}


def constructed(name: str, **given: Any) -> dict[str, Any]:
    place = ["langchain", "schema", "messages", name]
    return {"lc": 1, "type": "constructor", "id": place, "kwargs": given}


def with_data(kind: str, given: Any) -> dict[str, Any]:
    return {"type": kind, "data": given}


WORDS = {"type": "text", "content": "Hi."}
CALL = {"type": "tool_call", "id": "a", "name": "clock", "arguments": {}}
RESPONSE = {"type": "tool_call_response", "id": "a", "response": NONE}
RESULT = {"type": "tool_result", "tool_use_id": "a", "content": [text(NONE)], "is_error": True, "name": "clock"}
# The dialect, the document, and the document with the result.
CASES: dict[str, tuple[str, list[Any], list[Any]]] = {
    "gpt2099, before the user's text": (
        "gpt2099",
        [said("user", text("Hi.")), said("assistant", use()), said("user", text("Well?"))],
        [said("user", text("Hi.")), said("assistant", use()), said("user", RESULT, text("Well?"))],
    ),
    "gpt2099, where the assistant goes on": (
        "gpt2099",
        [said("user", text("Hi.")), said("assistant", use()), said("assistant", text("Well."))],
        [said("user", text("Hi.")), said("assistant", use()), said("user", RESULT), said("assistant", text("Well."))],
    ),
    "OpenTelemetry": (
        "otel_genai",
        [parts("user", WORDS), parts("assistant", CALL), parts("user", WORDS)],
        [parts("user", WORDS), parts("assistant", CALL), parts("tool", RESPONSE), parts("user", WORDS)],
    ),
    "LangChain, with data": (
        "langchain_messages",
        [with_data("human", {"content": "Hi."}), with_data("ai", TOOL_CALLS), with_data("human", {"content": "Ho."})],
        [
            with_data("human", {"content": "Hi."}),
            with_data("ai", TOOL_CALLS),
            with_data("tool", SPOKEN),
            with_data("human", {"content": "Ho."}),
        ],
    ),
    "LangChain, with kwargs": (
        "langchain_messages",
        [
            constructed("HumanMessage", content="Hi."),
            constructed("AIMessage", **TOOL_CALLS),
            constructed("HumanMessage", content="Ho."),
        ],
        [
            constructed("HumanMessage", content="Hi."),
            constructed("AIMessage", **TOOL_CALLS),
            constructed("ToolMessage", **SPOKEN),
            constructed("HumanMessage", content="Ho."),
        ],
    ),
}


@pytest.mark.parametrize(("dialect", "before", "after"), CASES.values(), ids=CASES)
def test_a_result_is_added(dialect: str, before: list[Any], after: list[Any]) -> None:
    whole, wanted = (otel(*each) if dialect == "otel_genai" else each for each in (before, after))
    done = turnwire.repair(json.dumps(whole), dialect, kind="request")
    assert (wanted, ["TW301"], ()) == (json.loads(done.data), [each.code for each in done.applied], done.left)
    assert turnwire.repair(done.data, dialect, kind="request").applied == ()
    read = turnwire.read(done.data, dialect, kind="request")
    assert NONE in turnwire.write(read, "openai_chat").data.decode()


@pytest.mark.filterwarnings("ignore:The function `loads` is in beta")  # of langchain-core
@pytest.mark.parametrize("name", ["LangChain, with data", "LangChain, with kwargs"])
def test_langchain_loads_the_result(name: str) -> None:
    after = CASES[name][2]
    made = messages_from_dict(after) if "data" in after[0] else loads(json.dumps(after), allowed_objects="messages")
    assert all(isinstance(each, BaseMessage) for each in made)
    assert isinstance(made[2], ToolMessage)
    assert ("a", NONE, "error") == (made[2].tool_call_id, made[2].content, made[2].status)


def test_a_message_of_the_canonical_format_is_not_invented() -> None:
    base = {"session_id": "s", "created_at": "2026-01-01T00:00:00Z"}
    messages = [
        base | {"id": "m1", **said("user", text("Hi."))},
        base | {"id": "m2", **said("assistant", use())},
        base | {"id": "m3", **said("user", text("Well?"))},
    ]
    body = json.dumps({"messages": messages})
    done = turnwire.repair(body, "canonical", kind="request", unsafe=True)
    assert (body.encode(), ["TW301"]) == (done.data, [each.code for each in done.left])


def test_a_text_is_not_put_into_a_list_of_objects() -> None:
    """A list of one text would be refused for its type, too."""
    body = json.dumps([{"role": "user", "content": "Hi."}])
    done = turnwire.repair(body, "gpt2099", kind="request", unsafe=True)
    assert (body.encode(), ["TW201"]) == (done.data, [each.code for each in done.left])
