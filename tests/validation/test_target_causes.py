"""What a target refuses has one finding for each cause, which names the cause; what it takes has none."""

from __future__ import annotations

import json
from typing import Any

import pytest

import turnwire

USER = {"role": "user", "content": "What blooms in March?"}
SYSTEM = {"role": "system", "content": "Be brief."}
BEGUN = {"role": "assistant", "content": "It is "}
SPACE = "a beginning of the reply that ends with a space"
PICTURE = {"type": "image_url", "image_url": {"url": "https://example.com/a.png"}}
LOOK = {"type": "function", "function": {"name": "look", "parameters": {"type": "object"}}}
THINKING = {"type": "enabled", "budget_tokens": 2000}
CHAT: dict[str, Any] = {"model": "gpt-5", "messages": [USER]}
GROQ: dict[str, Any] = {"model": "openai/gpt-oss-120b", "messages": [USER]}
CLAUDE: dict[str, Any] = {"model": "claude-sonnet-4-5", "max_tokens": 1000, "messages": [USER]}
BUDGET = "the budget of 2000 tokens is not below `max_tokens`, which is 1000"
MODE = '`claude-opus-4-8` does not take thinking of type "enabled"'

GEMINI: dict[str, Any] = {"contents": [{"role": "user", "parts": [{"text": "What blooms in March?"}]}]}
BOTH = GEMINI | {"tools": [{"functionDeclarations": [{"name": "look"}]}, {"googleSearch": {}}]}
TOGETHER = "includeServerSideToolInvocations"
# The target, a request in the format of its dialect, and the code, place and message of each finding.
TARGETS: dict[str, tuple[str, dict[str, Any], list[tuple[str, str, str]]]] = {
    "functions next to the server's search": (
        "gemini_generate:gemini-2.5-flash",
        BOTH,
        [("TW429", "/tools/1/googleSearch", "`gemini-2.5-flash` refuses `googleSearch` next to functions")],
    ),
    "the same with the setting that only later models take": (
        "gemini_generate:gemini-2.5-flash",
        BOTH | {"toolConfig": {TOGETHER: True}},
        [("TW429", "/tools/1/googleSearch", "`gemini-2.5-flash` refuses `googleSearch` next to functions")],
    ),
    "the same for a later model without the setting": (
        "gemini_generate:gemini-3-flash",
        BOTH | {"toolConfig": {TOGETHER: False}},
        [
            (
                "TW429",
                "/tools/1/googleSearch",
                f"`gemini-3-flash` refuses `googleSearch` next to functions without `{TOGETHER}`",
            )
        ],
    ),
    "and with it": ("gemini_generate:gemini-3-flash", BOTH | {"toolConfig": {TOGETHER: True}}, []),
    "and with its other spelling": (
        "gemini_generate:gemini-3-flash",
        BOTH | {"tool_config": {"include_server_side_tool_invocations": True}},
        [],
    ),
    "a later model on Vertex AI, whose pages do not name the setting": ("vertex_gemini:gemini-3-flash", BOTH, []),
    "search alone": ("gemini_generate:gemini-3-flash", GEMINI | {"tools": [{"googleSearch": {}}]}, []),
    "no functions": (
        "gemini_generate:gemini-2.5-flash",
        GEMINI | {"tools": [{"googleSearch": {}}, {"functionDeclarations": []}]},
        [],
    ),
    "a model that only speaks, asked for nothing": (
        "gemini_generate:gemini-2.5-pro-preview-tts",
        GEMINI,
        [("TW443", "", "`gemini-2.5-pro-preview-tts` answers only with the modality `AUDIO`")],
    ),
    "a model that only speaks, asked for text as well": (
        "vertex_gemini:gemini-2.5-flash-preview-tts",
        GEMINI | {"generation_config": {"response_modalities": ["TEXT", "AUDIO"]}},
        [
            (
                "TW443",
                "/generation_config/response_modalities",
                "`gemini-2.5-flash-preview-tts` answers only with the modality `AUDIO`",
            )
        ],
    ),
    "a model that only speaks, with a system prompt": (
        "gemini_generate:gemini-3.1-flash-tts-preview",
        GEMINI
        | {"generationConfig": {"responseModalities": ["audio"]}, "systemInstruction": {"parts": [{"text": "Slow."}]}},
        [("TW415", "/systemInstruction/parts/0", "`gemini-3.1-flash-tts-preview` takes no system messages")],
    ),
    "a model of another API": (
        "gemini_generate:deep-research-preview-04-2026",
        GEMINI,
        [("TW424", "", "`deep-research-preview-04-2026` is asked with the Interactions API alone")],
    ),
}

