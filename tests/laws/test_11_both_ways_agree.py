"""Law 11: the plain lane gives what the canonical route gives: bytes, losses, envelope and ids."""

from __future__ import annotations

import copy
import itertools
from typing import TYPE_CHECKING, Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.laws import checks
from tests.laws.subjects import all_requests

import turnwire
from turnwire.dialects import get, names
from turnwire.lane.route import by_lane
from turnwire.testing import wire_documents

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from turnwire.dialects.dialect import Dialect
    from turnwire.testing.documents import Profile

FORMATS = ("anthropic_messages", "gemini_generate", "openai_chat", "openai_responses")
# Native JSON is read by the lane, and not written: it holds how another format spelled what it said.
SOURCES = (*FORMATS, "turnwire")
# Vendors that take other settings, and a platform that says its model in the path.
TARGETS = (*FORMATS, "fireworks_chat", "groq_chat", "openrouter_chat")
# The least share of all recorded requests of each format that takes the lane; of all together it is two thirds.
LEAST = {"anthropic_messages": 0.59, "gemini_generate": 0.52, "openai_chat": 0.77, "openai_responses": 0.57}

CONVERSATION: dict[str, Any] = {
    "model": "gpt-4.1",
    "messages": [
        {"role": "system", "content": "Answer in one sentence."},
        {"role": "user", "content": [{"type": "text", "text": "How warm is it there?"}]},
        {
            "role": "assistant",
            "content": "I will look.",
            "tool_calls": [
                {"id": "call_a1", "type": "function", "function": {"name": "weather", "arguments": '{"city": "Oslo"}'}},
                {"id": "call_b2", "type": "function", "function": {"name": "clock", "arguments": "{}"}},
            ],
        },
        {"role": "tool", "tool_call_id": "call_a1", "content": "12 degrees"},
        {"role": "tool", "tool_call_id": "call_b2", "content": '{"hour": 9}'},
        {"role": "assistant", "content": "It is 12 degrees."},
        {
            "role": "user",
            "content": [
                {"type": "text", "text": "And here?"},
                {"type": "image_url", "image_url": {"url": "data:image/png;base64,iVBORw0KGgo="}},
            ],
        },
    ],
    "max_tokens": 300,
    "temperature": 0.5,
    "stop": ["END"],
    "stream": True,
    "tool_choice": "auto",
    "tools": [
        {
            "type": "function",
            "function": {
                "name": name,
                "description": "What the name says.",
                "parameters": {"type": "object", "properties": {"city": {"type": "string"}}},
            },
        }
        for name in ("weather", "clock")
    ],
}
ODD: tuple[Any, ...] = (
    None, True, False, 0, -1, 1.5, 3, 10**30, "", " ", "auto", "none", "system", "user", "assistant", "tool", "model",
    "get.weather", "call_1", "gpt-5-mini", "claude-opus-4-8", "data:image/png;base64,AAAA", "a" * 70, [], {}, [""],
    {"type": "text", "text": "x"}, [{"type": "text", "text": "x"}],
)  # fmt: skip


def dialects_with_a_lane() -> Iterator[Dialect]:
    for name in names():
        request = get(name).request
        if request is not None and request.lane is not None:
            yield get(name)


def test_the_large_formats_and_the_vendors_of_one_have_a_lane() -> None:
    found = {dialect.name for dialect in dialects_with_a_lane()}
    assert found >= {*FORMATS, "deepseek_chat", "groq_chat", "openrouter_chat"}


def body_of(source: str) -> Any:
    """The conversation in a format."""
    whole = msgspec.json.encode(CONVERSATION)
    if source == "turnwire":
        return without_residue(msgspec.json.decode(turnwire.convert(whole, source, source="openai_chat").data))
    written = None if source == "openai_chat" else by_lane(whole, "openai_chat", source, None)
    return msgspec.json.decode(whole if written is None else written.data)


def without_residue(node: Any) -> Any:
    """A native document that no format has left its spelling in."""
    if isinstance(node, dict):
        return {name: without_residue(value) for name, value in node.items() if name != "provider_raw"}
    return [without_residue(item) for item in node] if isinstance(node, list) else node


