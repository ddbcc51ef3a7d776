"""Law 9: folded events equal the reply the provider gives without streaming.

A recording has one of the two: so replies that were made, and recorded ones, are cut into chunks as their providers
cut them; of a recorded stream it is asked that its events say what its chunks make up, and that a call begins and ends
once.
"""

from __future__ import annotations

import json
from collections import Counter
from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.laws.subjects import recordings_for
from tests.stream.chopping import streamed
from tests.stream.recordings import STREAMED, recordings

import turnwire
from turnwire.model import Completion, ToolUseEndEvent, ToolUseStartEvent
from turnwire.testing import difference, normal
from turnwire.testing.documents import completions

if TYPE_CHECKING:
    from pathlib import Path

CHOPPED = ("openai_chat", "anthropic_messages")
# Which the chunks of these two do not say, or the choppers of these tests do not make.
_UNSAID = frozenset(
    ("logprobs", "annotations", "audio", "citations", "function_call", "container", "context_management")
)


def folded(dialect: str, data: bytes) -> Completion:
    reader = turnwire.stream_reader(dialect)
    return turnwire.fold([*reader.feed(data), *reader.close()])


def fault(dialect: str, reply: dict[str, Any]) -> str | None:
    text = json.dumps(reply, ensure_ascii=False).encode("utf-8", "surrogatepass")
    wanted = turnwire.read(text, dialect, kind="response")
    return difference(normal(wanted), normal(folded(dialect, streamed(dialect, reply))))


@pytest.mark.parametrize("dialect", CHOPPED)
@given(data=st.data())
def test_a_plain_reply(dialect: str, data: st.DataObject) -> None:
    reply = json.loads(turnwire.write(data.draw(completions("plain")), dialect).data)
    if not says_unsaid(reply):
        assert fault(dialect, reply) is None


@pytest.mark.parametrize("dialect", CHOPPED)
def test_recorded_replies(dialect: str, recorded: Path) -> None:
    asked, faults = 0, {}
    for body in recordings_for(recorded, dialect):
        if body.dialect != dialect or body.kind != "response":
            continue
        reply = json.loads(body.body)
        if is_choppable(reply) and not says_unsaid(reply):
            asked += 1
            if (found := fault(dialect, reply)) is not None:
                faults[body.name] = found
    assert faults == {}
    assert asked >= 20


def is_choppable(reply: dict[str, Any]) -> bool:
    """Whether it has the members that the choppers take apart, and no others that say anything."""
    if "choices" not in reply:
        return all(
            block.get("type") in ("text", "thinking", "tool_use", "redacted_thinking") for block in reply["content"]
        )
    known = {"role", "content", "refusal", "tool_calls", "reasoning_content"}
    messages = [choice["message"] for choice in reply["choices"]]
    return all(isinstance(each.get("content"), str | None) and known.issuperset(_said(each)) for each in messages)


def _said(message: dict[str, Any]) -> set[str]:
    return {name for name, value in message.items() if value}


def says_unsaid(tree: Any) -> bool:
    if isinstance(tree, dict):
        return any((name in _UNSAID and value) or says_unsaid(value) for name, value in tree.items())
    return isinstance(tree, list) and any(map(says_unsaid, tree))


@pytest.mark.parametrize("endpoint", STREAMED)
def test_recorded_streams(endpoint: str, recorded: Path) -> None:
    faults: dict[str, Any] = {}
    for name, dialect, data in recordings(recorded, endpoint):
        reader = turnwire.stream_reader(dialect)
        events = [*reader.feed(data), *reader.close()]
        reply = turnwire.fold(events)
        if reader.reply() != reply:
            faults[name] = "the reader says something else"
        back = turnwire.read(turnwire.write(reply, dialect).data, dialect, kind="response")
        told = any(event.__struct_config__.tag == "error" for event in events)
        if not told and (found := difference(normal(reply, dialect), normal(back, dialect))) is not None:
            faults[name] = found
        begun, ended = (
            Counter((event.candidate, event.block) for event in events if isinstance(event, kind))
            for kind in (ToolUseStartEvent, ToolUseEndEvent)
        )
        if begun != ended or set(begun.values()) > {1}:
            faults[name] = "calls do not begin and end once"
    assert faults == {}
