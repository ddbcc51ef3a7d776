"""Calls that repeat the id of an earlier call: servers refuse them, so each is written with an id of its own."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import msgspec
import pytest
from hypothesis import example, given
from hypothesis import strategies as st

import turnwire
from turnwire.dialects import get, names
from turnwire.lowering.repeated_ids import ids_are_unique
from turnwire.model import Completion, History, Message, TextBlock, ToolResultBlock, ToolUseBlock

if TYPE_CHECKING:
    from collections.abc import Iterator

TARGETS = sorted(
    name for name in names() if (part := get(name).request) is not None and ids_are_unique in part.lower.passes
)


def request(body: Any, dialect: str) -> History:
    document = turnwire.read(body, dialect, kind="request")
    assert isinstance(document, History)
    return document


def blocks(document: History) -> Iterator[Any]:
    return (block for message in document.history for block in message.content)


def calls(document: History) -> dict[str, str]:
    """The name of each call, by its id; a repeated id would leave one out."""
    return {block.id: block.name for block in blocks(document) if type(block) is ToolUseBlock}


def answered(document: History) -> list[tuple[str, str]]:
    """The name of the call that each result answers, and the text of the result."""
    names = calls(document)
    results: list[Any] = [block for block in blocks(document) if type(block) is ToolResultBlock]
    return [(names[each.tool_use_id], each.content[0].text) for each in results]


def use(use_id: str, name: str) -> ToolUseBlock:
    return ToolUseBlock(id=use_id, name=name, input=msgspec.Raw(b"{}"))


def result(use_id: str, text: str) -> ToolResultBlock:
    return ToolResultBlock(tool_use_id=use_id, content=[TextBlock(text)])


def conversation(turns: list[list[str]]) -> History:
    """A conversation with these calls in its turns: each has a tool, and a result with the name of its tool."""
    history, number = [Message("user", content=[TextBlock("Look.")])], 0
    for ids in turns:
        names = [f"tool_{number + n}" for n in range(len(ids))]
        number += len(ids)
        history.append(Message("assistant", content=[use(*each) for each in zip(ids, names, strict=True)]))
        history.append(Message("tool", content=[result(*each) for each in zip(ids, names, strict=True)]))
    return History(history=history)


def test_every_format_whose_servers_refuse_them_is_meant() -> None:
    assert {"anthropic_messages", "bedrock_anthropic", "vertex_anthropic"} <= set(TARGETS)
    assert {"openai_chat", "azure_chat", "openai_responses", "mistral_chat", "openrouter_chat"} <= set(TARGETS)


@pytest.mark.parametrize("target", TARGETS)
@given(turns=st.lists(st.lists(st.sampled_from(["call_1", "call_1_2", "a.b", "abcDEF123"]), min_size=1), min_size=1))
@example([["call_1"], ["call_1"]])
@example([["a.b", "a.b"], ["call_1_2"], ["a.b"]])
def test_each_call_has_its_own_id_and_its_own_result(target: str, turns: list[list[str]]) -> None:
    sent = conversation(turns)
    written = turnwire.write(sent, target, model="m")
    read = request(written.data, target)
    assert len(calls(read)) == sum(map(len, turns)), "two calls have one id"
    assert answered(read) == [(f"tool_{n}", f"tool_{n}") for n in range(sum(map(len, turns)))]
    assert [use_id for use_id, _ in _ids(written.ids.restore(read))] == [use_id for use_id, _ in _ids(sent)]


def _ids(document: History) -> list[tuple[str, str]]:
    return [(each.id, each.name) for each in blocks(document) if type(each) is ToolUseBlock]


def test_a_changed_id_is_a_loss_at_the_call_and_at_its_result() -> None:
    written = turnwire.write(conversation([["call_1"], ["call_1"]]), "anthropic_messages", model="claude-sonnet-4-5")
    told: list[Any] = [(loss.kind, loss.path, loss.value) for loss in written.losses if loss.path.endswith("id")]
    assert told == [
        ("degraded", "/history/3/content/0/id", "call_1"),
        ("degraded", "/history/4/content/0/tool_use_id", "call_1"),
    ]
    assert (written.ids.canonical, written.ids.written) == ({"call_1_2": "call_1"}, {})


def test_an_id_that_the_target_does_not_take_is_changed_once() -> None:
    written = turnwire.write(conversation([["a.b"], ["a.b"]]), "anthropic_messages", model="claude-sonnet-4-5")
    assert written.ids.canonical == {"a_b": "a.b", "a_b_2": "a.b"}
    assert written.ids.written == {"a.b": "a_b"}
    values: list[Any] = [loss.value for loss in written.losses if loss.path.endswith("id")]
    assert values == ["a.b"] * 4


LATE = {
    "a call without a result, then the same id": (["a"], [], ["b"], ["b"], [("b", "b")]),
    "two calls of one turn": (["a", "b"], ["a", "b"], ["c"], ["c"], [("a", "a"), ("b", "b"), ("c", "c")]),
    "a second result": (["a"], ["a", "a"], ["b"], ["b", "b"], [("a", "a"), ("a", "a"), ("b", "b"), ("b", "b")]),
}


@pytest.mark.parametrize("case", LATE)
def test_a_result_answers_the_latest_call_that_waits(case: str) -> None:
    first, said, second, then, expected = LATE[case]
    asked = Message("user", content=[TextBlock("And now?")])
    turns: list[Any] = [
        ("assistant", first, use),
        ("tool", said, result),
        ("assistant", second, use),
        ("tool", then, result),
    ]
    history = [Message(role, content=[make("call_1", each) for each in names]) for role, names, make in turns if names]
    history.insert(-2, asked)
    read = request(turnwire.write(History(history=history), "groq_chat", model="m").data, "groq_chat")
    assert answered(read) == expected


REPEATED = {
    "anthropic_messages": {
        "model": "claude-sonnet-4-5",
        "max_tokens": 9,
        "messages": [
            {"role": "user", "content": "Look."},
            {"role": "assistant", "content": [{"type": "tool_use", "id": "t", "name": "one", "input": {}}]},
            {"role": "user", "content": [{"type": "tool_result", "tool_use_id": "t", "content": "one"}]},
            {"role": "assistant", "content": [{"type": "tool_use", "id": "t", "name": "two", "input": {}}]},
            {"role": "user", "content": [{"type": "tool_result", "tool_use_id": "t", "content": "two"}]},
        ],
    },
    "openai_responses": {
        "model": "gpt-5",
        "input": [
            {"type": "function_call", "call_id": "t", "name": "one", "arguments": "{}"},
            {"type": "function_call_output", "call_id": "t", "output": "one"},
            {"type": "function_call", "call_id": "t", "name": "two", "arguments": "{}"},
            {"type": "function_call_output", "call_id": "t", "output": "two"},
        ],
    },
}
_CHAT = turnwire.write(conversation([["callcall1"], ["other"]]), "openai_chat", model="gpt-5").json()
for name in TARGETS:
    if name.endswith("_chat"):
        REPEATED[name] = json.loads(json.dumps(_CHAT).replace("other", "callcall1"))


@pytest.mark.parametrize("dialect", REPEATED)
def test_what_a_format_itself_repeated_stays_there(dialect: str) -> None:
    body = REPEATED[dialect]
    history = request(body, dialect)
    assert turnwire.write(history, dialect).json() == body
    target = "anthropic_messages" if dialect != "anthropic_messages" else "openai_chat"
    elsewhere = request(turnwire.write(history, target, model="m").data, target)
    assert len(calls(elsewhere)) == 2, "a mark holds in its own format only"


def test_a_client_that_keeps_two_turns_of_gemini_can_go_on_with_claude() -> None:
    replies = [
        {"candidates": [{"content": {"role": "model", "parts": [{"functionCall": {"name": name, "args": {}}}]}}]}
        for name in ("sky", "sea")
    ]
    history: list[Message] = []
    for reply in replies:
        completion = turnwire.read(reply, "gemini_generate", kind="response")
        assert isinstance(completion, Completion)
        message = completion.candidates[0]
        call: Any = message.content[0]
        history += [message, Message("tool", content=[result(call.id, call.name)])]
    written = turnwire.write(History(history=history), "anthropic_messages", model="claude-sonnet-4-5")
    read = request(written.data, "anthropic_messages")
    assert answered(read) == [("sky", "sky"), ("sea", "sea")]
