"""Reasoning between formats: its text goes wherever a reader takes it, its seal never leaves home."""

from __future__ import annotations

import json
from typing import Any

import pytest

import turnwire
from turnwire import Keeping
from turnwire.dialects import get, names

WORDS = "Seven comes after six."
SEAL = "sealed-by-its-maker"

ANTHROPIC = [
    {"type": "thinking", "thinking": WORDS, "signature": SEAL},
    {"type": "text", "text": "Seven."},
]
GEMINI = [{"text": WORDS, "thought": True, "thoughtSignature": SEAL}, {"text": "Seven."}]
RESPONSES: list[Any] = [
    {
        "type": "reasoning",
        "id": "rs_1",
        "summary": [{"type": "summary_text", "text": WORDS}],
        "encrypted_content": SEAL,
    },
    {
        "type": "message",
        "id": "msg_1",
        "role": "assistant",
        "status": "completed",
        "content": [{"type": "output_text", "text": "Seven.", "annotations": []}],
    },
]
MISTRAL = [{"type": "thinking", "thinking": [{"type": "text", "text": WORDS}]}, {"type": "text", "text": "Seven."}]

REPLIES: dict[str, Any] = {
    "anthropic_messages": {
        "id": "msg_1",
        "type": "message",
        "role": "assistant",
        "model": "m",
        "content": ANTHROPIC,
        "stop_reason": "end_turn",
        "stop_sequence": None,
        "usage": {"input_tokens": 1, "output_tokens": 2},
    },
    "gemini_generate": {
        "candidates": [{"content": {"role": "model", "parts": GEMINI}, "finishReason": "STOP", "index": 0}],
        "modelVersion": "m",
    },
    "openai_responses": {
        "id": "resp_1",
        "object": "response",
        "created_at": 1,
        "model": "m",
        "status": "completed",
        "output": RESPONSES,
    },
    "deepseek_chat": {
        "id": "c",
        "object": "chat.completion",
        "created": 1,
        "model": "m",
        "choices": [
            {
                "index": 0,
                "finish_reason": "stop",
                "message": {"role": "assistant", "content": "Seven.", "reasoning_content": WORDS},
            }
        ],
    },
    "mistral_chat": {
        "id": "c",
        "object": "chat.completion",
        "created": 1,
        "model": "m",
        "choices": [{"index": 0, "finish_reason": "stop", "message": {"role": "assistant", "content": MISTRAL}}],
        "usage": {"prompt_tokens": 1, "completion_tokens": 2, "total_tokens": 3},
    },
    "ollama_chat": {
        "model": "m",
        "created_at": "2026-01-01T00:00:00Z",
        "message": {"role": "assistant", "content": "Seven.", "thinking": WORDS},
        "done": True,
        "done_reason": "stop",
    },
}
ASKED = {"role": "user", "content": "What comes after six?"}
SAID = {"role": "assistant", "content": "Seven."}
REQUESTS: dict[str, Any] = {
    "anthropic_messages": {
        "model": "m",
        "max_tokens": 9,
        "messages": [ASKED, {"role": "assistant", "content": ANTHROPIC}, ASKED],
    },
    "gemini_generate": {
        "contents": [
            {"role": "user", "parts": [{"text": "What comes after six?"}]},
            {"role": "model", "parts": GEMINI},
            {"role": "user", "parts": [{"text": "And then?"}]},
        ]
    },
    "openai_responses": {"model": "m", "input": [ASKED, *RESPONSES, ASKED]},
    "deepseek_chat": {"model": "m", "messages": [ASKED, {**SAID, "reasoning_content": WORDS}, ASKED]},
    "mistral_chat": {"model": "m", "messages": [ASKED, {"role": "assistant", "content": MISTRAL}, ASKED]},
    "ollama_chat": {"model": "m", "messages": [ASKED, {**SAID, "thinking": WORDS}, ASKED], "stream": False},
}

