"""Law 11 for replies: the plain lane gives what the canonical route gives: bytes, losses, envelope and ids."""

from __future__ import annotations

import copy
import itertools
from typing import TYPE_CHECKING, Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.laws import checks
from tests.laws.subjects import all_replies
from tests.laws.test_11_both_ways_agree import ODD, places

import turnwire
from turnwire.dialects import get, names
from turnwire.documents.options import Keeping
from turnwire.testing import wire_documents

if TYPE_CHECKING:
    from pathlib import Path

    from turnwire.testing.documents import Profile

FORMATS = ("anthropic_messages", "gemini_generate", "openai_chat", "openai_responses")
# Vendors with other words, members and reasoning, and a platform that takes the signatures of another.
SOURCES = (*FORMATS, "turnwire")
TARGETS = (*FORMATS, "bedrock_anthropic", "deepseek_chat", "groq_chat", "openrouter_chat")
# The least share of the recorded replies of each format that takes the lane, towards each of the others.
LEAST = {"anthropic_messages": 0.90, "gemini_generate": 0.86, "openai_chat": 0.80, "openai_responses": 0.81}

ARGUMENTS = '{"city": "Oslo", "days": [1, 2]}'
REPLIES: dict[str, dict[str, Any]] = {
    "openai_chat": {
        "id": "chatcmpl-9a1",
        "object": "chat.completion",
        "created": 1760000000,
        "model": "gpt-5-mini-2025-08-07",
        "choices": [
            {
                "index": 0,
                "message": {
                    "role": "assistant",
                    "content": "I will look.",
                    "reasoning_content": "The user asks for the weather.",
                    "refusal": None,
                    "annotations": [],
                    "tool_calls": [
                        {
                            "id": f"call_{name}1",
                            "type": "function",
                            "function": {"name": name, "arguments": ARGUMENTS},
                        }
                        for name in ("weather", "clock")
                    ],
                },
                "logprobs": None,
                "finish_reason": "tool_calls",
            }
        ],
        "usage": {
            "prompt_tokens": 210,
            "completion_tokens": 120,
            "total_tokens": 330,
            "prompt_tokens_details": {"cached_tokens": 20, "audio_tokens": 0},
            "completion_tokens_details": {"reasoning_tokens": 64, "audio_tokens": 0, "accepted_prediction_tokens": 3},
        },
        "service_tier": "default",
        "system_fingerprint": "fp_1a2b",
    },
    "anthropic_messages": {
        "id": "msg_01A",
        "type": "message",
        "role": "assistant",
        "model": "claude-sonnet-4-5",
        "content": [
            {"type": "thinking", "thinking": "The user asks for the weather.", "signature": "c2lnbmVk"},
            {"type": "text", "text": "I will look."},
            {
                "type": "tool_use",
                "id": "toolu_01A",
                "name": "weather",
                "input": {"city": "Oslo"},
                "caller": {"type": "direct"},
            },
        ],
        "stop_reason": "tool_use",
        "stop_sequence": None,
        "stop_details": None,
        "usage": {
            "input_tokens": 12,
            "cache_creation_input_tokens": 0,
            "cache_read_input_tokens": 7,
            "cache_creation": {"ephemeral_5m_input_tokens": 0, "ephemeral_1h_input_tokens": 0},
            "output_tokens": 90,
            "service_tier": "standard",
            "inference_geo": "eu",
        },
    },
    "gemini_generate": {
        "candidates": [
            {
                "content": {
                    "role": "model",
                    "parts": [
                        {"text": "The user asks for the weather.", "thought": True},
                        {"text": "I will look."},
                        {
                            "functionCall": {"name": "weather", "args": {"city": "Oslo"}},
                            "thoughtSignature": "c2lnbmVk",
                        },
                        {"functionCall": {"id": "fc-2", "name": "clock", "args": {}}},
                    ],
                },
                "finishReason": "STOP",
                "index": 0,
                "avgLogprobs": -0.25,
            }
        ],
        "usageMetadata": {
            "promptTokenCount": 20,
            "candidatesTokenCount": 9,
            "thoughtsTokenCount": 30,
            "totalTokenCount": 59,
            "promptTokensDetails": [{"modality": "TEXT", "tokenCount": 20}],
            "serviceTier": "standard",
        },
        "modelVersion": "gemini-2.5-flash",
        "responseId": "r-1",
    },
    "openai_responses": {
        "id": "resp_1",
        "object": "response",
        "created_at": 1760000000,
        "status": "completed",
        "error": None,
        "incomplete_details": None,
        "instructions": None,
        "max_output_tokens": 300,
        "model": "gpt-5-mini-2025-08-07",
        "output": [
            {
                "id": "rs_1",
                "type": "reasoning",
                "summary": [{"type": "summary_text", "text": "The user asks for the weather."}],
                "encrypted_content": "c2VhbGVk",
            },
            {
                "id": "msg_1",
                "type": "message",
                "status": "completed",
                "role": "assistant",
                "content": [{"type": "output_text", "text": "I will look.", "annotations": [], "logprobs": []}],
            },
            {
                "id": "fc_1",
                "type": "function_call",
                "status": "completed",
                "call_id": "call_weather1",
                "name": "weather",
                "arguments": ARGUMENTS,
            },
        ],
        "parallel_tool_calls": True,
        "reasoning": {"effort": None, "summary": "auto"},
        "store": True,
        "temperature": 1.0,
        "text": {"format": {"type": "text"}},
        "tool_choice": "auto",
        "tools": [],
        "metadata": {},
        "top_p": 1.0,
        "truncation": "disabled",
        "usage": {
            "input_tokens": 30,
            "input_tokens_details": {"cached_tokens": 12},
            "output_tokens": 60,
            "output_tokens_details": {"reasoning_tokens": 41},
            "total_tokens": 90,
        },
        "service_tier": "default",
    },
    "turnwire": {
        "candidates": [
            {
                "role": "assistant",
                "content": [
                    {"type": "text", "text": "I will look."},
                    {"type": "tool_use", "id": "call_1a", "name": "weather", "input": {"city": "Oslo"}},
                ],
                "metadata": {"stop_reason": "tool_use"},
            }
        ],
        "id": "reply-1",
        "created_at": "2026-01-02T03:04:05Z",
        "model": "a-model",
        "usage": {"input_tokens": 12, "output_tokens": 30, "cached_input_tokens": 4, "reasoning_tokens": 9},
        "service_tier": "default",
    },
}
NAMES = ("id", "name", "type", "role", "index", "x", "reasoning", "finish_reason", "refusal", "thought", "logprobs")


