"""Repairs that would lose content, or invent it, are not made unasked."""

from __future__ import annotations

import json
from typing import Any

import pytest
from tests.validation.repair.test_repairs import ASK, HI, NONE, answer, anthropic, calls, chat, result, said, text, use

import turnwire

PART = {"contents": [{"role": "user", "part": [{"text": "Hi."}]}, {"role": "model", "parts": [{"text": "Ho."}]}, ASK]}
# Pieces of a stream, which are no messages yet.
LANGCHAIN = [
    {"type": "human", "content": "Hi."},
    {"type": "AIMessageChunk", "content": "", "tool_calls": [{"id": "a", "name": "clock", "args": {}}]},
    {"type": "human", "content": "Well?"},
]
NO_ANSWER = answer("a", NONE, is_error=True)
CITED = {**text(""), "citations": [{"type": "char_location"}]}

# The document, and what a safe repair makes of it; None if it stays as it is.
CASES: dict[str, tuple[str, Any, Any]] = {
    "a call takes the id that its result names": (
        "openai_chat",
        chat(HI, calls(None), result("call_9"), HI),
        chat(HI, calls("call_9"), result("call_9"), HI),
    ),
    "two calls without ids, and results that name some": (
        "openai_chat",
        chat(HI, calls(None, None), result("a"), result("b"), HI),
        None,
    ),
    "a message whose parts have another name": ("gemini_generate", PART, None),
    "an empty text with citations": ("anthropic_messages", anthropic(said("user", CITED, text("Hi."))), None),
    "an object where a name is wanted": ("openai_chat", {**chat(HI), "model": {"id": "m"}}, None),
    "a number that no double holds": (
        "openai_chat",
        {**chat(HI, {"role": "human", "content": "Ho."}), "user": "@1e400"},
        {**chat(HI, {"role": "user", "content": "Ho."}), "user": "@1e400"},
    ),
    "a call in a format whose results have another form": ("langchain_messages", LANGCHAIN, None),
    "a message without content after a call": (
        "anthropic_messages",
        anthropic(HI, said("assistant", use()), {"role": "user"}),
        anthropic(HI, said("assistant", use()), {"role": "user", "content": [NO_ANSWER]}),
    ),
    "two calls with one id": ("openai_chat", chat(HI, calls("a"), calls("a"), result(), HI, result(), HI), None),
    "a text that is written as a fraction": ("openai_chat", {**chat(HI), "user": 1.5}, None),
    "arguments with a long fraction": (
        "openai_chat",
        chat(HI, calls("a", arguments={"pi": "@3.14159265358979323846"}), result()),
        None,
    ),
    "arguments with a fraction of fifteen digits": (
        "openai_chat",
        chat(HI, calls("a", arguments={"pi": 3.14159265358979}), result()),
        chat(HI, calls("a", arguments='{"pi":3.14159265358979}'), result()),
    ),
    "arguments with a fraction of sixteen digits": (
        "openai_chat",
        chat(HI, calls("a", arguments={"pi": 3.141592653589793}), result()),
        None,
    ),
}


@pytest.mark.parametrize(("dialect", "before", "after"), CASES.values(), ids=CASES)
def test_what_a_safe_repair_makes(dialect: str, before: Any, after: Any) -> None:
    body = written(before)
    done = turnwire.repair(body, dialect, kind="request")
    wanted = body if after is None else written(after)
    assert wanted.replace(b" ", b"") == done.data.replace(b" ", b"")
    assert done.changed == (after is not None)


def written(tree: Any) -> bytes:
    """Texts that begin with @ stand for numbers as they are written."""
    text = json.dumps(tree)
    for number in ("1e400", "3.14159265358979323846"):
        text = text.replace(f'"@{number}"', number)
    return text.encode()


def test_a_rounded_number_is_an_unsafe_repair_that_says_so() -> None:
    body = written(chat(HI, calls("a", arguments={"pi": "@3.14159265358979323846"}), result()))
    (found,) = turnwire.repair(body, "openai_chat", kind="request", unsafe=True).applied
    assert "write it as a text, with its numbers rounded to doubles" == found.fixes[0].message
