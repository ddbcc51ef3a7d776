"""What the quick look calls settled has no finding."""

from __future__ import annotations

import copy
import json
from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.validation.meaning.documents import HI, anthropic, block_result, call, chat, result, use
from tests.validation.meaning.recorded import bodies
from tests.validation.meaning.test_calls import ANTHROPIC, CHAT, GEMINI, RESPONSES
from tests.validation.meaning.test_rules import CASES, SCHEMA, TOOL

from turnwire.codec.counted import agrees, counts
from turnwire.codec.limits import FREE_DEPTH
from turnwire.validation.meaning import meaning
from turnwire.validation.meaning.settled import is_settled, settled
from turnwire.validation.outline import outline_of

if TYPE_CHECKING:
    from collections.abc import Callable

OSLO = {"city": "Oslo"}
TEXT = {"type": "text", "text": "Rain."}


def said(role: str, *parts: Any, name: str = "content") -> dict[str, Any]:
    return {"role": role, name: list(parts)}


def used(identifier: str, name: str = "weather", **more: Any) -> dict[str, Any]:
    return {**use(identifier, name), "input": OSLO, **more}


def item(kind: str, identifier: str, **members: Any) -> dict[str, Any]:
    return {"type": kind, "call_id": identifier, **members}


def asked(name: str, **more: Any) -> dict[str, Any]:
    return {"functionCall": {"name": name, "args": OSLO, **more}}


def told(name: str, **more: Any) -> dict[str, Any]:
    return {"functionResponse": {"name": name, "response": {"sky": "grey"}, **more}}


def contents(*parts: Any) -> dict[str, Any]:
    return {"contents": list(parts)}


ARGUMENTS = json.dumps(OSLO)
PLAIN: dict[str, Any] = {
    "openai_chat": chat(
        {"role": "system", "content": "Be brief."},
        HI,
        call("a", "b", arguments=ARGUMENTS),
        result(1),
        result(2),
        {"role": "assistant", "content": "Rain."},
        HI,
        call("a", first=3, arguments='{"city": "Rome"}'),
        result(3),
        tools=[TOOL],
        tool_choice="auto",
    ),
    "anthropic_messages": anthropic(
        HI,
        said("assistant", {"type": "thinking", "thinking": "Hm.", "signature": "EqQB"}, TEXT, used("t1"), used("t2")),
        said("user", block_result("t2"), {**block_result("t1"), "content": [TEXT]}, TEXT),
        said("assistant", TEXT),
        HI,
        said("assistant", used("t3", "clock")),
        said("user", block_result("t3")),
        tools=[{"name": "weather", "input_schema": SCHEMA}, {"name": "clock", "input_schema": {"type": "object"}}],
        tool_choice={"type": "auto"},
        system=[TEXT],
    ),
    "openai_responses": {
        "model": "m",
        "instructions": "Be brief.",
        "input": [
            {"role": "user", "content": [{"type": "input_text", "text": "Hi."}]},
            {"type": "reasoning", "summary": []},
            item("function_call", "c1", name="a", arguments=ARGUMENTS),
            item("function_call", "c2", name="b", arguments="{}"),
            item("function_call_output", "c2", output="Rain."),
            item("function_call_output", "c1", output=[{"type": "input_text", "text": "Rain."}]),
            {"type": "message", "role": "assistant", "content": [{"type": "output_text", "text": "Rain."}]},
            HI,
        ],
        "tools": [{"type": "function", "name": "a", "parameters": SCHEMA}, {"type": "web_search"}],
    },
    "gemini_generate": {
        **contents(
            said("user", {"text": "Hi."}, name="parts"),
            said(
                "model",
                {"text": "Hm.", "thought": True, "thoughtSignature": "c2ln"},
                {**asked("a"), "thoughtSignature": "c2ln"},
                asked("a"),
                asked("b", id="f1"),
                name="parts",
            ),
            said("user", told("a"), told("a"), told("b", id="f1"), {"text": "Well?"}, name="parts"),
            said("model", asked("b", id="f2"), name="parts"),
        ),
        "systemInstruction": {"parts": [{"text": "Be brief."}]},
        "tools": [{"functionDeclarations": [{"name": "a", "parameters": {"type": "OBJECT"}}, {"name": "b"}]}],
    },
}


def codes(dialect: str, tree: Any) -> list[str]:
    return [each.code for each in meaning(outline_of(dialect, tree, "request"))]


def check_counts(dialect: str, tree: Any) -> None:
    """The walk over the messages never counts more than there is: it would miss a repeated key.

    It may count fewer colons, in roles, and more levels; then the text is parsed again, or counted whole.
    """
    found, exact = settled(dialect, tree, "request"), counts(tree)
    assert found is not None
    assert found.members == exact.members
    assert found.inside <= exact.inside
    assert found.levels >= exact.levels