# Where a client of the format finds reasoning in a reply.
SHOWN: dict[str, Any] = {
    "anthropic_messages": lambda body: body["content"][0]["thinking"],
    "gemini_generate": lambda body: body["candidates"][0]["content"]["parts"][0]["text"],
    "openai_responses": lambda body: "".join(
        part["text"] for part in [*body["output"][0]["summary"], *body["output"][0].get("content", [])]
    ),
    "openai_chat": lambda body: body["choices"][0]["message"]["reasoning_content"],
    "deepseek_chat": lambda body: body["choices"][0]["message"]["reasoning_content"],
    "groq_chat": lambda body: body["choices"][0]["message"]["reasoning"],
    "openrouter_chat": lambda body: body["choices"][0]["message"]["reasoning"],
    "mistral_chat": lambda body: body["choices"][0]["message"]["content"][0]["thinking"][0]["text"],
    "ollama_chat": lambda body: body["message"]["thinking"],
}

# Servers that take reasoning without a seal; why is said at each declaration.
TAKES = {
    "cerebras_chat": "reasoning",
    "deepseek_chat": "reasoning_content",
    "fireworks_chat": "reasoning_content",
    "groq_chat": "reasoning",
    "llamacpp_chat": "reasoning_content",
    "moonshot_chat": "reasoning_content",
    "openrouter_chat": "reasoning",
    "venice_chat": "reasoning_content",
    "xai_chat": "reasoning_content",
    "xiaomi_chat": "reasoning_content",
    "zai_chat": "reasoning_content",
    "ollama_chat": "thinking",
    "mistral_chat": None,
    "cohere_chat": None,
    "gemini_generate": None,
    "vertex_gemini": None,
}
REFUSES = (
    "anthropic_messages",
    "bedrock_anthropic",
    "bedrock_converse",
    "vertex_anthropic",
    "openai_chat",
    "azure_chat",
    "openai_responses",
    "alibaba_chat",
    "huggingface_chat",
    "perplexity_chat",
    "sambanova_chat",
    "together_chat",
)

OF_ITS_SIGNATURES = ("bedrock_anthropic", "bedrock_converse", "vertex_anthropic")
"""Servers of the same models as Anthropic's own, which take its signatures."""

OF_NO_PROVIDER = {
    "a2a_messages",
    "canonical",
    "geppetto",
    "glm",
    "gpt2099",
    "huggingface_messages",
    "langchain_messages",
    "mcp_content",
    "otel_genai",
    "sharegpt",
    "turnwire",
}


def pairs(sources: dict[str, Any], targets: Any) -> list[tuple[str, str]]:
    return [(source, target) for source in sources for target in targets if source != target]


@pytest.mark.parametrize(("source", "target"), pairs(REPLIES, SHOWN))
def test_a_reply_shows_the_reasoning_where_its_clients_look(source: str, target: str) -> None:
    written = turnwire.convert(REPLIES[source], target, source=source, kind="response")
    assert WORDS == SHOWN[target](json.loads(written.data))
    assert SEAL.encode() not in written.data


@pytest.mark.parametrize(("source", "target"), pairs(REQUESTS, TAKES))
def test_a_server_that_takes_reasoning_gets_the_text_and_no_seal(source: str, target: str) -> None:
    written = turnwire.convert(REQUESTS[source], target, source=source, kind="request")
    assert WORDS.encode() in written.data
    assert SEAL.encode() not in written.data
    if key := TAKES[target]:
        assert WORDS == json.loads(written.data)["messages"][1][key]


@pytest.mark.parametrize(("source", "target"), pairs(REQUESTS, REFUSES))
def test_a_server_that_refuses_reasoning_gets_none(source: str, target: str) -> None:
    written = turnwire.convert(REQUESTS[source], target, source=source, kind="request")
    if source == "anthropic_messages" and target in OF_ITS_SIGNATURES:
        assert SEAL.encode() in written.data  # the same provider's signatures
        return
    assert WORDS.encode() not in written.data
    assert SEAL.encode() not in written.data
    assert ("dropped", "thinking") in {(loss.kind, loss.feature) for loss in written.losses}