def differences(body: bytes, source: str) -> dict[str, list[str]]:
    found = {target: checks.both_ways_agree_on_a_reply(body, source, target) for target in TARGETS if target != source}
    return {target: faults for target, faults in found.items() if faults}


def test_the_large_formats_their_platforms_and_the_vendors_have_a_lane() -> None:
    found = {name for name in names() if (part := get(name).response) is not None and part.reply_lane is not None}
    assert found >= {*TARGETS, "vertex_anthropic"}


@pytest.mark.parametrize("target", FORMATS)
@pytest.mark.parametrize("source", SOURCES)
def test_a_plain_reply_takes_the_lane(source: str, target: str) -> None:
    body = msgspec.json.encode(REPLIES[source])
    if source != target:
        assert checks.both_ways_agree_on_a_reply(body, source, target) == []
        short = checks.both_ways_agree_on_a_reply(body, source, target, "another-model")
        assert not short


@pytest.mark.parametrize("source", FORMATS)
def test_what_the_caller_keeps_is_left_to_the_canonical_route(source: str) -> None:
    target = "openai_chat" if source != "openai_chat" else "anthropic_messages"
    body = msgspec.json.encode(REPLIES[source])
    written = turnwire.convert(body, target, source=source, kind="response", keeping=Keeping(reasoning="drop"))
    assert b"The user asks" not in written.data
    assert b"The user asks" in turnwire.convert(body, target, source=source, kind="response").data


@st.composite
def damaged(draw: st.DrawFn, source: str) -> bytes:
    """A reply with one or two values replaced, left out, doubled or added."""
    body = copy.deepcopy(REPLIES[source])
    for _ in range(draw(st.integers(1, 2))):
        *above, last = draw(st.sampled_from([place for place in places(body) if place]))
        node: Any = body
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
            node[draw(st.sampled_from(NAMES))] = draw(st.sampled_from(ODD))
    return msgspec.json.encode(body)


@pytest.mark.parametrize("source", SOURCES)
@given(data=st.data())
def test_a_damaged_reply(source: str, data: st.DataObject) -> None:
    assert differences(data.draw(damaged(source)), source) == {}


@pytest.mark.parametrize("source", [*SOURCES, "groq_chat", "openrouter_chat", "vertex_anthropic"])
@pytest.mark.parametrize("profile", ["plain", "wild"])
@given(data=st.data())
def test_any_reply(source: str, profile: Profile, data: st.DataObject) -> None:
    assert differences(data.draw(wire_documents(source, "response", profile)), source) == {}


@pytest.mark.parametrize("source", FORMATS)
def test_recorded_replies(source: str, recorded: Path) -> None:
    taken, seen, found = dict.fromkeys(FORMATS, 0), dict.fromkeys(FORMATS, 0), {}
    targets = itertools.cycle(name for name in FORMATS if name != source)
    for (name, body), target in zip(all_replies(recorded, source), targets, strict=False):
        faults = checks.both_ways_agree_on_a_reply(body, source, target)
        seen[target] += 1
        taken[target] += faults is not None
        if faults:
            found[name, target] = faults
    assert found == {}
    assert sum(taken.values()) >= LEAST[source] * sum(seen.values())