@pytest.mark.parametrize(("dialect", "tree"), PLAIN.items())
def test_a_plain_conversation_is_settled(dialect: str, tree: Any) -> None:
    assert codes(dialect, tree) == []
    assert is_settled(dialect, tree, "request")
    check_counts(dialect, tree)


@pytest.mark.parametrize(("dialect", "tree"), PLAIN.items())
def test_a_plain_conversation_is_counted_once(dialect: str, tree: Any) -> None:
    text = json.dumps(tree).encode()
    found = settled(dialect, tree, "request")
    assert found is not None
    assert agrees(text, found)
    assert not agrees(text.replace(b"{", b'{"a": 1, "a": 1, ', 1), found)


SHORT: dict[str, tuple[str, Any]] = {
    "one message": ("openai_chat", chat(HI)),
    "one message of Anthropic": ("anthropic_messages", anthropic(HI, system="")),
    "one text of Responses": ("openai_responses", {"model": "m", "input": "Hi."}),
    "a call that waits": ("anthropic_messages", anthropic(HI, said("assistant", used("t1")))),
    "no arguments": ("gemini_generate", contents(said("model", {"functionCall": {"name": "a"}}, name="parts"))),
}


@pytest.mark.parametrize(("dialect", "tree"), SHORT.values(), ids=SHORT)
def test_a_short_conversation_is_settled(dialect: str, tree: Any) -> None:
    assert is_settled(dialect, tree, "request")
    check_counts(dialect, tree)


def test_other_formats_are_not() -> None:
    assert not is_settled("mistral_chat", PLAIN["openai_chat"], "request")
    assert not is_settled("openai_chat", PLAIN["openai_chat"], "response")
    assert not is_settled("openai_chat", [HI], "request")


def test_arguments_that_may_be_too_deep_are_not() -> None:
    def nested(brackets: int) -> Any:
        return chat(HI, call("a", arguments=json.dumps({"list": [{}] * (brackets - 2)})), result())

    assert is_settled("openai_chat", nested(FREE_DEPTH), "request")
    assert not is_settled("openai_chat", nested(FREE_DEPTH + 1), "request")


def _of_lists() -> list[tuple[str, Any, Any]]:
    """The tables of the tests of calls, as a dialect, a request and its findings."""
    return [
        *(("openai_chat", chat(*messages), expected) for messages, expected in CHAT.values()),
        *(("anthropic_messages", anthropic(*messages), expected) for messages, expected in ANTHROPIC.values()),
        *(("openai_responses", {"model": "m", **members}, expected) for members, expected in RESPONSES.values()),
        *(("gemini_generate", {"contents": parts}, expected) for parts, expected in GEMINI.values()),
        *CASES.values(),
    ]


def test_what_is_broken_is_not() -> None:
    for dialect, tree, expected in _of_lists():
        assert not expected or not is_settled(dialect, tree, "request"), json.dumps(tree)


BROKEN: dict[str, tuple[str, Any]] = {
    "thinking that is enabled": (
        "anthropic_messages",
        anthropic(
            HI,
            said("assistant", used("t1")),
            said("user", block_result("t1")),
            thinking={"type": "enabled", "budget_tokens": 1024},
        ),
    ),
    "an empty system prompt": ("anthropic_messages", anthropic(HI, system=[{"type": "text", "text": ""}])),
    "a tool that is not offered": (
        "anthropic_messages",
        anthropic(HI, tool_choice={"type": "tool", "name": "clock"}),
    ),
    "an id of an earlier call": (
        "anthropic_messages",
        anthropic(
            HI,
            said("assistant", used("t1")),
            said("user", block_result("t1")),
            said("assistant", used("t1")),
            said("user", block_result("t1")),
        ),
    ),
    "an input that does not fit": (
        "anthropic_messages",
        anthropic(HI, said("assistant", used("t1", input={})), tools=[{"name": "weather", "input_schema": SCHEMA}]),
    ),
    "two tools of one name": ("anthropic_messages", anthropic(HI, tools=[{"name": "a"}, {"name": "a"}])),
    "a function that is not offered": (
        "gemini_generate",
        {
            **contents(said("user", {"text": "Hi."}, name="parts")),
            "toolConfig": {"functionCallingConfig": {"allowedFunctionNames": ["a"]}},
        },
    ),
    "an id of two calls": (
        "gemini_generate",
        contents(
            said("model", asked("a", id="f1"), asked("a", id="f1"), name="parts"),
            said("user", told("a", id="f1"), told("a", id="f1"), name="parts"),
        ),
    ),
    "an output that is repeated": (
        "openai_responses",
        {
            "model": "m",
            "input": [
                item("function_call", "c1", name="a", arguments="{}"),
                item("function_call_output", "c1", output="1"),
                item("function_call_output", "c1", output="1"),
            ],
        },
    ),
    "a message before the output": (
        "openai_responses",
        {
            "model": "m",
            "input": [
                item("function_call", "c1", name="a", arguments="{}"),
                HI,
            ],
        },
    ),
}


