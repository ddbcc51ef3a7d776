"""What the tables of tests/cases/otel_genai do not show: texts of lists, and which kind of document a span is."""

from __future__ import annotations

import contextlib
import json
from typing import TYPE_CHECKING, Any

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.laws import checks
from tests.laws.edits import edits

import turnwire
from turnwire.testing import wire_documents, with_unknown_keys

if TYPE_CHECKING:
    from turnwire.dialects.dialect import Kind

NAME = "otel_genai"
LISTS = ("gen_ai.system_instructions", "gen_ai.input.messages", "gen_ai.output.messages", "gen_ai.tool.definitions")
SPELLINGS: dict[str, dict[str, Any]] = {
    "shortest": {"separators": (",", ":"), "ensure_ascii": False},
    "Python's": {},
    "indented": {"indent": 1, "sort_keys": True},
}
SAID = [{"role": "user", "parts": [{"type": "text", "content": "Bonjour à tous"}]}]


def as_texts(wire: bytes, spelling: dict[str, Any]) -> bytes:
    """The same attributes, those that are lists as JSON texts, but for numbers that Python's json cannot write."""
    members = msgspec.json.decode(wire, type=dict[str, msgspec.Raw])
    for key in LISTS:
        if bytes(members.get(key, b""))[:1] == b"[":
            with contextlib.suppress(ValueError):
                text = json.dumps(json.loads(bytes(members[key])), allow_nan=False, **spelling)
                members[key] = msgspec.Raw(msgspec.json.encode(text))
    return msgspec.json.encode(members)


@pytest.mark.parametrize("spelling", SPELLINGS.values(), ids=list(SPELLINGS))
@pytest.mark.parametrize("kind", ["request", "response"])
@settings(max_examples=30)
@given(data=st.data())
def test_texts_of_lists_come_back(kind: Kind, spelling: dict[str, Any], data: st.DataObject) -> None:
    wires = st.one_of(wire_documents(NAME, kind, "plain"), with_unknown_keys(wire_documents(NAME, kind, "plain")))
    assert checks.identity(NAME, kind, as_texts(data.draw(wires), spelling)) == []


@pytest.mark.parametrize("spelling", SPELLINGS.values(), ids=list(SPELLINGS))
def test_an_edited_list_stays_a_text_and_says_the_new_thing(spelling: dict[str, Any]) -> None:
    wire = as_texts(json.dumps({"gen_ai.input.messages": SAID}).encode(), spelling)
    document: Any = turnwire.read(wire, NAME, kind="request")
    document.history[0].content[0].text = "Bonsoir"
    text = json.loads(turnwire.write(document, NAME).data)["gen_ai.input.messages"]
    assert json.loads(text) == [{"role": "user", "parts": [{"type": "text", "content": "Bonsoir"}]}]


@pytest.mark.parametrize("spelling", SPELLINGS.values(), ids=list(SPELLINGS))
def test_every_edit_wins_over_a_text(spelling: dict[str, Any]) -> None:
    parts = [
        {"type": "text", "content": "first words"},
        {"type": "tool_call", "id": "call_1", "name": "look", "arguments": {"n": 1.0}},
        {"type": "tool_call_response", "id": "call_1", "response": {"n": 1}},
        {"type": "text", "content": "last words"},
    ]
    tools = [{"type": "function", "name": "look", "description": "Looks around."}]
    wire = as_texts(
        json.dumps(
            {
                "gen_ai.system_instructions": [{"type": "text", "content": "Be brief."}],
                "gen_ai.input.messages": [*SAID, {"role": "assistant", "parts": parts, "finish_reason": "stop"}],
                "gen_ai.tool.definitions": tools,
            }
        ).encode(),
        spelling,
    )
    changed = list(edits(turnwire.read(wire, NAME, kind="request")))
    assert {edit.place: found for edit in changed if (found := checks.edits_win(wire, edit, NAME))} == {}
    assert len(changed) > 20


def test_one_and_one_point_zero_are_two_texts() -> None:
    """A text is used again only while it says the same to the last digit."""
    calls = [{"role": "assistant", "parts": [{"type": "tool_call", "name": "f", "arguments": {"n": 1.0}}]}]
    document: Any = turnwire.read({"gen_ai.input.messages": json.dumps(calls)}, NAME, kind="request")
    document.history[0].content[0].input = msgspec.Raw(b'{"n": 1}')
    text = json.loads(turnwire.write(document, NAME).data)["gen_ai.input.messages"]
    assert '"n": 1}' in text


@pytest.mark.parametrize(
    ("wire", "found"),
    [
        ({"gen_ai.input.messages": SAID, "gen_ai.output.messages": "[]"}, [(NAME, "request"), (NAME, "response")]),
        ({"gen_ai.output.messages": [], "gen_ai.request.model": "m"}, [(NAME, "response"), (NAME, "request")]),
        ({"gen_ai.request.model": "m", "gen_ai.usage.input_tokens": 1}, [(NAME, "request"), (NAME, "response")]),
        ({"gen_ai.response.id": "r"}, [(NAME, "response")]),
        ({"gen_ai.operation.name": "chat"}, []),
    ],
)
def test_what_a_span_is(wire: dict[str, Any], found: list[tuple[str, str]]) -> None:
    assert turnwire.detect(wire) == found
