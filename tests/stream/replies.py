"""Replies without a stream, and the chunks that say the same."""

from __future__ import annotations

from typing import Any

import msgspec
from tests.cases import case
from tests.stream.chats import CHATS, Case


def part(value: Any, **more: Any) -> dict[str, Any]:
    """A chunk of Gemini's with one part."""
    content = {"role": "model", "parts": [value]}
    return {"candidates": [{"content": content, "index": 0, **more}], "modelVersion": "g", "responseId": "r1"}


A = "anthropic_messages"
R = "openai_responses"
G = "gemini_generate"
O = "ollama_chat"  # noqa: E741 - beside the others
MESSAGE = {"id": "m1", "type": "message", "role": "assistant", "model": "claude", "stop_sequence": None}
_START = {
    "type": "message_start",
    "message": {**MESSAGE, "content": [], "stop_reason": None, "usage": {"input_tokens": 3}},
}
_STOP = {"type": "message_stop"}


def said(*blocks: Any, reason: str = "end_turn") -> dict[str, Any]:
    """A message of Anthropic's."""
    return {**MESSAGE, "content": list(blocks), "stop_reason": reason, "usage": {"input_tokens": 3, "output_tokens": 7}}


def told(*events: Any, reason: str = "end_turn") -> list[Any]:
    """Its events."""
    delta = {"stop_reason": reason, "stop_sequence": None}
    return [_START, *events, {"type": "message_delta", "delta": delta, "usage": {"output_tokens": 7}}, _STOP]


def block(index: int, start: Any, *deltas: Any) -> list[Any]:
    """The events of one block."""
    return [
        {"type": "content_block_start", "index": index, "content_block": start},
        *({"type": "content_block_delta", "index": index, "delta": delta} for delta in deltas),
        {"type": "content_block_stop", "index": index},
    ]


CITED = {"type": "char_location", "cited_text": "a", "document_index": 0, "start_char_index": 0, "end_char_index": 1}
FOUND = {"type": "web_search_tool_result", "tool_use_id": "srv1", "content": []}
ITEM = {"id": "msg_1", "type": "message", "role": "assistant", "status": "completed"}
RESPONSE = {"id": "resp_1", "object": "response", "created_at": 1772355600, "model": "gpt-5", "status": "completed"}
TEXT = {"type": "output_text", "text": "Hello.", "annotations": []}
OUTPUT: list[Any] = [
    {**ITEM, "content": [TEXT]},
    {
        "type": "function_call",
        "id": "fc_1",
        "call_id": "call_1",
        "name": "f",
        "arguments": '{"a":1}',
        "status": "completed",
    },
]


def of_folders() -> dict[str, Case]:
    """The streams among the case files of all dialects."""
    found = [each for file in case.files() for each in case.load(file) if each.case.chunks]
    return {
        f"{each.folder}: {each.case.name}": Case(each.source, each.case.chunks, msgspec.json.decode(each.case.wire))
        for each in found
    }


