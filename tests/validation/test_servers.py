"""What servers take and send is no error of their own format, though its description does not say so."""

from __future__ import annotations

import json
from typing import Any

import pytest

import turnwire

USER = {"role": "user", "content": "What blooms in March?"}
CALL = {"id": "call_1", "type": "function", "function": {"name": "look", "arguments": "{}"}}
RESULT = {"role": "tool", "tool_call_id": "call_1", "content": "The crocus."}
EMPTY_LIST = {"role": "assistant", "content": [], "tool_calls": [CALL]}
LOOK = {"type": "function", "function": {"name": "look", "parameters": {"type": "object"}}}
CHOICE = {"index": 0, "message": {"role": "assistant", "content": "Crocus."}, "finish_reason": "stop"}
CALLED = CHOICE | {"message": {"role": "assistant", "content": None, "tool_calls": [CALL]}}
BARE = {"id": "c1", "model": "m", "choices": [CHOICE]}
WHOLE = BARE | {"object": "chat.completion", "created": 1}
TOKENS = {"prompt_tokens": 1, "completion_tokens": 1, "total_tokens": 2}
LEFT_OUT = [("TW202", ""), ("TW202", "")]

CHATS: list[tuple[str, str, dict[str, Any], list[tuple[str, str]]]] = [
    # An empty list of parts beside calls.
    *(
        (name, "request", {"model": "m", "messages": [USER, EMPTY_LIST, RESULT]}, [])
        for name in ("openai_chat", "azure_chat", "groq_chat", "cerebras_chat", "xai_chat", "zai_chat")
    ),
    # Replies without `object` and `created`: AI21, GitHub Copilot; Z.ai has no `object`.
    ("openai_chat", "response", BARE, LEFT_OUT),
    ("zai_chat", "response", BARE | {"created": 1, "request_id": "r"}, []),
    ("zai_chat", "request", {"model": "m", "messages": [USER, EMPTY_LIST, RESULT | {"tool_call_id": "call_1"}]}, []),
    ("zai_chat", "request", {"model": "m", "messages": [USER, EMPTY_LIST, {"role": "tool", "content": "x"}]}, []),
    # vLLM
    (
        "openai_chat",
        "response",
        WHOLE
        | {"prompt_logprobs": None, "kv_transfer_params": None, "prompt_token_ids": [1]}
        | {"choices": [CHOICE | {"stop_reason": 128001, "token_ids": [1, 2]}]},
        [],
    ),
    ("openai_chat", "error", {"error": {"message": "No such key.", "type": "a", "code": None}, "status": 401}, []),
    (
        "xai_chat",
        "request",
        {"model": "m", "messages": [USER], "tools": [LOOK], "tool_choice": {"type": "tool", "name": "look"}},
        [],
    ),
    ("xai_chat", "error", {"code": "Client specified an invalid argument", "error": "No such parameter."}, []),
    # DeepSeek's models on Azure
    (
        "azure_chat",
        "response",
        WHOLE
        | {"choices": [CALLED | {"finish_reason": "tool_call", "stop_reason": None}]}
        | {"usage": TOKENS | {"audio_prompt_tokens": 0}},
        [],
    ),
    ("openrouter_chat", "response", WHOLE | {"choices": [CHOICE | {"logprobs": -1.5}]}, []),
    *(
        ("cohere_chat", "request", {"model": "m", "messages": [USER], "citation_options": {"mode": mode}}, [])
        for mode in ("ACCURATE", "accurate", "fast", "off")
    ),
]