@pytest.mark.parametrize("target", TARGETS)
@pytest.mark.parametrize("source", SOURCES)
def test_a_plain_conversation_takes_the_lane(source: str, target: str) -> None:
    if source != target:
        assert checks.both_ways_agree(msgspec.json.encode(body_of(source)), source, target) == []


@pytest.mark.parametrize("data", ["data:image/png;base64,AAAA", "AA AA", "AAAA\n", "é!", "AAA-_"])
@pytest.mark.parametrize("target", TARGETS)
def test_pictures_that_are_no_base64(target: str, data: str) -> None:
    source = {"type": "base64", "media_type": "image/png", "data": data}
    content = [{"type": "text", "text": "Here."}, {"type": "image", "source": source}]
    body = {"model": "m", "max_tokens": 3, "messages": [{"role": "user", "content": content}]}
    assert not checks.both_ways_agree(msgspec.json.encode(body), "anthropic_messages", target)


@pytest.mark.parametrize("source", SOURCES)
def test_an_object_without_its_type(source: str) -> None:
    body = body_of(source)
    for place in [place for place in places(body) if place and place[-1] == "type"]:
        changed = copy.deepcopy(body)
        node = changed
        for key in place[:-1]:
            node = node[key]
        del node["type"]
        data = msgspec.json.encode(changed)
        found = {target: checks.both_ways_agree(data, source, target) for target in TARGETS if target != source}
        assert not any(found.values()), (place, found)


def places(node: Any, above: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """The path of every value in a tree."""
    yield above
    for key, value in node.items() if isinstance(node, dict) else enumerate(node) if isinstance(node, list) else ():
        yield from places(value, (*above, key))


@st.composite
def damaged(draw: st.DrawFn, source: str) -> bytes:
    """A conversation with one or two values replaced, left out, doubled or moved."""
    body = copy.deepcopy(body_of(source))
    for _ in range(draw(st.integers(1, 2))):
        *above, last = draw(st.sampled_from([place for place in places(body) if place]))
        node = body
        for key in above:
            node = node[key]
        change = draw(st.sampled_from(("replace", "leave out", "double", "add")))
        if change == "replace":
            node[last] = draw(st.sampled_from(ODD))
        elif change == "leave out":
            del node[last]
        elif change == "double" and isinstance(node, list):
            node.insert(last, copy.deepcopy(node[last]))
        elif isinstance(node, dict):
            node[draw(st.sampled_from(("id", "name", "type", "role", "strict", "x")))] = draw(st.sampled_from(ODD))
    return msgspec.json.encode(body)


@pytest.mark.parametrize("source", SOURCES)
@given(data=st.data())
def test_a_damaged_conversation(source: str, data: st.DataObject) -> None:
    body = data.draw(damaged(source))
    found = {target: checks.both_ways_agree(body, source, target) for target in TARGETS if target != source}
    assert not any(found.values()), found


@pytest.mark.parametrize("source", FORMATS)
@given(data=st.data())
def test_a_damaged_conversation_of_an_unnamed_format(source: str, data: st.DataObject) -> None:
    body = data.draw(damaged(source))
    found = {target: checks.both_ways_agree(body, None, target) for target in ("groq_chat", "fireworks_chat")}
    assert not any(found.values()), found


@pytest.mark.parametrize("source", SOURCES)
@pytest.mark.parametrize("profile", ["plain", "wild"])
@given(data=st.data())
def test_any_request(source: str, profile: Profile, data: st.DataObject) -> None:
    body = data.draw(wire_documents(source, "request", profile))
    found = {target: checks.both_ways_agree(body, source, target) for target in TARGETS if target != source}
    assert not any(found.values()), found


@pytest.mark.parametrize("source", FORMATS)
def test_recorded_requests(source: str, recorded: Path) -> None:
    seen, taken, found = 0, 0, {}
    targets = itertools.cycle(name for name in FORMATS if name != source)
    for (name, body), target in zip(all_requests(recorded, source), targets, strict=False):
        seen += 1
        faults = checks.both_ways_agree(body, source, target)
        taken += faults is not None
        if faults:
            found[name, target] = faults
    assert found == {}
    assert taken >= LEAST[source] * seen