CASES: dict[str, Case] = {
    **of_folders(),
    **CHATS,
    "Anthropic: text": Case(
        A,
        told(
            *block(
                0,
                {"type": "text", "text": ""},
                {"type": "text_delta", "text": "Hel"},
                {"type": "text_delta", "text": "lo."},
            )
        ),
        said({"type": "text", "text": "Hello."}),
    ),
    "Anthropic: reasoning, hidden reasoning, and a call": Case(
        A,
        told(
            *block(
                0,
                {"type": "thinking", "thinking": "", "signature": ""},
                {"type": "thinking_delta", "thinking": "Hm."},
                {"type": "signature_delta", "signature": "c2ln"},
            ),
            *block(1, {"type": "redacted_thinking", "data": "aGlk"}),
            *block(
                2,
                {"type": "tool_use", "id": "t1", "name": "f", "input": {}},
                {"type": "input_json_delta", "partial_json": ""},
                {"type": "input_json_delta", "partial_json": '{"x":'},
                {"type": "input_json_delta", "partial_json": "1}"},
            ),
            *block(3, {"type": "tool_use", "id": "t2", "name": "g", "input": {}}),
            reason="tool_use",
        ),
        said(
            {"type": "thinking", "thinking": "Hm.", "signature": "c2ln"},
            {"type": "redacted_thinking", "data": "aGlk"},
            {"type": "tool_use", "id": "t1", "name": "f", "input": {"x": 1}},
            {"type": "tool_use", "id": "t2", "name": "g", "input": {}},
            reason="tool_use",
        ),
    ),
    "Anthropic: a citation, and a search of the provider's": Case(
        A,
        told(
            *block(
                0,
                {"type": "server_tool_use", "id": "srv1", "name": "web_search", "input": {}},
                {"type": "input_json_delta", "partial_json": '{"query":"a"}'},
            ),
            *block(1, FOUND),
            *block(
                2,
                {"type": "text", "text": "", "citations": []},
                {"type": "text_delta", "text": "A."},
                {"type": "citations_delta", "citation": CITED},
            ),
        ),
        said(
            {"type": "server_tool_use", "id": "srv1", "name": "web_search", "input": {"query": "a"}},
            FOUND,
            {"type": "text", "text": "A.", "citations": [CITED]},
        ),
    ),
    "Anthropic: tomorrow's block, and tomorrow's keys": Case(
        A,
        told(*block(0, {"type": "poem", "lines": 2}, {"type": "poem_delta", "verse": "O"}), reason="rhymed"),
        said({"type": "poem", "lines": 2, "verse": "O"}, reason="rhymed"),
    ),
    "Responses: what the last event has": Case(
        R,
        [
            {"type": "response.created", "response": {**RESPONSE, "status": "in_progress", "output": []}},
            {"type": "response.output_item.added", "output_index": 0, "item": {**ITEM, "content": []}},
            {
                "type": "response.output_text.delta",
                "output_index": 0,
                "content_index": 0,
                "delta": "Hel",
                "item_id": "msg_1",
            },
            {
                "type": "response.output_text.delta",
                "output_index": 0,
                "content_index": 0,
                "delta": "lo.",
                "item_id": "msg_1",
            },
            {"type": "response.output_item.added", "output_index": 1, "item": {**OUTPUT[1], "arguments": ""}},
            {
                "type": "response.function_call_arguments.delta",
                "output_index": 1,
                "delta": '{"a":1}',
                "item_id": "fc_1",
            },
            {"type": "response.output_item.done", "output_index": 1, "item": OUTPUT[1]},
            {"type": "response.completed", "response": {**RESPONSE, "output": OUTPUT}},
        ],
        {**RESPONSE, "output": OUTPUT},
    ),
    "Responses: a last event without the output": Case(
        R,
        [
            {"type": "response.created", "response": {**RESPONSE, "status": "in_progress", "output": []}},
            {"type": "response.output_item.added", "output_index": 0, "item": {**ITEM, "content": []}},
            {"type": "response.output_text.delta", "output_index": 0, "content_index": 0, "delta": "Hello."},
            {"type": "response.output_item.added", "output_index": 1, "item": {**OUTPUT[1], "arguments": ""}},
            {"type": "response.function_call_arguments.delta", "output_index": 1, "delta": '{"a":1}'},
            {"type": "response.completed", "response": {**RESPONSE, "output": []}},
        ],
        {**RESPONSE, "output": OUTPUT},
    ),
    "Responses: pieces of a call that say otherwise than the call": Case(
        R,
        [
            {"type": "response.created", "response": {**RESPONSE, "status": "in_progress", "output": []}},
            {"type": "response.output_item.added", "output_index": 0, "item": {**ITEM, "content": []}},
            {"type": "response.output_text.delta", "output_index": 0, "content_index": 0, "delta": "Hello."},
            {"type": "response.output_item.added", "output_index": 1, "item": {**OUTPUT[1], "arguments": ""}},
            {"type": "response.function_call_arguments.delta", "output_index": 1, "delta": '{"a":2}'},
            {"type": "response.output_item.done", "output_index": 1, "item": OUTPUT[1]},
            {"type": "response.completed", "response": {**RESPONSE, "output": OUTPUT}},
        ],
        {**RESPONSE, "output": OUTPUT},
    ),
    "Gemini: text, a thought, and a call": Case(
        G,
        [
            part({"text": "H", "thought": True}),
            part({"text": "m", "thought": True}),
            part({"text": "Hel"}),
            part({"text": "lo."}),
            part({"functionCall": {"name": "f", "args": {"x": 1}}}, finishReason="STOP"),
        ],
        {
            "candidates": [
                {
                    "content": {
                        "role": "model",
                        "parts": [
                            {"text": "Hm", "thought": True},
                            {"text": "Hello."},
                            {"functionCall": {"name": "f", "args": {"x": 1}}},
                        ],
                    },
                    "index": 0,
                    "finishReason": "STOP",
                }
            ],
            "modelVersion": "g",
            "responseId": "r1",
        },
    ),
    "Ollama: a thought, text, and a call": Case(
        O,
        [
            {
                "model": "m",
                "created_at": "2026-03-01T09:00:00Z",
                "message": {"role": "assistant", "content": "", "thinking": "Hm."},
                "done": False,
            },
            {
                "model": "m",
                "created_at": "2026-03-01T09:00:01Z",
                "message": {"role": "assistant", "content": "Hel"},
                "done": False,
            },
            {
                "model": "m",
                "created_at": "2026-03-01T09:00:02Z",
                "message": {
                    "role": "assistant",
                    "content": "lo.",
                    "tool_calls": [{"function": {"name": "f", "arguments": {"x": 1}}}],
                },
                "done": False,
            },
            {
                "model": "m",
                "created_at": "2026-03-01T09:00:03Z",
                "message": {"role": "assistant", "content": ""},
                "done": True,
                "done_reason": "stop",
                "prompt_eval_count": 3,
                "eval_count": 5,
            },
        ],
        {
            "model": "m",
            "created_at": "2026-03-01T09:00:00Z",
            "message": {
                "role": "assistant",
                "content": "Hello.",
                "thinking": "Hm.",
                "tool_calls": [{"function": {"name": "f", "arguments": {"x": 1}}}],
            },
            "done": True,
            "done_reason": "stop",
            "prompt_eval_count": 3,
            "eval_count": 5,
        },
    ),
}
