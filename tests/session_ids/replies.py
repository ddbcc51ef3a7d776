"""Replies and conversations that the tests make, and their ids."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

from turnwire.documents.ids import Ulids, seeded
from turnwire.model import History, Message, TextBlock, ToolResultBlock, ToolUseBlock

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from turnwire.model import Completion

NOW = 1_790_000_000_000


def new_ids(seed: str = "") -> Ulids:
    return Ulids(lambda: NOW, seeded(seed))


def of_anthropic(*ids: str) -> bytes:
    content = [{"type": "tool_use", "id": each, "name": "weather", "input": {}} for each in ids]
    usage = {"input_tokens": 1, "output_tokens": 1}
    reply = {"id": "msg_1", "type": "message", "role": "assistant", "model": "claude", "content": content}
    return json.dumps({**reply, "stop_reason": "tool_use", "stop_sequence": None, "usage": usage}).encode()


def of_chat(*ids: str) -> bytes:
    """A reply of OpenAI's chat format, which Mistral's and those of many servers have too."""
    calls = [{"id": each, "type": "function", "function": {"name": "weather", "arguments": "{}"}} for each in ids]
    message = {"role": "assistant", "content": None, "tool_calls": calls}
    choice = {"index": 0, "message": message, "finish_reason": "tool_calls"}
    reply = {"id": "chatcmpl-1", "object": "chat.completion", "created": 1, "model": "gpt-5", "choices": [choice]}
    return json.dumps(reply).encode()


def of_gemini(*ids: str | None) -> bytes:
    parts = [{"functionCall": {"name": "weather", "args": {}} | ({"id": each} if each else {})} for each in ids]
    return json.dumps({"candidates": [{"content": {"role": "model", "parts": parts}, "finishReason": "STOP"}]}).encode()


REPLIES: dict[str, Any] = {
    "anthropic_messages": of_anthropic,
    "openai_chat": of_chat,
    "mistral_chat": of_chat,
    "gemini_generate": of_gemini,
}


def asked() -> History:
    return History(history=[Message("user", content=[TextBlock("Weather?")])])


def answered(history: History, reply: Completion) -> None:
    """Put a reply into its conversation, and a result for each of its calls."""
    history.history += reply.candidates
    history.history += [Message("tool", content=[ToolResultBlock(each)]) for each in ids_of(reply.candidates)]


def blocks(turns: Sequence[Message]) -> Iterator[ToolUseBlock | ToolResultBlock]:
    for turn in turns:
        for block in turn.content:
            if isinstance(block, ToolUseBlock | ToolResultBlock):
                yield block


def ids_of(turns: Sequence[Message]) -> list[str]:
    """The ids of calls and results, in their order."""
    return [block.id if isinstance(block, ToolUseBlock) else block.tool_use_id for block in blocks(turns)]


def conversation(calls: Sequence[str], results: Sequence[str]) -> History:
    """One step of calls and their results."""
    turns = [Message("assistant", content=[ToolUseBlock(each, "weather") for each in calls])]
    turns += [Message("tool", content=[ToolResultBlock(each)]) for each in results]
    return History(history=[*asked().history, *turns])