# The format, the request, and the code, place and message of each finding.
CASES: dict[str, tuple[str, dict[str, Any], list[tuple[str, str, str]]]] = {
    "a budget without room": (
        "anthropic_messages",
        CLAUDE | {"thinking": THINKING},
        [("TW406", "/thinking/budget_tokens", BUDGET)],
    ),
    "a mode that the model does not take, with a budget without room": (
        "anthropic_messages",
        CLAUDE | {"model": "claude-opus-4-8", "thinking": THINKING},
        [("TW406", "/thinking/type", MODE)],
    ),
    "a forced call while the model thinks": (
        "anthropic_messages",
        CLAUDE
        | {"max_tokens": 4000, "thinking": THINKING, "tool_choice": {"type": "any"}}
        | {"tools": [{"name": "look", "input_schema": {"type": "object"}}]},
        [("TW411", "/tool_choice", "`claude-sonnet-4-5` refuses to be forced to call a tool while it thinks")],
    ),
    "a share of the tokens next to a temperature while the model thinks": (
        "anthropic_messages",
        CLAUDE | {"max_tokens": 4000, "thinking": THINKING, "temperature": 1, "top_p": 0.95},
        [("TW401", "/top_p", "`claude-sonnet-4-5` does not take `top_p` together with `temperature`")],
    ),
    "a share of the tokens while the model thinks": (
        "anthropic_messages",
        CLAUDE | {"max_tokens": 4000, "thinking": THINKING, "top_p": 0.5},
        [("TW401", "/top_p", "`claude-sonnet-4-5` does not take `top_p` (0.5) while it thinks")],
    ),
    "a message of the system": (
        "anthropic_messages",
        CLAUDE | {"messages": [SYSTEM, USER]},
        [("TW415", "/messages/0/role", "`claude-sonnet-4-5` takes no message of the system in `messages`")],
    ),
    "a first message of the system": (
        "anthropic_messages",
        CLAUDE | {"model": "claude-opus-4-8", "messages": [SYSTEM, USER]},
        [("TW415", "/messages/0/role", "`claude-opus-4-8` takes no message of the system as the first message")],
    ),
    "a later message of the system": (
        "anthropic_messages",
        CLAUDE | {"model": "claude-opus-4-8", "messages": [USER, SYSTEM]},
        [],
    ),
    "a beginning of the reply that ends with a space": (
        "anthropic_messages",
        CLAUDE | {"messages": [USER, BEGUN]},
        [("TW428", "/messages/1/content", f"`claude-sonnet-4-5` refuses {SPACE}")],
    ),
    "the same for a model that takes no beginning": (
        "anthropic_messages",
        CLAUDE | {"model": "claude-sonnet-4-6", "messages": [USER, BEGUN]},
        [("TW414", "/messages/1", "`claude-sonnet-4-6` does not go on with the assistant's words")],
    ),
    "audio without its settings": (
        "openai_chat",
        CHAT | {"model": "gpt-4o-audio-preview", "modalities": ["text", "audio"]},
        [("TW426", "/modalities", "`gpt-4o-audio-preview` refuses `modalities` without `audio`")],
    ),
    "audio with its settings": (
        "openai_chat",
        CHAT
        | {"model": "gpt-4o-audio-preview", "modalities": ["text", "audio"]}
        | {"audio": {"voice": "alloy", "format": "wav"}},
        [],
    ),
    "a picture for a server that takes none": (
        "deepseek_chat",
        {"model": "deepseek-v4-pro", "messages": [{"role": "user", "content": [PICTURE]}]},
        [("TW402", "/messages/0/content/0", "`deepseek-v4-pro` takes no pictures")],
    ),
    "tools that Groq runs": (
        "groq_chat",
        GROQ | {"tools": [{"type": "browser_search"}, {"type": "code_interpreter"}]},
        [],
    ),
    "a tool that Groq runs for other models alone": (
        "groq_chat",
        GROQ | {"model": "llama-3.3-70b-versatile", "tools": [{"type": "browser_search"}]},
        [("TW409", "/tools/0/type", "`llama-3.3-70b-versatile` knows no tools of type `browser_search`")],
    ),
    "a member that the format lacks and the server refuses": (
        "groq_chat",
        GROQ | {"logit_bias": {"1": 1}},
        [("TW401", "/logit_bias", "`openai/gpt-oss-120b` refuses `logit_bias`")],
    ),
    "an older name of a setting": (
        "openai_chat",
        CHAT | {"max_tokens": 9},
        [("TW401", "/max_tokens", "`gpt-5` does not take `max_tokens`")],
    ),
}
# What has one finding without a target, too.
PLAIN: dict[str, tuple[str, dict[str, Any], list[tuple[str, str]]]] = {
    "a tool of OpenAI's format for Anthropic": (
        "anthropic_messages",
        CLAUDE | {"tools": [LOOK]},
        [("TW204", "/tools/0/type")],
    ),
    "a tool of Chat Completions for Responses": (
        "openai_responses",
        {"model": "gpt-5", "input": "Hi.", "tools": [LOOK]},
        [("TW202", "/tools/0")],
    ),
}


@pytest.mark.parametrize(("dialect", "body", "found"), CASES.values(), ids=CASES)
def test_each_cause_is_named_once(dialect: str, body: dict[str, Any], found: list[tuple[str, str, str]]) -> None:
    report = turnwire.validate(json.dumps(body), dialect, kind="request", target=dialect)
    assert [(each.code, each.pointer, each.message) for each in report.diagnostics] == found


@pytest.mark.parametrize(("dialect", "body", "found"), PLAIN.values(), ids=PLAIN)
def test_tools_of_another_format(dialect: str, body: dict[str, Any], found: list[tuple[str, str]]) -> None:
    report = turnwire.validate(json.dumps(body), dialect, kind="request", target=dialect)
    assert [(each.code, each.pointer) for each in report.diagnostics] == found


def test_a_number_that_alone_is_allowed_is_named() -> None:
    report = turnwire.validate(json.dumps(GROQ | {"n": 2}), "groq_chat", kind="request")
    assert [each.expected for each in report.diagnostics] == ["1 or null"]


@pytest.mark.parametrize("case", TARGETS)
def test_what_a_model_of_gemini_refuses(case: str) -> None:
    target, request, expected = TARGETS[case]
    dialect = target.partition(":")[0]
    found = turnwire.validate(json.dumps(request), dialect, kind="request", target=target)
    assert expected == [(each.code, each.pointer, each.message) for each in found.diagnostics]
