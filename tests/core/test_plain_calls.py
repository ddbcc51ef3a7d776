"""Which conversations have calls and results that every server takes."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec import Raw

from turnwire.lowering.plain_calls import calls_are_plain
from turnwire.model import TextBlock, ToolResultBlock, ToolUseBlock


def call(use_id: str = "a", name: str = "f", **more: Any) -> ToolUseBlock:
    return ToolUseBlock(use_id, name, **{"input": Raw(b"{}"), **more})


def result(use_id: str = "a", **more: Any) -> ToolResultBlock:
    return ToolResultBlock(use_id, **more)


TEXT = TextBlock("Hi.")
CALLED = ("assistant", [call()])
ANSWERED = ("tool", [result()])

CONVERSATIONS: dict[str, tuple[bool, list[tuple[str, list[Any]]]]] = {
    "nothing": (True, []),
    "no calls": (True, [("user", [TEXT]), ("assistant", [TEXT])]),
    "a call and its result": (True, [CALLED, ANSWERED]),
    "a text before a call": (True, [("assistant", [TEXT, call()]), ANSWERED]),
    "a result that the user gives": (True, [CALLED, ("user", [result()])]),
    "two calls, a message for each result": (
        True,
        [("assistant", [call(), call("b")]), ("tool", [result("b")]), ANSWERED],
    ),
    "two calls, one message of results": (
        True,
        [("assistant", [call(), call("b")]), ("user", [result(), result("b")])],
    ),
    "two turns with calls": (True, [CALLED, ANSWERED, ("assistant", [call("b")]), ("tool", [result("b")])]),
    "a call without a result": (False, [CALLED]),
    "a text before the result": (False, [CALLED, ("user", [TEXT]), ANSWERED]),
    "a text beside the result": (False, [CALLED, ("user", [result(), TEXT])]),
    "one of two results is missing": (False, [("assistant", [call(), call("b")]), ANSWERED, ("user", [TEXT])]),
    "a result without a call": (False, [ANSWERED]),
    "a second result": (False, [CALLED, ANSWERED, ANSWERED]),
    "a result in the message of its call": (False, [("assistant", [call(), result()])]),
    "a result that the assistant gives": (False, [CALLED, ("assistant", [result()])]),
    "a call of the user": (False, [("user", [call()]), ANSWERED]),
    "a call that the provider ran": (False, [("assistant", [call(run_by="provider")]), ANSWERED]),
    "a result that the provider gave": (False, [CALLED, ("tool", [result(run_by="provider")])]),
    "an id twice in one message": (False, [("assistant", [call(), call()]), ANSWERED]),
    "an id twice": (False, [CALLED, ANSWERED, CALLED, ANSWERED]),
    "no id": (False, [("assistant", [call("")]), ("tool", [result("")])]),
    "an id of another character": (False, [("assistant", [call("a.b")]), ("tool", [result("a.b")])]),
    "an id of two lines": (False, [("assistant", [call("a\nb")]), ("tool", [result("a\nb")])]),
    "an id that ends a line": (False, [("assistant", [call("a\n")]), ("tool", [result("a\n")])]),
    "an id of 41 characters": (False, [("assistant", [call("a" * 41)]), ("tool", [result("a" * 41)])]),
    "a name of 65 characters": (False, [("assistant", [call(name="f" * 65)]), ANSWERED]),
    "a name with a space": (False, [("assistant", [call(name="f g")]), ANSWERED]),
    "an input that is a list": (False, [("assistant", [call(input=Raw(b"[]"))]), ANSWERED]),
    "an input that is no JSON": (False, [("assistant", [call(input_text="{")]), ANSWERED]),
    "no name": (False, [("assistant", [call(name="")]), ANSWERED]),
}


@pytest.mark.parametrize(("plain", "messages"), CONVERSATIONS.values(), ids=CONVERSATIONS)
def test_calls_are_plain(*, plain: bool, messages: list[tuple[str, list[Any]]]) -> None:
    assert calls_are_plain(messages) is plain
