"""Results of tools stand right after their calls, for servers that refuse them elsewhere."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec import Raw

import turnwire
from turnwire.model import History, Message, TextBlock, ToolResultBlock, ToolUseBlock
from turnwire.testing.accounts import faults

TARGETS = (
    "anthropic_messages",
    "azure_chat",
    "bedrock_anthropic",
    "deepseek_chat",
    "gemini_generate",
    "openai_chat",
    "vertex_anthropic",
    "vertex_gemini",
)


def text(said: str) -> dict[str, Any]:
    return {"role": "user", "content": said}


def calls(*ids: str) -> dict[str, Any]:
    function = {"name": "rise", "arguments": "{}"}
    return {"role": "assistant", "tool_calls": [{"id": each, "type": "function", "function": function} for each in ids]}


def result(use_id: str) -> dict[str, Any]:
    return {"role": "tool", "tool_call_id": use_id, "content": f"of {use_id}"}


ASKED = text("Where does the Aare rise?")


@pytest.mark.parametrize(
    ("given_messages", "expected", "moved"),
    [
        pytest.param([ASKED, calls("a"), result("a"), text("So?")], None, [], id="in its place"),
        pytest.param(
            [ASKED, calls("a"), text("Wait."), result("a")],
            [ASKED, calls("a"), result("a"), text("Wait.")],
            [3],
            id="after the user said something",
        ),
        pytest.param(
            [ASKED, calls("a", "b"), result("a"), text("Wait."), result("b")],
            [ASKED, calls("a", "b"), result("a"), result("b"), text("Wait.")],
            [4],
            id="one of two parallel calls",
        ),
        pytest.param(
            [ASKED, calls("a"), calls("b"), result("a"), result("b")],
            [ASKED, calls("a"), result("a"), calls("b"), result("b")],
            [3],
            id="calls in two messages",
        ),
        pytest.param(
            [ASKED, calls("a"), text("Wait."), {"role": "assistant", "content": "I do."}, text("So?"), result("a")],
            [ASKED, calls("a"), result("a"), text("Wait."), {"role": "assistant", "content": "I do."}, text("So?")],
            [5],
            id="after another turn of the assistant's",
        ),
    ],
)
def test_results_move_to_their_calls(given_messages: Any, expected: Any, moved: list[int]) -> None:
    read = turnwire.read({"model": "m", "messages": given_messages}, "groq_chat", kind="request")
    written = turnwire.write(read, "openai_chat")
    assert (expected or given_messages) == json.loads(written.data)["messages"]
    assert [("reshaped", f"/history/{each}/role") for each in moved] == [
        (each.kind, each.path) for each in written.losses
    ]


def test_a_result_answers_the_latest_call_with_an_id_that_comes_again() -> None:
    messages = [ASKED, calls("a"), result("a"), text("Again."), calls("a"), text("Wait."), result("a")]
    read = turnwire.read({"model": "m", "messages": messages}, "groq_chat", kind="request")
    written = turnwire.write(read, "openai_chat")
    own = result("a") | {"tool_call_id": "a_2"}
    assert [ASKED, calls("a"), result("a"), text("Again."), calls("a_2"), own, text("Wait.")] == written.json()[
        "messages"
    ]
    assert [each.path for each in written.losses if each.kind == "reshaped"] == ["/history/6/role"]


def test_a_result_beside_text_comes_first() -> None:
    said = Message("user", [TextBlock("Wait."), ToolResultBlock("toolu_a", content=[TextBlock("A glacier.")])])
    history = History(history=[Message("assistant", [ToolUseBlock("toolu_a", "rise")]), said])
    written = turnwire.write(history, "anthropic_messages")
    assert [
        {"role": "user", "content": [{"type": "tool_result", "tool_use_id": "toolu_a", "content": "A glacier."}]},
        {"role": "user", "content": "Wait."},
    ] == json.loads(written.data)["messages"][1:]
    assert ("reshaped", "/history/1/role") in [(loss.kind, loss.path) for loss in written.losses]


@pytest.mark.parametrize("dialect", ["openai_chat", "azure_chat", "deepseek_chat"])
def test_what_the_dialect_itself_had_elsewhere_comes_back(dialect: str) -> None:
    messages = [ASKED, calls("a"), text("Wait."), result("a")]
    again = turnwire.convert({"model": "m", "messages": messages}, dialect, source=dialect, kind="request")
    assert (messages, ()) == (json.loads(again.data)["messages"], again.losses)


@pytest.mark.parametrize("target", TARGETS)
def test_plain_calls_without_results_are_not_passed_on(target: str) -> None:
    """The short way for plain messages looks for results, too."""
    read = turnwire.read({"model": "m", "messages": [ASKED, calls("a"), text("So?")]}, "groq_chat", kind="request")
    made = [loss.path for loss in turnwire.write(read, target).losses if loss.feature == "tool_result"]
    assert (["/history/1/content/0/result"] if "gemini" not in target else []) == made


@st.composite
def shuffled(draw: st.DrawFn) -> History:
    """Calls, some in parallel, whose results come anywhere after them, alone or beside what the user says."""
    messages: list[Message] = [Message("user", [TextBlock("Ask.")])]
    waiting: list[str] = []
    for step in range(draw(st.integers(1, 4))):
        ids = [f"toolu_{step}_{n}" for n in range(draw(st.integers(1, 3)))]
        messages.append(Message("assistant", [ToolUseBlock(each, "rise", input=Raw(b"{}")) for each in ids]))
        waiting += ids
        while draw(st.booleans()) and waiting:
            each = waiting.pop(draw(st.integers(0, len(waiting) - 1)))
            answer = ToolResultBlock(each, content=[TextBlock(f"of {each}")])
            role = draw(st.sampled_from(["tool", "mixed", "after"]))
            if role == "mixed":
                messages.append(Message("user", [TextBlock("And?"), answer]))
            else:
                messages += [Message("user", [TextBlock("Wait.")])] if role == "after" else []
                messages.append(Message("tool", [answer]))
    messages += [Message("tool", [ToolResultBlock(each, content=[TextBlock(f"of {each}")])]) for each in waiting]
    return History(history=messages)


@given(shuffled(), st.sampled_from(TARGETS))
def test_every_result_stands_right_after_its_call(history: History, target: str) -> None:
    assert [] == faults(history, target)
    written = turnwire.write(history, target)
    read = turnwire.read(written.data, target, kind="request", envelope=written.envelope)
    assert isinstance(read, History)
    waiting: set[str] = set()
    for message in read.history:
        found = [block for block in message.content if isinstance(block, ToolResultBlock)]
        if message.role == "tool":
            assert {block.tool_use_id for block in found} <= waiting
            waiting -= {block.tool_use_id for block in found}
        else:
            assert (set(), []) == (waiting, found)
            waiting = {block.id for block in message.content if isinstance(block, ToolUseBlock)}
    assert not waiting
