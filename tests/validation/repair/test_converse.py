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


CASES: dict[str, tuple[list[Any], list[Any], list[str]]] = {
    "a blank text next to another": ([user("Hi.", " ")], [user("Hi.")], ["TW308"]),
    "a blank text at the end": ([user("Hi."), model("Ho."), user("\n")], [user("Hi."), model("Ho.")], ["TW308"]),
    "an empty message at the end": ([user("Hi."), model()], [user("Hi.")], ["TW308"]),
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
}


@pytest.mark.parametrize(("messages", "code", "pointer"), LEFT.values(), ids=LEFT)
def test_what_is_left(messages: list[Any], code: str, pointer: str) -> None:
    done = turnwire.repair(body(messages), "bedrock_converse", kind="request", unsafe=True)
    assert (body(messages), [(code, pointer)]) == (done.data, [(each.code, each.pointer) for each in done.left])


def body(messages: list[Any]) -> bytes:
    return json.dumps({"messages": messages, "toolConfig": TOOLS}).encode()
