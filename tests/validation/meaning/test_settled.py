"""What the quick look calls settled has no finding."""

from __future__ import annotations

import copy
import json
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st
from tests.validation.meaning.documents import HI, call, chat, result
from tests.validation.meaning.recorded import bodies
from tests.validation.meaning.test_calls import CHAT
from tests.validation.meaning.test_rules import CASES, TOOL

from turnwire.validation.meaning import meaning
from turnwire.validation.meaning.settled import is_settled
from turnwire.validation.outline import outline_of

PLAIN = chat(
    {"role": "system", "content": "Be brief."},
    HI,
    call("a", "b", arguments='{"city": "Oslo"}'),
    result(1),
    result(2),
    {"role": "assistant", "content": "Rain."},
    HI,
    call("a", first=3, arguments='{"city": "Rome"}'),
    result(3),
    tools=[TOOL],
    tool_choice="auto",
)


def codes(dialect: str, tree: Any) -> list[str]:
    return [each.code for each in meaning(outline_of(dialect, tree, "request"))]


def test_a_plain_conversation_is_settled() -> None:
    assert codes("openai_chat", PLAIN) == []
    assert is_settled("openai_chat", PLAIN, "request")


def test_other_formats_are_not() -> None:
    assert not is_settled("mistral_chat", PLAIN, "request")
    assert not is_settled("openai_chat", PLAIN, "response")
    assert not is_settled("openai_chat", [HI], "request")


def test_what_is_broken_is_not() -> None:
    for messages, expected in CHAT.values():
        assert not expected or not is_settled("openai_chat", chat(*messages), "request")
    for dialect, tree, expected in CASES.values():
        assert not expected or not is_settled(dialect, tree, "request")


VALUES: st.SearchStrategy[Any] = st.sampled_from(
    ["", "user", "tool", "assistant", "call_1", "call_2", "a", "{}", "[1]", None, [], {}, 5, True]
)


@st.composite
def changed(draw: st.DrawFn) -> Any:
    """The plain conversation after some edits: messages moved, left out or repeated, members replaced."""
    tree = copy.deepcopy(PLAIN)
    messages = tree["messages"]
    for _ in range(draw(st.integers(1, 3))):
        at = draw(st.integers(0, len(messages) - 1))
        edit = draw(st.sampled_from(["drop", "repeat", "move", "member", "call", "tool"]))
        if edit == "drop" and len(messages) > 1:
            del messages[at]
        elif edit == "repeat":
            messages.insert(at, copy.deepcopy(messages[at]))
        elif edit == "move":
            messages.insert(draw(st.integers(0, len(messages) - 1)), messages.pop(at))
        elif edit == "member":
            name = draw(
                st.sampled_from(["role", "content", "tool_calls", "tool_call_id", "reasoning_content", "prefix"])
            )
            messages[at][name] = draw(VALUES)
        elif edit == "call" and isinstance(messages[at].get("tool_calls"), list) and messages[at]["tool_calls"]:
            node = messages[at]["tool_calls"][0]
            node[draw(st.sampled_from(["id", "function", "type"]))] = draw(VALUES)
        elif edit == "tool":
            tree["tools"] = draw(st.sampled_from([[TOOL, TOOL], [], None, [{"type": "web_search"}], [5]]))
    return tree


@settings(max_examples=1500, deadline=None)
@given(changed())
def test_what_is_settled_has_no_finding(tree: Any) -> None:
    if is_settled("openai_chat", tree, "request"):
        assert codes("openai_chat", tree) == [], json.dumps(tree)


def test_recorded_requests_that_are_settled_have_no_finding() -> None:
    count = 0
    for name, dialect, kind, tree in bodies(200, 400):
        if is_settled(dialect, tree, kind):
            count += 1
            assert codes(dialect, tree) == [], name
    assert count > 500
