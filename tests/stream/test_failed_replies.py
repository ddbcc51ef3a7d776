"""A reply that failed is an error in every format, with a stream and without."""

from __future__ import annotations

import json
from typing import Any

import pytest
from tests.stream.writing import FAMILIES, back, events_of, written

import turnwire
from turnwire.model import Completion, ErrorEvent, Message, MessageMetadata, TextBlock

Chunks = list[dict[str, Any]]
RESPONSE: dict[str, Any] = {"id": "r1", "object": "response", "created_at": 1, "model": "m", "output": []}
ERROR = {"code": "server_error", "message": "The model fell over."}
ITEM = {"type": "message", "id": "m1", "role": "assistant", "content": []}
RESPONSES: Chunks = [
    {"type": "response.created", "response": {**RESPONSE, "status": "in_progress"}},
    {"type": "response.output_item.added", "output_index": 0, "item": ITEM},
    {"type": "response.output_text.delta", "output_index": 0, "content_index": 0, "item_id": "m1", "delta": "Half a"},
    {"type": "response.failed", "response": {**RESPONSE, "status": "failed", "error": ERROR}},
]


def gemini(reason: str, **more: str) -> Chunks:
    said = {"candidates": [{"index": 0, "content": {"role": "model", "parts": [{"text": "Half a"}]}}]}
    return [said, {"candidates": [{"index": 0, "finishReason": reason, **more}], "modelVersion": "m"}]


def cohere(**delta: Any) -> Chunks:
    """A text that fails; the reason to stop is all that is said of it, or there are words beside it."""
    text = {"message": {"content": {"type": "text", "text": "Half a"}}}
    return [
        {"type": "message-start", "id": "r1", "delta": {"message": {"role": "assistant"}}},
        {"type": "content-start", "index": 0, "delta": text},
        {"type": "message-end", "delta": {**delta, "usage": {"tokens": {"input_tokens": 3}}}},
    ]


def sse(chunks: Chunks) -> bytes:
    return b"".join(b"data: " + json.dumps(chunk).encode() + b"\n\n" for chunk in chunks)


FAILED = {
    "response.failed": ("openai_responses", RESPONSES, "The model fell over."),
    "a call of no tool": ("gemini_generate", gemini("UNEXPECTED_TOOL_CALL"), "UNEXPECTED_TOOL_CALL"),
    "a broken call": ("gemini_generate", gemini("MALFORMED_FUNCTION_CALL", finishMessage="print(x"), "print(x"),
    "it took too long": ("cohere_chat", cohere(finish_reason="TIMEOUT"), "TIMEOUT"),
    "it failed": ("cohere_chat", cohere(finish_reason="ERROR", error="The model fell over."), "The model fell over."),
}


@pytest.mark.parametrize("name", FAILED)
def test_the_last_event_is_the_error(name: str) -> None:
    dialect, chunks, words = FAILED[name]
    events = events_of(sse(chunks), dialect)
    assert isinstance(events[-1], ErrorEvent)
    assert words in events[-1].message
    (message,) = turnwire.fold(events).candidates
    assert message.metadata is not None
    assert "error" == message.metadata.stop_reason


@pytest.mark.parametrize("target", FAMILIES)
@pytest.mark.parametrize("name", FAILED)
def test_the_stream_ends_with_the_error(name: str, target: str) -> None:
    dialect, chunks, words = FAILED[name]
    stream = written(events_of(sse(chunks), dialect), target)
    (error,) = [event for event in events_of(stream.data, target) if isinstance(event, ErrorEvent)]
    assert words in error.message
    for success in (b"[DONE]", b"message_stop", b'"done":true', b'"stop"', b'"STOP"', b"response.completed"):
        assert success not in stream.data
    if target == dialect:
        assert () == stream.losses
        assert turnwire.fold(events_of(sse(chunks), dialect)).candidates == back(stream, target).candidates


REPLY = Completion([Message("assistant", [TextBlock("Half a")], metadata=MessageMetadata(stop_reason="error"))])
WORDS = {
    "openai_chat": b'"content_filter"',
    "anthropic_messages": b'"refusal"',
    "openai_responses": b'"failed"',
    "gemini_generate": b'"OTHER"',
    "mistral_chat": b'"error"',
    "openrouter_chat": b'"error"',
    "ollama_chat": b'"error"',
    "cohere_chat": b'"ERROR"',
}


@pytest.mark.parametrize("target", WORDS)
def test_without_a_stream_it_is_no_success(target: str) -> None:
    sent = turnwire.write(REPLY, target)
    assert WORDS[target] in sent.data
    if target not in ("openai_responses", "mistral_chat", "openrouter_chat", "cohere_chat"):  # which have a word for it
        told = [loss.kind for loss in sent.losses if loss.feature == "metadata.stop_reason"]
        assert ["degraded"] == told


@pytest.mark.parametrize("target", ["openai_chat", "anthropic_messages", "ollama_chat"])
def test_such_a_reply_as_a_stream_is_an_error(target: str) -> None:
    stream = written(list(turnwire.unfold(REPLY)), target)
    assert b"the reply failed" in stream.data
