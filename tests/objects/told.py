"""What a reply tells those who asked, in whatever way it came: texts, calls, why it stopped, what it cost."""

from __future__ import annotations

from typing import Any


def told(dialect: str, reply: Any) -> Any:
    """The same of a reply without a stream and of one that a package's accumulator made."""
    return {"openai_chat": _chat, "anthropic_messages": _message, "openai_responses": _response}[dialect](reply)


def _chat(reply: Any) -> Any:
    choices = [
        (choice.get("index", 0), _said(choice.get("message") or {}), choice.get("finish_reason"))
        for choice in reply.get("choices") or []
    ]
    return sorted(choices, key=lambda choice: choice[0]), reply.get("usage")


def _said(message: Any) -> Any:
    texts = [message.get(name) or "" for name in ("content", "refusal", "reasoning_content")]
    return texts, [_call(call) for call in message.get("tool_calls") or []]


def _call(call: Any) -> Any:
    function = call.get("function") or {}
    return call.get("id"), function.get("name"), function.get("arguments"), call.get("custom")


def _message(reply: Any) -> Any:
    return reply.get("content") or [], reply.get("stop_reason"), reply.get("stop_sequence"), _counts(reply.get("usage"))


# The rest of a message's usage is told when it begins, before it is known of a reply that is converted: a
# MessageDeltaUsage has no member for it.
_COUNTED = (
    "input_tokens",
    "output_tokens",
    "cache_creation_input_tokens",
    "cache_read_input_tokens",
    "server_tool_use",
    "output_tokens_details",
)


def _counts(usage: Any) -> Any:
    return {name: usage[name] for name in _COUNTED if (usage or {}).get(name)}


def _response(reply: Any) -> Any:
    """What the deltas say: the response itself is told once more at the end."""
    return [_item(item) for item in reply.get("output") or []]


def _item(item: Any) -> Any:
    parts = (
        [(part["type"], part.get("text")) for part in item.get("content") or []] if item["type"] == "message" else []
    )
    return item["type"], item.get("id"), item.get("call_id"), item.get("name"), item.get("arguments"), parts