CONVERSE_USE = {"toolUse": {"toolUseId": "t1", "name": "look", "input": {}, "type": "tool_use"}}
CONVERSE_USAGE = {"inputTokens": 1, "outputTokens": 1, "totalTokens": 2, "cacheReadInputTokenCount": 0}
DOCUMENT = {"document": {"format": "txt", "name": "spring_flowers", "source": {"bytes": "eA=="}}}
CONVERSE: list[tuple[str, str, dict[str, Any], list[tuple[str, str]]]] = [
    (
        "bedrock_converse",
        "response",
        {
            "output": {"message": {"role": "assistant", "content": [CONVERSE_USE]}},
            "stopReason": "tool_use",
            "usage": CONVERSE_USAGE | {"cacheWriteInputTokenCount": 0, "serverToolUsage": {}},
            "metrics": {"latencyMs": 1},
        },
        [],
    ),
    ("bedrock_converse", "request", {"messages": [{"role": "user", "content": [{"text": "Hi."}, DOCUMENT]}]}, []),
]


def gemini(*parts: dict[str, Any]) -> dict[str, Any]:
    return {"candidates": [{"content": {"role": "model", "parts": [*parts]}, "finishReason": "STOP"}]}


BEGIN = {"functionCall": {"name": "look", "willContinue": True}}
PIECE = {"functionCall": {"partialArgs": [{"jsonPath": "$.n", "numberValue": 1}], "willContinue": True}}
END: dict[str, Any] = {"functionCall": {}}
PLACE = "/candidates/0/content/parts/0/functionCall"
GEMINI: list[tuple[str, str, dict[str, Any], list[tuple[str, str]]]] = [
    ("gemini_generate", "response", gemini(BEGIN, PIECE, END), []),
    ("gemini_generate", "response", gemini({"functionCall": {"args": {}}}), [("TW202", PLACE)]),
    (
        "gemini_generate",
        "request",
        {"contents": [{"role": "user", "parts": [END]}]},
        [("TW202", "/contents/0/parts/0/functionCall")],
    ),
]


def responses(*items: dict[str, Any], **more: Any) -> dict[str, Any]:
    return {"id": "r1", "object": "response", "created_at": 1, "model": "m", "output": [*items], **more}


PAGE = {"type": "url_citation", "url": "https://example.org"}
LOGPROB = {"token": "a", "logprob": -1, "top_logprobs": [{"token": "a", "logprob": -1}]}
TEXT = {"type": "output_text", "text": "Crocus.", "annotations": [PAGE], "logprobs": [LOGPROB]}
SAID = {"type": "message", "role": "assistant", "id": "m1", "status": "completed", "content": [TEXT]}
BY_NAME = {"id": "x1", "call_id": "", "name": "search", "arguments": "{}", "status": "completed"}
SENT_BACK = [USER, {"role": "assistant", "content": [TEXT | {"logprobs": []}]}]
CITED = "/input/1/content/0/annotations/0"
SHOT = {"type": "computer_screenshot", "image_url": "data:image/png;base64,eA==", "detail": "original"}
SHOWN = {"type": "computer_call_output", "call_id": "c1", "output": SHOT}
USED = {
    "type": "computer_call",
    "id": "cu_1",
    "call_id": "c1",
    "status": "completed",
    "actions": [{"type": "screenshot"}],
    "pending_safety_checks": [],
}
RESPONSES: list[tuple[str, str, dict[str, Any], list[tuple[str, str]]]] = [
    ("openai_responses", "request", {"model": "m", "input": "Hi.", "tools": [{"type": "x_search"}]}, []),
    ("openai_responses", "request", {"model": "m", "input": [USER, USED, SHOWN]}, []),
    ("openai_responses", "response", responses(SAID, content_filters=None), []),
    # OpenAI demands these of what is sent back.
    ("openai_responses", "request", {"model": "m", "input": SENT_BACK}, [("TW202", CITED)] * 3),
    *(
        ("openai_responses", "response", responses(BY_NAME | {"type": kind}), [])
        for kind in ("x_search_call", "web_search_call", "code_interpreter_call")
    ),
    (
        "openai_responses",
        "response",
        responses(
            {"type": "image_generation_call", "id": "i1", "status": "completed", "result": "eA==", "prompt": "A boat."},
            usage={"input_tokens": 1, "output_tokens": 1, "total_tokens": 2}
            | {"cost_in_usd_ticks": 5, "num_sources_used": 0, "num_server_side_tools_used": 1}
            | {"server_side_tool_usage_details": {"x_search_calls": 1}, "context_details": {}},
        ),
        [],
    ),
]


