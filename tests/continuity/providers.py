"""Four providers that answer in turns with tools, in our own words and to the structure of their replies.

Each makes the reply of a turn, and finds in a later request what it demands back of that reply.
"""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

RIVERS = ("Aare", "Doubs", "Inn", "Linth", "Maggia", "Orbe", "Reuss", "Saane", "Thur", "Ticino")
TURNS = len(RIVERS)

Body = dict[str, Any]


def thought(turn: int) -> str:
    """What the model thinks in a turn."""
    return f"The {RIVERS[turn]} is next, so I look where it rises."


def seal(turn: int) -> str:
    """What only the provider can read."""
    return f"c2VhbC{turn}="


def anthropic(turn: int) -> Body:
    """A reply with signed thinking."""
    call = {"type": "tool_use", "id": f"toolu_0{turn}", "name": "river_source", "input": {"river": RIVERS[turn]}}
    content: list[Body] = [{"type": "thinking", "thinking": thought(turn), "signature": seal(turn)}]
    content += [{"type": "redacted_thinking", "data": seal(turn)}] if turn == 1 else []
    content += [{"type": "text", "text": "I look it up."}, call]
    usage = {"input_tokens": 9, "output_tokens": 5}
    head = {"id": f"msg_0{turn}", "type": "message", "role": "assistant", "model": "claude-sonnet-4-5"}
    return {**head, "content": content, "stop_reason": "tool_use", "stop_sequence": None, "usage": usage}


def signed_thinking(request: Body) -> Iterator[tuple[str, str]]:
    """The thinking in a request, each block with its signature, where it stands first in a message with its call."""
    for message in request["messages"]:
        if message["role"] == "assistant":
            first, *rest = message["content"]
            assert "tool_use" == rest[-1]["type"]
            yield first["thinking"], first["signature"]


def deepseek(turn: int) -> Body:
    """A reply with reasoning, which is text: https://api-docs.deepseek.com/guides/thinking_mode."""
    call = {
        "index": 0,
        "id": f"call_00_{turn}",
        "type": "function",
        "function": {"name": "river_source", "arguments": json.dumps({"river": RIVERS[turn]})},
    }
    message = {"role": "assistant", "content": "", "reasoning_content": thought(turn), "tool_calls": [call]}
    choice = {"index": 0, "message": message, "logprobs": None, "finish_reason": "tool_calls"}
    usage = {"prompt_tokens": 9, "completion_tokens": 5, "total_tokens": 14}
    head = {"id": f"reply-{turn}", "object": "chat.completion", "created": 1790000000, "model": "deepseek-v4-pro"}
    return {**head, "choices": [choice], "usage": usage}


def reasoning_content(request: Body) -> Iterator[tuple[str, str]]:
    """The reasoning that goes with the calls in a request; DeepSeek has no seals."""
    for message in request["messages"]:
        if message.get("tool_calls"):
            turn = int(message["tool_calls"][0]["id"].rpartition("_")[2])
            yield message["reasoning_content"], seal(turn)


def responses(turn: int) -> Body:
    """A reply with an encrypted reasoning item, which nothing but its own items may follow."""
    output: list[Body] = [
        {
            "type": "reasoning",
            "id": f"rs_0{turn}",
            "summary": [{"type": "summary_text", "text": thought(turn)}],
            "encrypted_content": seal(turn),
        },
        {
            "type": "function_call",
            "id": f"fc_0{turn}",
            "call_id": f"call_0{turn}",
            "name": "river_source",
            "arguments": json.dumps({"river": RIVERS[turn]}),
            "status": "completed",
        },
    ]
    head = {"id": f"resp_0{turn}", "object": "response", "created_at": 1790000000, "status": "completed"}
    return {**head, "model": "gpt-5", "output": output, "parallel_tool_calls": True, "tool_choice": "auto", "tools": []}


def encrypted_items(request: Body) -> Iterator[tuple[str, str]]:
    """The reasoning items in a request, each right before the call that it led to."""
    for item, after in zip(request["input"], request["input"][1:], strict=False):
        if item.get("type") == "reasoning":
            assert ("function_call", item["id"][3:]) == (after["type"], after["id"][3:])
            yield item["summary"][0]["text"], item["encrypted_content"]


def gemini(turn: int) -> Body:
    """A reply whose call has a signature, and no id."""
    call = {"name": "river_source", "args": {"river": RIVERS[turn]}}
    parts = [{"text": thought(turn), "thought": True}, {"functionCall": call, "thoughtSignature": seal(turn)}]
    candidate = {"content": {"role": "model", "parts": parts}, "finishReason": "STOP", "index": 0}
    usage = {"promptTokenCount": 9, "candidatesTokenCount": 5, "totalTokenCount": 14}
    return {"candidates": [candidate], "usageMetadata": usage, "modelVersion": "gemini-3-flash"}


def signed_calls(request: Body) -> Iterator[tuple[str, str]]:
    """The calls in a request with their signatures, behind the thought that led to them."""
    for content in request["contents"]:
        if content["role"] == "model":
            said, called = content["parts"]
            assert said["thought"]
            yield said["text"], called["thoughtSignature"]


class Provider(NamedTuple):
    """A provider: its dialect and model, how it answers, and what it finds in a request."""

    dialect: str
    model: str
    answer: Callable[[int], Body]
    demanded: Callable[[Body], Iterator[tuple[str, str]]]


ANTHROPIC = Provider("anthropic_messages", "claude-sonnet-4-5", anthropic, signed_thinking)
DEEPSEEK = Provider("deepseek_chat", "deepseek-v4-pro", deepseek, reasoning_content)
RESPONSES = Provider("openai_responses", "gpt-5", responses, encrypted_items)
GEMINI = Provider("gemini_generate", "gemini-3-flash", gemini, signed_calls)
