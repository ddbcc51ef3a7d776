"""Repairs of conversations for Amazon Bedrock's Converse, where user and assistant take turns."""

from __future__ import annotations

import json
from typing import Any

import pytest

import turnwire

TOOLS = {"tools": [{"toolSpec": {"name": "clock", "inputSchema": {"json": {"type": "object"}}}}]}


def user(*blocks: Any) -> dict[str, Any]:
    return {"role": "user", "content": [{"text": each} if type(each) is str else each for each in blocks]}


def model(*blocks: Any) -> dict[str, Any]:
    return user(*blocks) | {"role": "assistant"}


def use(identifier: str = "a") -> dict[str, Any]:
    return {"toolUse": {"toolUseId": identifier, "name": "clock", "input": {}}}


def result(identifier: str = "a", words: str = "12:00", **more: str) -> dict[str, Any]:
    return {"toolResult": {"toolUseId": identifier, "content": [{"text": words}], **more}}


HI, HO = user("Hi."), model("Ho.")
NONE = "No result of this call was recorded."
CASES: dict[str, tuple[list[Any], list[Any], list[str]]] = {
    "a blank text next to another": ([user("Hi.", " ")], [user("Hi.")], ["TW308"]),
    "a blank text at the end": ([user("Hi."), model("Ho."), user("\n")], [user("Hi."), model("Ho.")], ["TW308"]),
    "an empty message at the end": ([user("Hi."), model()], [user("Hi.")], ["TW308"]),
    "a call before a question": (
        [HI, model(use()), user("Well?")],
        [HI, model(use()), user(result(words=NONE, status="error"), "Well?")],
        ["TW301"],
    ),
    "one of two calls": (
        [HI, model(use(), use("b")), user(result("b"))],
        [HI, model(use(), use("b")), user(result("b"), result(words=NONE, status="error"))],
        ["TW301"],
    ),
    "a call before the next step": (
        [HI, model(use()), HO],
        [HI, model(use()), user(result(words=NONE, status="error")), HO],
        ["TW301"],
    ),
    "a result in a message of its own": (
        [HI, model(use(), use("b")), user(result()), user(result("b"))],
        [HI, model(use(), use("b")), user(result(), result("b"))],
        ["TW306"],
    ),
    "a late result": (
        [HI, model(use()), user("Well?"), HO, user(result(), "And?")],
        [HI, model(use()), user(result(), "Well?"), HO, user("And?")],
        ["TW306"],
    ),
    "an early result": (
        [user("Hi.", result()), model(use()), user("Well?")],
        [HI, model(use()), user(result(), "Well?")],
        ["TW304"],
    ),
    "the same result twice": (
        [HI, model(use()), user(result(), result())],
        [HI, model(use()), user(result())],
        ["TW303"],
    ),
    "letters of an id": (
        [HI, model(use("a b")), user(result("a b"))],
        [HI, model(use("a_b")), user(result("a_b"))],
        ["TW206"],
    ),
}


@pytest.mark.parametrize(("before", "after", "codes"), CASES.values(), ids=CASES)
def test_a_repair(before: list[Any], after: list[Any], codes: list[str]) -> None:
    done = turnwire.repair(body(before), "bedrock_converse", kind="request")
    assert (after, codes) == (json.loads(done.data)["messages"], [each.code for each in done.applied])
    assert (done.left, turnwire.repair(done.data, "bedrock_converse", kind="request").applied) == ((), ())


LEFT: dict[str, tuple[list[Any], str, str]] = {
    # Without it, two messages of the user would follow each other.
    "a blank text between two messages": ([user("Hi."), model(" "), user("Ho.")], "TW308", "/messages/1/content/0"),
    "a blank text alone": ([user(" ")], "TW308", "/messages/0/content/0"),
    # Without the message, the conversation would begin with the assistant.
    "an early result alone": ([user(result()), model(use()), user("Well?")], "TW304", "/messages/0/content/0"),
}


@pytest.mark.parametrize(("messages", "code", "pointer"), LEFT.values(), ids=LEFT)
def test_what_is_left(messages: list[Any], code: str, pointer: str) -> None:
    done = turnwire.repair(body(messages), "bedrock_converse", kind="request", unsafe=True)
    assert (body(messages), (code, pointer)) == (done.data, next((each.code, each.pointer) for each in done.left))


def test_a_result_with_a_mistyped_id_gets_that_of_its_call_on_request() -> None:
    before = body([HI, model(use()), user(result("b"))])
    assert before == turnwire.repair(before, "bedrock_converse", kind="request").data
    done = turnwire.repair(before, "bedrock_converse", kind="request", unsafe=True)
    assert body([HI, model(use()), user(result())]) == done.data


def body(messages: list[Any]) -> bytes:
    return json.dumps({"messages": messages, "toolConfig": TOOLS}).encode()
