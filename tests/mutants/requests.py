"""Requests with what generated ones have too seldom."""

from __future__ import annotations

from typing import Any

RICH = {
    "history": [
        {"role": "system", "content": [{"type": "text", "text": "Answer briefly."}]},
        {"role": "user", "content": [{"type": "text", "text": "Weather?"}], "provider_raw": {"foreign": {"x_one": 1}}},
        {
            "role": "assistant",
            "content": [{"type": "tool_use", "id": "call_1", "name": "get_weather", "input": {"city": "Oslo"}}],
        },
        {"role": "tool", "content": [{"type": "tool_result", "tool_use_id": "call_1", "is_error": True}]},
    ],
    "settings": {
        "model": "m",
        "tools": [{"name": "get_weather", "input_schema": {"type": "object"}}],
        "tool_choice": {"mode": "required", "parallel": False},
        "generation": {"max_tokens": 9, "temperature": 0.5, "top_p": 0.9, "stop_sequences": ["END", "STOP"]},
    },
}
"""For every dialect."""

_ELSEWHERE = {"dialect": "somewhere", "model": "m"}
SEALED = {
    "history": [
        {"role": "user", "content": [{"type": "text", "text": "Which river is longer?"}]},
        {
            "role": "assistant",
            "content": [
                {
                    "type": "thinking",
                    "text": "Both are long.",
                    "signature": "c2lnbmVkIGVsc2V3aGVyZQ==",
                    "encrypted": "ZW5jcnlwdGVkIGVsc2V3aGVyZQ==",
                    "origin": _ELSEWHERE,
                },
                {"type": "redacted_thinking", "data": "cmVkYWN0ZWQgZWxzZXdoZXJl", "origin": _ELSEWHERE},
                {
                    "type": "opaque",
                    "block_type": "hologram",
                    "value": {"type": "hologram", "rays": list(range(16))},
                    "dialect": "somewhere",
                },
                {"type": "text", "text": "The first."},
            ],
        },
    ],
    "settings": {"model": "m"},
}
"""For every dialect: all state that another provider may have sealed."""

EDITED = {
    "openai_chat": {
        "model": "m",
        "messages": [{"role": "user", "content": "hello there"}],
        "temperature": None,
        "seed": None,
    },
    "anthropic_messages": {
        "model": "m",
        "max_tokens": 9,
        "messages": [{"role": "user", "content": "hello there"}],
        "temperature": None,
        "top_p": None,
    },
    "vertex_anthropic": {
        "anthropic_version": "vertex-2023-10-16",
        "max_tokens": 9,
        "messages": [{"role": "user", "content": "hello there"}],
        "temperature": None,
        "top_p": None,
    },
    "geppetto": {
        "requestType": "query",
        "uid": "ada",
        "message": "hello there",
        "temperature": None,
        "topP": None,
    },
    "gemini_generate": {
        "contents": [{"role": "user", "parts": [{"text": "hello there"}]}],
        "generationConfig": {"temperature": None, "seed": None},
    },
    "mistral_chat": {
        "model": "m",
        "messages": [{"role": "user", "content": "hello there"}],
        "temperature": None,
        "random_seed": None,
    },
    "ollama_chat": {
        "model": "m",
        "messages": [{"role": "user", "content": "hello there"}],
        "think": None,
        "options": {"temperature": None, "seed": None},
    },
    "openrouter_chat": {
        "model": "m",
        "messages": [{"role": "user", "content": "hello there"}],
        "temperature": None,
        "min_p": None,
    },
    "otel_genai": {
        "gen_ai.request.model": "m",
        "gen_ai.input.messages": [{"role": "user", "parts": [{"type": "text", "content": "hello there"}]}],
        "gen_ai.request.temperature": None,
        "gen_ai.request.seed": None,
    },
    "glm": {
        "history": [{"user": {"content": "hello there", "meta": {"token_count": None, "completion_time": None}}}],
        "settings": {"chat_format": None, "function_calls": {"enabled": None}},
    },
    "gpt2099": {
        "messages": [{"role": "user", "content": [{"type": "text", "text": "hello there"}], "cache": None}],
        "options": None,
    },
    "huggingface_messages": {
        "messages": [{"role": "user", "content": "hello there", "name": None}],
        "tools": None,
        "chat_template_kwargs": None,
    },
    "openai_responses": {
        "model": "m",
        "input": [{"role": "user", "content": "hello there"}],
        "temperature": None,
        "top_p": None,
    },
    "sharegpt": {"conversations": [{"from": "human", "value": "hello there"}, {"from": "gpt", "value": None}]},
}
"""Requests whose nulls are residue: an edit sets what was null."""

EDITS: dict[str, tuple[str, Any]] = {"sharegpt": ("/history/1/content", [{"type": "text", "text": "hello"}])}
"""Where and to what, for a format that has no temperature."""

ODD: dict[str, Any] = {
    "a2a_messages": {
        "kind": "message",
        "role": "user",
        "messageId": "m-1",
        "parts": [{"kind": "text", "text": "What is this?"}, {"kind": "hologram", "rays": 3}],
    },
    "bedrock_converse": {
        "messages": [{"role": "user", "content": [{"text": "What is this?"}, {"hologram": {"rays": 3}}]}],
    },
    "cohere_chat": {
        "model": "m",
        "messages": [
            {"role": "user", "content": [{"type": "text", "text": "What is this?"}, {"type": "hologram", "rays": 3}]}
        ],
    },
    "gemini_generate": {
        "contents": [{"role": "user", "parts": [{"text": "What is this?"}, {"hologram": {"rays": 3}}]}],
    },
    "vertex_gemini": {
        "contents": [{"role": "user", "parts": [{"text": "What is this?"}, {"hologram": {"rays": 3}}]}],
    },
    "ollama_chat": {
        "model": "m",
        "messages": [{"role": "user", "content": "What is this?", "images": [{"rays": 3}, "aGk="]}],
    },
    "glm": [
        {"user": {"content": "What is the time?"}},
        {"assistant": {"content": "", "function_calls": [{"name": "now", "parameters": {}, "zone": "Oslo"}]}},
    ],
}
"""Requests with parts of unknown type and unknown keys of calls, where those that are made by chance miss the place."""
