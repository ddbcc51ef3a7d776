"""Arguments of a tool with a key twice: what is read, what is refused afterwards, and what a user can do about it.

docs/not-supported.md says the same, and why it is so.
"""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any, cast

import pytest

import turnwire
from turnwire.codec import STRICT
from turnwire.model import ABSENT, History, ToolUseBlock

if TYPE_CHECKING:
    from turnwire.dialects.dialect import Kind

TWICE = '{"a":1,"a":2}'
CALL = {"id": "c_1", "type": "function", "function": {"name": "f", "arguments": TWICE}}
ASKED = {"model": "m", "messages": [{"role": "assistant", "tool_calls": [CALL]}]}
ANSWERED = {"choices": [{"message": {"role": "assistant", "content": None, "tool_calls": [CALL]}}]}


def document() -> History:
    return turnwire.read(json.dumps(ASKED), "openai_chat", kind="request", limits=STRICT)


def call(history: History) -> ToolUseBlock:
    return cast("ToolUseBlock", history.history[0].content[0])


@pytest.mark.parametrize(("kind", "wire"), [("request", ASKED), ("response", ANSWERED)])
def test_the_exact_text_is_read_and_comes_back(kind: Kind, wire: dict[str, Any]) -> None:
    read = turnwire.read(json.dumps(wire), "openai_chat", kind=kind, limits=STRICT)
    assert TWICE.encode() in turnwire.write(read, "turnwire").data
    assert wire == json.loads(turnwire.write(read, "openai_chat").data)


def test_strict_readers_refuse_the_native_json_of_it() -> None:
    history = document()
    native = turnwire.write(history, "turnwire").data
    place = "/history/0/content/0/input/a"
    report = turnwire.validate(native, "turnwire", kind="request")
    assert [("TW104", place)] == [(each.code, each.pointer) for each in report.diagnostics]
    for refuse in (
        lambda: turnwire.canonical_hash(history),
        lambda: turnwire.read(native, "turnwire", kind="request", limits=STRICT),
    ):
        with pytest.raises(turnwire.InvalidDocument, match=rf"{place}: .* \[json\.duplicate-key\]"):
            refuse()
    assert TWICE.encode() == bytes(call(turnwire.read(native, "turnwire", kind="request")).input)


def test_the_text_can_be_kept_as_a_text() -> None:
    history = document()
    block = call(history)
    block.input_text, block.input = bytes(block.input).decode(), ABSENT
    native = turnwire.write(history, "turnwire").data
    assert not turnwire.validate(native, "turnwire", kind="request").diagnostics
    again = turnwire.read(native, "turnwire", kind="request", limits=STRICT)
    assert turnwire.canonical_hash(again) == turnwire.canonical_hash(history)
    written = turnwire.write(again, "openai_chat")
    assert (ASKED, ()) == (json.loads(written.data), written.losses)