@pytest.mark.parametrize(("dialect", "tree"), BROKEN.values(), ids=BROKEN)
def test_a_broken_conversation_is_not_settled(dialect: str, tree: Any) -> None:
    assert codes(dialect, tree) != []
    assert not is_settled(dialect, tree, "request")


VALUES: st.SearchStrategy[Any] = st.sampled_from(
    [
        "",
        "a: b",
        {"x:y": [{"z": ":"}]},
        [[{}]],
        "user",
        "tool",
        "assistant",
        "model",
        "call_1",
        "t1",
        "c1",
        "f1",
        "a",
        "b",
        "{}",
        "[1]",
        None,
        [],
        {},
        5,
        True,
    ]
)
_LISTS = {"anthropic_messages": "messages", "openai_responses": "input", "gemini_generate": "contents"}
_MEMBERS = (
    "role",
    "content",
    "parts",
    "tool_calls",
    "tool_call_id",
    "call_id",
    "type",
    "prefix",
    "output",
    "execution",
)
_INNER = (
    "id",
    "function",
    "type",
    "name",
    "input",
    "text",
    "signature",
    "tool_use_id",
    "functionCall",
    "thought",
    "args",
    "arguments",
)
_TOOLS: tuple[Any, ...] = ([TOOL, TOOL], [], None, [{"type": "web_search"}], [5], [{"name": "a"}, {"name": "a"}])


def _moved(draw: st.DrawFn, row: list[Any]) -> None:
    """Leave out, repeat or move an entry of a list."""
    at = draw(st.integers(0, len(row) - 1))
    edit = draw(st.sampled_from(["drop", "repeat", "move"]))
    if edit == "drop" and len(row) > 1:
        del row[at]
    elif edit == "repeat":
        row.insert(at, copy.deepcopy(row[at]))
    elif edit == "move":
        row.insert(draw(st.integers(0, len(row) - 1)), row.pop(at))


def _inner_lists(message: Any) -> list[list[Any]]:
    names = ("content", "parts", "tool_calls", "output")
    return [message[name] for name in names if isinstance(message.get(name), list) and message[name]]


def _member(draw: st.DrawFn, message: Any) -> None:
    message[draw(st.sampled_from(_MEMBERS))] = draw(VALUES)


def _inner_row(draw: st.DrawFn, message: Any) -> None:
    if inner := _inner_lists(message):
        _moved(draw, draw(st.sampled_from(inner)))


def _inner_member(draw: st.DrawFn, message: Any) -> None:
    """Replace a member of a block, a part or a call, or of an object in it."""
    for part in [draw(st.sampled_from(row)) for row in _inner_lists(message)[:1]]:
        held = [part, *(part.values() if isinstance(part, dict) else ())]
        node = draw(st.sampled_from([each for each in held if isinstance(each, dict)] or [{}]))
        node[draw(st.sampled_from(_INNER))] = draw(VALUES)


_EDITS: dict[str, Callable[[st.DrawFn, Any], None]] = {
    "member": _member,
    "inner row": _inner_row,
    "inner member": _inner_member,
}


@st.composite
def changed(draw: st.DrawFn) -> tuple[str, Any]:
    """A plain conversation after some edits: entries moved, left out or repeated, members replaced."""
    dialect = draw(st.sampled_from(sorted(PLAIN)))
    tree = copy.deepcopy(PLAIN[dialect])
    messages = tree[_LISTS.get(dialect, "messages")]
    for _ in range(draw(st.integers(1, 3))):
        message = draw(st.sampled_from(messages))
        edit = draw(st.sampled_from([*_EDITS, "row", "tool"]))
        if edit == "row":
            _moved(draw, messages)
        elif edit == "tool":
            tree["tools"] = copy.deepcopy(draw(st.sampled_from(_TOOLS)))
        else:
            _EDITS[edit](draw, message)
    return dialect, tree


@settings(max_examples=1500, deadline=None)
@given(changed())
def test_what_is_settled_has_no_finding(case: tuple[str, Any]) -> None:
    dialect, tree = case
    if is_settled(dialect, tree, "request"):
        assert codes(dialect, tree) == [], json.dumps(tree)
        check_counts(dialect, tree)


def test_recorded_requests_that_are_settled_have_no_finding() -> None:
    settled: dict[str, int] = {}
    for name, dialect, kind, tree in bodies(200, 400):
        if is_settled(dialect, tree, kind):
            settled[dialect] = settled.get(dialect, 0) + 1
            assert codes(dialect, tree) == [], name
            check_counts(dialect, tree)
    assert sum(settled.values()) > 500
    assert settled.keys() >= PLAIN.keys()
