"""Batches: the names of their requests, what is around them, and what an entry lacks."""

from __future__ import annotations

from typing import Any

import pytest

import turnwire
from turnwire.validation.meaning.batches import is_batch

PARAMS: dict[str, Any] = {"model": "m", "max_tokens": 1, "messages": [{"role": "user", "content": "Hi."}]}
BODY = {"model": "m", "messages": PARAMS["messages"]}
ENTRY = {"custom_id": "a", "params": PARAMS}
FORM = ("Anthropic's batches do not take this `custom_id`", "use 1 to 64 letters, digits, underscores and dashes")
TWICE = ('the request at /requests/0 has the `custom_id` "a", too', "give each an id of its own")
NO_TEXT = ("`custom_id` is no text", "write a text")
ANSWER = {"role": "assistant", "content": "Hello."}
INTO = "take the message into `input`"
LIST = "write a list with the message of the assistant"


def named(name: Any) -> dict[str, Any]:
    return ENTRY | {"custom_id": name}


def line(**members: Any) -> dict[str, Any]:
    return {"custom_id": "a b", "method": "POST", "url": "/v1/chat/completions", "body": BODY} | members


def preference(one: Any, other: Any) -> dict[str, Any]:
    asked = {"messages": BODY["messages"], "tools": [], "parallel_tool_calls": True}
    return {"input": asked, "preferred_output": one, "non_preferred_output": other}


# A batch, and the code, place, message and hint of each finding.
BATCHES: dict[str, tuple[list[Any], list[tuple[str, str, str, str]]]] = {
    "names of their own": ([ENTRY, named("b")], []),
    "a name twice": ([ENTRY, ENTRY], [("TW318", "/requests/1/custom_id", *TWICE)]),
    "a name three times": (
        [ENTRY, named("b"), ENTRY, ENTRY],
        [("TW318", "/requests/2/custom_id", *TWICE), ("TW318", "/requests/3/custom_id", *TWICE)],
    ),
    "an entry that is none": ([ENTRY, 5], [("TW201", "/requests/1", "`requests[1]` is no object", "write one")]),
    "the first entry is none": ([5, ENTRY], [("TW201", "/requests/0", "`requests[0]` is no object", "write one")]),
    "a request that is none": (
        [ENTRY, {"custom_id": "b", "params": 5}],
        [("TW201", "/requests/1/params", "`params` is no object", "write the request there")],
    ),
    "a name that is a number": ([ENTRY, named(5)], [("TW201", "/requests/1/custom_id", *NO_TEXT)]),
    "a name that is null": ([ENTRY, named(None)], [("TW201", "/requests/1/custom_id", *NO_TEXT)]),
    "a name with a blank": ([named("a b")], [("TW206", "/requests/0/custom_id", *FORM)]),
    "a name of 64 letters": ([named("x" * 64)], []),
    "a name of 65 letters": ([named("x" * 65)], [("TW206", "/requests/0/custom_id", *FORM)]),
}
LINES: dict[str, tuple[dict[str, Any], list[tuple[str, str, str, str]]]] = {
    "a line of Anthropic's": (named("a b"), [("TW206", "/custom_id", *FORM)]),
    "a line without a text": (named(5), [("TW201", "/custom_id", *NO_TEXT)]),
    "a line of OpenAI's": (line(), []),
    "a method and an address that are misspelt": (
        line(method="POTS", url="/v1/chat/completion"),
        [
            ("TW204", "/method", '`method` is "POTS", and not "POST"', 'did you mean "POST"?'),
            (
                *("TW204", "/url", '`url` is "/v1/chat/completion", and not "/v1/chat/completions"'),
                'did you mean "/v1/chat/completions"?',
            ),
        ],
    ),
    "another method and another address": (line(method="GET", url="/v9/other"), []),
    "a method that is no text": (line(method=5), []),
    "a preference": (preference([ANSWER], [ANSWER]), []),
    "an answer that is no list": (
        preference("Hello.", [ANSWER]),
        [("TW201", "/preferred_output", "`preferred_output` is no list", LIST)],
    ),
    "an answer of the user": (
        preference([ANSWER], [ANSWER, {"role": "user", "content": "Hi."}]),
        [
            (
                *("TW204", "/non_preferred_output/1/role"),
                *('`role` is "user", and an answer is one of the assistant', INTO),
            )
        ],
    ),
}


def found(tree: Any, dialect: str) -> list[tuple[str, str | None, str, str | None]]:
    report = turnwire.validate(tree, dialect, kind="request")
    return [(each.code, each.pointer, each.message, each.hint) for each in report.diagnostics]


@pytest.mark.parametrize(("requests", "expected"), BATCHES.values(), ids=BATCHES)
def test_a_whole_batch(requests: list[Any], expected: list[tuple[str, str, str, str]]) -> None:
    assert found({"requests": requests}, "anthropic_messages") == expected


@pytest.mark.parametrize(("tree", "expected"), LINES.values(), ids=LINES)
def test_a_line(tree: dict[str, Any], expected: list[tuple[str, str, str, str]]) -> None:
    assert found(tree, "anthropic_messages" if "params" in tree else "openai_chat") == expected


@pytest.mark.parametrize(
    ("tree", "dialect", "kind"),
    [
        ({"requests": [ENTRY]}, "openai_chat", None),
        ({"requests": [ENTRY]}, "anthropic_messages", "response"),
        ({"requests": []}, "anthropic_messages", None),
        ({"requests": 5}, "anthropic_messages", None),
        ({"requests": [{"params": PARAMS}]}, "anthropic_messages", None),
        ([ENTRY], "anthropic_messages", None),
    ],
)
def test_what_is_no_batch(tree: Any, dialect: str, kind: Any) -> None:
    assert not is_batch(tree, dialect, kind)


HI = {"role": "user", "content": "Hi."}


@pytest.mark.parametrize(
    ("entry", "hints"),
    [
        ({"params": {}}, ["add `custom_id`"]),
        ({"custom_idd": "a", "params": {}}, ["`custom_idd` may be meant: the format calls it `custom_id`"]),
        ({"custom_id": "a"}, ["add `params`"]),
        ({"custom_id": "a", "body": {}}, ["`body` may be meant: the format calls it `params`"]),
    ],
)
def test_an_entry_of_a_batch_lacks_a_member(entry: dict[str, Any], hints: list[str]) -> None:
    params = {"model": "m", "max_tokens": 1, "messages": [HI]}
    sound = {"custom_id": "b", "params": params}
    batch = {"requests": [sound, {name: params if value == {} else value for name, value in entry.items()}]}
    found = turnwire.validate(batch, "anthropic_messages", kind="request").diagnostics
    assert hints == [each.hint for each in found if each.pointer == "/requests/1"]