@pytest.mark.parametrize(("source", "target"), pairs(REQUESTS, REFUSES))
def test_the_caller_can_have_it_as_text(source: str, target: str) -> None:
    written = turnwire.convert(
        REQUESTS[source], target, source=source, kind="request", keeping=Keeping(reasoning="text")
    )
    assert WORDS.encode() in written.data
    if source != "anthropic_messages" or target not in OF_ITS_SIGNATURES:
        assert f"<thinking>\\n{WORDS}\\n</thinking>".encode() in written.data
        assert SEAL.encode() not in written.data


@pytest.mark.parametrize(("source", "target"), pairs(REPLIES, SHOWN))
def test_the_caller_can_have_none(source: str, target: str) -> None:
    written = turnwire.convert(
        REPLIES[source], target, source=source, kind="response", keeping=Keeping(reasoning="drop")
    )
    assert WORDS.encode() not in written.data
    assert ("dropped", "thinking") in {(loss.kind, loss.feature) for loss in written.losses}


def test_every_dialect_that_writes_requests_of_a_provider_is_decided() -> None:
    providers = {name for name in names() if get(name).request is not None} - OF_NO_PROVIDER
    assert providers == TAKES.keys() | set(REFUSES)


def test_an_empty_seal_of_a_client_does_not_go_to_another_server() -> None:
    """A client that got reasoning with an empty signature sends it back so."""
    request = json.loads(json.dumps(REQUESTS["anthropic_messages"]).replace(SEAL, ""))
    kin = turnwire.convert(request, "bedrock_anthropic", source="anthropic_messages", kind="request")
    assert WORDS.encode() not in kin.data
    back = turnwire.convert(request, "deepseek_chat", source="anthropic_messages", kind="request")
    assert WORDS == json.loads(back.data)["messages"][1]["reasoning_content"]


SUMMARY_STREAM: list[dict[str, Any]] = [
    {
        "type": "response.created",
        "response": {**REPLIES["openai_responses"], "status": "in_progress", "output": []},
    },
    {
        "type": "response.output_item.added",
        "output_index": 0,
        "item": {"type": "reasoning", "id": "rs_1", "summary": []},
    },
    {
        "type": "response.reasoning_summary_part.added",
        "item_id": "rs_1",
        "output_index": 0,
        "summary_index": 0,
        "part": {"type": "summary_text", "text": ""},
    },
    *(
        {
            "type": "response.reasoning_summary_text.delta",
            "item_id": "rs_1",
            "output_index": 0,
            "summary_index": 0,
            "delta": piece,
        }
        for piece in (WORDS[:9], WORDS[9:])
    ),
]


@pytest.mark.parametrize("target", [name for name in SHOWN if get(name).stream is not None])
@pytest.mark.parametrize("source", [name for name in REPLIES if get(name).stream is not None])
def test_a_stream_shows_it_live(source: str, target: str) -> None:
    """The pieces of reasoning leave as they come, before the answer begins."""
    reader, writer = turnwire.stream_reader(source), turnwire.stream_writer(target)
    if source == "openai_responses":
        events = [event for each in SUMMARY_STREAM for event in reader.send(each)]
    else:
        reply = turnwire.read(REPLIES[source], source, kind="response")
        assert isinstance(reply, turnwire.Completion)
        whole = list(turnwire.unfold(reply))
        answer = next(n for n, event in enumerate(whole) if getattr(event, "text", None) == "Seven.")
        events = whole[:answer]
    sent = b"".join(map(writer.send, events))
    assert WORDS == "".join(live_words(sent, target))
    assert source == target or SEAL.encode() not in sent


def live_words(sent: bytes, target: str) -> list[str]:
    """Every text of the chunks that is a piece of the reasoning, in order."""
    lines = [line.removeprefix(b"data: ") for line in sent.splitlines() if b"{" in line]
    pieces = [WORDS[:9], WORDS[9:], WORDS]
    deltas = [text for line in lines for text in texts(json.loads(line)) if text in pieces]
    assert deltas, target
    return deltas


def texts(node: Any) -> list[str]:
    if isinstance(node, dict):
        return [text for value in node.values() for text in texts(value)]
    if isinstance(node, list):
        return [text for value in node for text in texts(value)]
    return [node] if isinstance(node, str) else []
