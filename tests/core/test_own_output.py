"""What one function takes, all take: what is read can be validated, and what is written can be read again."""

from __future__ import annotations

from typing import Any

import pytest

import turnwire
from turnwire.codec.limits import FREE_DEPTH, MAX_DIGITS, STRICT
from turnwire.errors import InvalidDocument

MESSAGES = b'"messages":[{"role":"user","content":"a"}]'
LONG = b"9" * (MAX_DIGITS + 1)


def with_arguments(text: bytes) -> bytes:
    function = b'{"name":"f","arguments":"{\\"a\\":' + text + b'}"}'
    call = b'{"id":"c","type":"function","function":' + function + b"}"
    return b'{"model":"m","messages":[{"role":"assistant","content":null,"tool_calls":[' + call + b"]}]}"


def with_input(text: bytes) -> bytes:
    block = b'{"type":"tool_use","id":"c","name":"f","input":{"a":' + text + b"}}"
    return b'{"model":"m","max_tokens":5,"messages":[{"role":"assistant","content":[' + block + b"]}]}"


TAKEN = {
    "arguments with an integer of many digits": ("openai_chat", with_arguments(LONG)),
    "arguments that are deep": ("openai_chat", with_arguments(b"[" * 60 + b"]" * 60)),
    "an input beyond doubles": ("anthropic_messages", with_input(b"1e400")),
    "digits in a text": ("anthropic_messages", with_input(b'"' + LONG + b'"')),
    "an unknown member that is deep": (
        "openai_chat",
        b'{"model":"m",' + MESSAGES + b',"x":' + b"[" * FREE_DEPTH + b"]" * FREE_DEPTH + b"}",
    ),
}
REFUSED = {
    "an input with an integer of many digits": ("anthropic_messages", with_input(LONG), "json.number", "TW106"),
    "a temperature beyond doubles": (
        "openai_chat",
        b'{"model":"m","temperature":1e400,' + MESSAGES + b"}",
        "model.number",
        "TW201",
    ),
    "an unknown member that is too deep": (
        "openai_chat",
        b'{"model":"m",' + MESSAGES + b',"x":' + b"[" * (FREE_DEPTH + 1) + b"]" * (FREE_DEPTH + 1) + b"}",
        "json.depth",
        "TW105",
    ),
}


@pytest.mark.parametrize("name", TAKEN)
def test_all_take_it(name: str) -> None:
    dialect, text = TAKEN[name]
    for target in (dialect, "turnwire", "canonical", "gemini_generate"):
        written = turnwire.convert(text, target, source=dialect, kind="request")
        turnwire.read(written.data, target, kind="request", limits=STRICT, envelope=written.envelope)
    assert turnwire.validate(text, dialect, kind="request").valid


@pytest.mark.parametrize("name", REFUSED)
def test_all_refuse_it(name: str) -> None:
    dialect, text, code, rule = REFUSED[name]
    with pytest.raises(InvalidDocument) as read:
        turnwire.read(text, dialect, kind="request")
    with pytest.raises(InvalidDocument) as converted:
        turnwire.convert(text, "turnwire", source=dialect, kind="request")
    report = turnwire.validate(text, dialect, kind="request")
    for found in (read.value.diagnostics, converted.value.diagnostics):
        assert [code] == [each.code for each in found]
    assert [rule] == [each.code for each in report.diagnostics if each.severity == "error"]


def told(loss: Any) -> tuple[Any, ...]:
    return loss.kind, loss.path, loss.value


@pytest.mark.parametrize("count", [2**63, -(2**63) - 1, 10**30])
def test_a_count_that_canonical_has_no_place_for_is_dropped(count: int) -> None:
    message = {"role": "assistant", "content": "a"}
    reply: dict[str, Any] = {
        "id": "r",
        "object": "chat.completion",
        "created": 1,
        "model": "m",
        "choices": [{"index": 0, "message": message, "finish_reason": "stop"}],
        "usage": {"prompt_tokens": count, "completion_tokens": 1, "total_tokens": count + 1},
    }
    written = turnwire.convert(reply, "canonical", source="openai_chat", kind="response")
    turnwire.read(written.data, "canonical", kind="response")
    assert ("dropped", "/usage/input_tokens", count) in [told(loss) for loss in written.losses]