@pytest.mark.parametrize(("dialect", "kind", "body", "found"), [*CHATS, *CONVERSE, *GEMINI, *RESPONSES])
def test_what_a_server_takes_or_sends(
    dialect: str, kind: Any, body: dict[str, Any], found: list[tuple[str, str]]
) -> None:
    report = turnwire.validate(json.dumps(body), dialect, kind=kind, layers=("syntax", "schema"))
    assert [(each.code, each.pointer) for each in report.diagnostics] == found
    assert report.valid is (found in ([], LEFT_OUT))


GROQ = {"queue_time": 0.1, "prompt_time": 0.1, "completion_time": 0.1, "total_time": 0.3}
ASKED: dict[str, Any] = {"model": "gpt-4.1", "messages": [USER]}
SAID_SO = {"role": "assistant", "content": "The crocus."}
# A document whose dialect nobody named, the dialect that it is checked as, and the findings.
UNNAMED: dict[str, tuple[dict[str, Any], str, list[str]]] = {
    "OpenAI's": (WHOLE, "openai_chat", []),
    "Groq's": (WHOLE | {"x_groq": {"id": "r"}, "usage": TOKENS | GROQ}, "groq_chat", []),
    "xAI's": (WHOLE | {"usage": TOKENS | {"num_sources_used": 0}}, "xai_chat", []),
    "Z.ai's": (BARE | {"created": 1, "request_id": "r"}, "zai_chat", []),
    "Azure's": (WHOLE | {"prompt_filter_results": []}, "azure_chat", []),
    "Gemini's on Vertex AI": (gemini({"text": "Hi."}) | {"createTime": "2026"}, "vertex_gemini", []),
    "a misspelt member": (WHOLE | {"usages": TOKENS}, "openai_chat", ["TW203"]),
    "one of two vendors": (WHOLE | {"usages": 1, "x_groq": {}, "time_info": {}}, "openai_chat", ["TW203"] * 3),
    "a request to a model of xAI": (ASKED | {"model": "grok-4", "search_parameters": {"mode": "on"}}, "xai_chat", []),
    "a request that several take": (
        ASKED | {"model": "deepseek-v4-pro", "thinking": {"type": "enabled"}},
        "deepseek_chat",
        [],
    ),
    "a request with a tool of Groq": (
        ASKED | {"model": "openai/gpt-oss-120b", "tools": [{"type": "browser_search"}], "include_reasoning": True},
        "groq_chat",
        [],
    ),
    "a request for Vertex AI": (
        {"contents": [{"role": "user", "parts": [{"text": "Hi."}]}], "labels": {"team": "a"}},
        "vertex_gemini",
        [],
    ),
    "a row of preferences": (
        {"input": {"messages": [USER], "tools": []}, "preferred_output": [SAID_SO], "non_preferred_output": [SAID_SO]},
        "openai_chat",
        [],
    ),
    "a line of a batch of Mistral's": (
        {"custom_id": "0", "body": {"max_tokens": 9, "messages": [USER]}},
        "openai_chat",
        [],
    ),
    "a line of a batch of OpenAI's": (
        {"custom_id": "0", "method": "POST", "url": "/v1/chat/completions", "body": {"messages": [USER]}},
        "openai_chat",
        ["TW202"],
    ),
    "a request": ({"model": "gpt-4.1", "messages": [USER], "search_settings": {}}, "openai_chat", ["TW203"]),
}


@pytest.mark.parametrize(("body", "dialect", "codes"), UNNAMED.values(), ids=UNNAMED)
def test_whose_document_it_is(body: dict[str, Any], dialect: str, codes: list[str]) -> None:
    report = turnwire.validate(json.dumps(body))
    assert (report.dialect, [each.code for each in report.diagnostics]) == (dialect, codes)
