"""What a reply tells those who asked, in whatever way it came: texts, calls, why it stopped, what it cost."""

from __future__ import annotations

from typing import Any


def told(dialect: str, reply: Any) -> Any:
    """The same of a reply without a stream and of one that a package's accumulator made."""
    return _TOLD[dialect](reply)


def _chat(reply: Any) -> Any:
    choices = [
        (choice.get("index", 0), _said(choice.get("message") or {}), choice.get("finish_reason") or None)
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
    """Of a call to an MCP server the accumulator of `client.messages` leaves the input out; that of its beta has it."""
    content = [
        {name: value for name, value in block.items() if (block["type"], name) != ("mcp_tool_use", "input")}
        for block in reply.get("content") or []
    ]
    return content, reply.get("stop_reason"), reply.get("stop_sequence"), _counts(reply.get("usage"))


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
    """What the deltas say, and the end."""
    usage = reply.get("usage") or {}
    counts = {name: count for name, count in usage.items() if isinstance(count, int) and count}
    items = [_item(item) for item in reply.get("output") or []]
    return items, reply.get("status"), reply.get("incomplete_details"), counts


def _item(item: Any) -> Any:
    """Reasoning is compared as one text: a piece of it does not say whether it is of a summary."""
    parts = [part for name in ("summary", "content") for part in item.get(name) or [] if isinstance(part, dict)]
    texts = [part.get("text") for part in parts if part.get("type") == "output_text"]
    kinds = ("reasoning_text", "summary_text", "refusal")
    thoughts = "".join(part.get("text") or part.get("refusal") or "" for part in parts if part.get("type") in kinds)
    left_out = item.get("left_out") or thoughts
    return item["type"], item.get("call_id"), item.get("name"), item.get("arguments"), texts, left_out


def _candidates(reply: Any) -> Any:
    found = []
    for candidate in reply.get("candidates") or []:
        parts = (candidate.get("content") or {}).get("parts") or []
        texts = {
            thought: "".join(part.get("text") or "" for part in parts if bool(part.get("thought")) is thought)
            for thought in (False, True)
        }
        calls = [(part["functionCall"].get("name"), part["functionCall"].get("args") or {}) for part in _calls(parts)]
        found.append((texts, calls, candidate.get("finishReason") or _UNSAID))
    usage = reply.get("usageMetadata") or {}
    return found, {name: count for name, count in usage.items() if isinstance(count, int) and count}


# A stream has to say that a candidate has ended, and a reply without one need not.
_UNSAID = "FINISH_REASON_UNSPECIFIED"


def _calls(parts: Any) -> list[Any]:
    return [part for part in parts if part.get("functionCall")]


def _line(reply: Any) -> Any:
    message = reply.get("message") or {}
    calls = [
        (call["function"]["name"], call["function"].get("arguments") or {}) for call in message.get("tool_calls") or []
    ]
    counts = {name: reply.get(name) or 0 for name in ("prompt_eval_count", "eval_count")}
    return message.get("content") or "", message.get("thinking") or "", calls, reply.get("done_reason"), counts


def _mistral(reply: Any) -> Any:
    found = []
    for choice in reply.get("choices") or []:
        message = choice.get("message") or {}
        content = message.get("content") or []
        parts = [{"type": "text", "text": content}] if isinstance(content, str) else content
        texts = "".join(part.get("text") or "" for part in parts if part.get("type") == "text")
        thoughts = "".join(
            each.get("text") or "" for part in parts if part.get("type") == "thinking" for each in _thinking(part)
        )
        calls = [
            (call.get("id"), (call.get("function") or {}).get("name"), (call.get("function") or {}).get("arguments"))
            for call in message.get("tool_calls") or []
        ]
        found.append((texts, thoughts, calls, choice.get("finish_reason")))
    counts = {name: count for name, count in (reply.get("usage") or {}).items() if isinstance(count, int) and count}
    return found, counts


def _thinking(part: Any) -> list[Any]:
    said = part.get("thinking") or []
    return [{"text": said}] if isinstance(said, str) else said


_TOLD = {
    "openai_chat": _chat,
    "anthropic_messages": _message,
    "openai_responses": _response,
    "gemini_generate": _candidates,
    "mistral_chat": _mistral,
    "ollama_chat": _line,
}
