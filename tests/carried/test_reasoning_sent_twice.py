"""Reasoning that has the same text under two names is one thought, and has both names in its own format."""

from __future__ import annotations

import json
from typing import Any

import pytest

import turnwire
from turnwire.model import ThinkingBlock

TWICE = {"role": "assistant", "content": "So.", "reasoning": "Because.", "reasoning_content": "Because."}
DETAILS = {"reasoning_details": [{"type": "reasoning.text", "text": "Because."}]}
USER = {"role": "user", "content": "Why?"}
DIALECTS = ("openai_chat", "deepseek_chat", "groq_chat", "alibaba_chat")


def request(message: dict[str, Any]) -> dict[str, Any]:
    return {"model": "m", "messages": [USER, message, USER]}


def reply(message: dict[str, Any]) -> dict[str, Any]:
    choice = {"index": 0, "message": message, "logprobs": None, "finish_reason": "stop"}
    return {"id": "r", "object": "chat.completion", "created": 1, "model": "m", "choices": [choice]}


@pytest.mark.parametrize("dialect", DIALECTS)
@pytest.mark.parametrize("wrap", [request, reply])
@pytest.mark.parametrize("message", [TWICE, {**TWICE, **DETAILS}])
def test_it_is_one_thought_with_both_names(dialect: str, wrap: Any, message: dict[str, Any]) -> None:
    body = wrap(message)
    written = turnwire.convert(body, dialect, source=dialect)
    assert (body, ()) == (json.loads(written.data), written.losses)
    elsewhere = turnwire.convert(body, "gemini_generate", source=dialect).data
    assert 1 == elsewhere.count(b"Because.")


@pytest.mark.parametrize("dialect", DIALECTS)
def test_an_edit_changes_both(dialect: str) -> None:
    document: Any = turnwire.read(json.dumps(request(TWICE)), dialect, kind="request")
    (thought,) = [block for block in document.history[1].content if type(block) is ThinkingBlock]
    thought.text = "For a reason."
    written = json.loads(turnwire.write(document, dialect).data)["messages"][1]
    assert ("For a reason.", "For a reason.") == (written["reasoning"], written["reasoning_content"])


def test_two_texts_are_two_thoughts() -> None:
    body = request({**TWICE, "reasoning": "Otherwise."})
    written = turnwire.convert(body, "gemini_generate", source="openai_chat", kind="request")
    texts = [part["text"] for part in json.loads(written.data)["contents"][1]["parts"]]
    assert ["Because.", "Otherwise.", "So."] == texts


def test_a_stream_has_it_once() -> None:
    head = {"id": "r", "object": "chat.completion.chunk", "created": 1, "model": "m"}
    deltas = [{"role": "assistant", "reasoning": "Be", "reasoning_content": "Be"}]
    deltas += [{"reasoning": "cause.", "reasoning_content": "cause."}, {"content": "So."}]
    choices: list[dict[str, Any]] = [{"index": 0, "delta": delta, "finish_reason": None} for delta in deltas]
    choices.append({"index": 0, "delta": {}, "finish_reason": "stop"})
    data = "".join(f"data: {json.dumps({**head, 'choices': [choice]})}\n\n" for choice in choices).encode()
    translated = b"".join(turnwire.translate([data], "openai_chat", "anthropic_messages"))
    blocks = [line for line in translated.decode().splitlines() if '"content_block_start"' in line and "data" in line]
    assert 2 == len(blocks)
    assert 1 == translated.count(b'"thinking":"Be"')
