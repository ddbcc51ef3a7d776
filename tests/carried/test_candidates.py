"""A second candidate, towards a format whose reply is one message, is one loss, with and without a stream."""

from __future__ import annotations

import json
from typing import Any

import pytest

import turnwire

ONE_MESSAGE = [
    "anthropic_messages",
    "bedrock_anthropic",
    "vertex_anthropic",
    "openai_responses",
    "ollama_chat",
    "cohere_chat",
    "canonical",
    "geppetto",
    "gpt2099",
    "langchain_messages",
    "mcp_content",
]
STREAMED = ["anthropic_messages", "vertex_anthropic", "openai_responses", "ollama_chat", "cohere_chat"]
USAGE = {"prompt_tokens": 1, "completion_tokens": 2, "total_tokens": 3}
SECOND = {"role": "assistant", "content": [{"type": "text", "text": "No."}], "metadata": {"stop_reason": "end_turn"}}


def chat() -> dict[str, Any]:
    choices = [
        {"index": n, "message": {"role": "assistant", "content": text}, "finish_reason": "stop"}
        for n, text in enumerate(("Yes.", "No."))
    ]
    return {"id": "r", "object": "chat.completion", "created": 1, "model": "m", "choices": choices, "usage": USAGE}


def gemini() -> dict[str, Any]:
    candidates = [
        {"index": n, "content": {"role": "model", "parts": [{"text": text}]}, "finishReason": "STOP"}
        for n, text in enumerate(("Yes.", "No."))
    ]
    return {"candidates": candidates}


def found(losses: Any) -> list[tuple[str, str, str]]:
    return [(loss.kind, loss.path, loss.feature) for loss in losses if loss.path.startswith("/candidates/1")]


@pytest.mark.parametrize("target", ONE_MESSAGE)
@pytest.mark.parametrize(("source", "body"), [("openai_chat", chat()), ("gemini_generate", gemini())])
def test_a_second_candidate_is_one_loss(source: str, body: dict[str, Any], target: str) -> None:
    written = turnwire.convert(body, target, source=source, kind="response")
    assert [("dropped", "/candidates/1", "completion.candidates")] == found(written.losses)
    value: Any = next(loss.value for loss in written.losses if loss.path == "/candidates/1")
    assert SECOND == {name: value[name] for name in SECOND}


def chunks() -> bytes:
    said: list[Any] = [
        (0, {"role": "assistant", "content": "Yes."}, None),
        (1, {"role": "assistant", "content": "No."}, None),
    ]
    ends: list[tuple[int, dict[str, str], str]] = [(0, {}, "stop"), (1, {}, "stop")]
    head = {"id": "r", "object": "chat.completion.chunk", "created": 1, "model": "m"}
    lines = [
        json.dumps({**head, "choices": [{"index": n, "delta": delta, "finish_reason": why}]})
        for n, delta, why in [*said, *ends]
    ]
    return "".join(f"data: {line}\n\n" for line in [*lines, "[DONE]"]).encode()


@pytest.mark.parametrize("target", STREAMED)
def test_a_stream_tells_the_same(target: str) -> None:
    reader, writer = turnwire.stream_reader("openai_chat"), turnwire.stream_writer(target)
    for event in [*reader.feed(chunks()), *reader.close()]:
        writer.send(event)
    writer.close()
    assert [("dropped", "/candidates/1", "completion.candidates")] == found(writer.losses)
