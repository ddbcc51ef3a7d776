"""Replies of chat completions without a stream, and the chunks that say the same."""

from __future__ import annotations

import json
from typing import Any, NamedTuple

from turnwire.dialects import get


def _json(chunk: Any) -> str:
    return json.dumps(chunk, separators=(",", ":"))


class Case(NamedTuple):
    """One reply in both forms."""

    dialect: str
    chunks: list[Any]
    reply: dict[str, Any]

    @property
    def stream(self) -> bytes:
        """The bytes of the stream."""
        streaming = get(self.dialect).stream
        if streaming is not None and streaming.lines:
            return b"".join(_json(chunk).encode() + b"\n" for chunk in self.chunks)
        texts = (chunk if isinstance(chunk, str) else _json(chunk) for chunk in self.chunks)
        return "".join(f"data: {text}\n\n" for text in texts).encode()


def chat(*deltas: Any, reason: str = "stop", **last: Any) -> list[Any]:
    """Chunks of one choice."""
    top = {"id": "c1", "object": "chat.completion.chunk", "created": 1772355600, "model": "m"}
    said = [{**top, "choices": [{"index": 0, "delta": delta, "finish_reason": None}]} for delta in deltas]
    end = {**top, "choices": [{"index": 0, "delta": {}, "finish_reason": reason}], **last}
    return [*said, end, "[DONE]"]


def chatted(message: Any, reason: str = "stop", **top: Any) -> dict[str, Any]:
    """The reply of one choice."""
    choice = {"index": 0, "message": {"role": "assistant", "content": None, **message}, "finish_reason": reason}
    return {"id": "c1", "object": "chat.completion", "created": 1772355600, "model": "m", "choices": [choice], **top}


def call(index: int, use_id: str | None, name: str | None, arguments: str) -> dict[str, Any]:
    """A piece of a call."""
    said = {"index": index, "function": {"arguments": arguments, **({} if name is None else {"name": name})}}
    return {"tool_calls": [said if use_id is None else {"id": use_id, "type": "function", **said}]}


def called(use_id: str, name: str, arguments: str) -> dict[str, Any]:
    """A whole call."""
    return {"id": use_id, "type": "function", "function": {"name": name, "arguments": arguments}}


USAGE = {"prompt_tokens": 9, "completion_tokens": 4, "total_tokens": 13}
C = "openai_chat"

CHATS: dict[str, Case] = {
    "a custom call": Case(
        C,
        chat(
            {"role": "assistant", "tool_calls": [{"index": 0, "id": "a", "type": "custom", "custom": {"name": "sh"}}]},
            {"tool_calls": [{"index": 0, "custom": {"input": "l"}}]},
            {"tool_calls": [{"index": 0, "custom": {"input": "s"}}]},
            reason="tool_calls",
        ),
        chatted({"tool_calls": [{"id": "a", "type": "custom", "custom": {"name": "sh", "input": "ls"}}]}, "tool_calls"),
    ),
    "text": Case(
        C,
        chat({"role": "assistant", "content": ""}, {"content": "Hel"}, {"content": "lo."}, usage=USAGE),
        chatted({"content": "Hello."}, usage=USAGE),
    ),
    "usage in a chunk of its own, and what the server says of itself": Case(
        C,
        [
            *chat({"content": "Hi"}, system_fingerprint="fp")[:-1],
            {"id": "c1", "choices": [], "usage": USAGE, "service_tier": "default"},
            "[DONE]",
        ],
        chatted({"content": "Hi"}, usage=USAGE, system_fingerprint="fp", service_tier="default"),
    ),
    "reasoning": Case(
        C,
        chat({"reasoning_content": "Hm"}, {"reasoning_content": "."}, {"content": "7"}),
        chatted({"reasoning_content": "Hm.", "content": "7"}),
    ),
    "two calls at once": Case(
        C,
        chat(
            {"content": "I look."},
            call(0, "a", "f", ""),
            call(0, None, None, '{"x":'),
            call(0, None, None, " 1.0}"),
            call(1, "b", "g", "{}"),
            reason="tool_calls",
        ),
        chatted(
            {"content": "I look.", "tool_calls": [called("a", "f", '{"x": 1.0}'), called("b", "g", "{}")]}, "tool_calls"
        ),
    ),
    "whole calls that share an index": Case(
        C,
        chat(call(0, "a", "f", '{"x":1}'), call(0, "b", "f", '{"x":2}'), reason="tool_calls"),
        chatted({"tool_calls": [called("a", "f", '{"x":1}'), called("b", "f", '{"x":2}')]}, "tool_calls"),
    ),
    "calls by turns": Case(
        C,
        chat(
            {"content": "I look."},
            call(0, "a", "f", '{"x":'),
            call(1, "b", "g", ""),
            call(2, "c", "h", '{"z":{"{":'),
            call(0, None, None, ' "}"}'),
            call(2, None, None, "3}"),
            call(3, "d", "f", "{}"),
            call(2, None, None, "}"),
            call(4, "e", "f", ""),
            call(1, None, None, '{"y":2}'),
            reason="tool_calls",
        ),
        chatted(
            {
                "content": "I look.",
                "tool_calls": [
                    called("a", "f", '{"x": "}"}'),
                    called("b", "g", '{"y":2}'),
                    called("c", "h", '{"z":{"{":3}}'),
                    called("d", "f", "{}"),
                    called("e", "f", ""),
                ],
            },
            "tool_calls",
        ),
    ),
    "white space behind a call, and another one": Case(
        C,
        chat(call(0, "a", "f", '{"x":1}'), call(0, None, None, " \n"), call(1, "b", "g", "{}"), reason="tool_calls"),
        chatted({"tool_calls": [called("a", "f", '{"x":1} \n'), called("b", "g", "{}")]}, "tool_calls"),
    ),
    "a custom call and another by turns": Case(
        C,
        chat(
            {"tool_calls": [{"index": 0, "id": "a", "type": "custom", "custom": {"name": "sh", "input": "{"}}]},
            {"tool_calls": [{"index": 0, "custom": {"input": "}"}}]},
            call(1, "b", "g", '{"y":'),
            {"tool_calls": [{"index": 0, "custom": {"input": " | ls"}}]},
            call(1, None, None, "2}"),
            reason="tool_calls",
        ),
        chatted(
            {
                "tool_calls": [
                    {"id": "a", "type": "custom", "custom": {"name": "sh", "input": "{} | ls"}},
                    called("b", "g", '{"y":2}'),
                ]
            },
            "tool_calls",
        ),
    ),
    "arguments that are no JSON": Case(
        C,
        chat(call(0, "a", "f", '{"x":'), reason="length"),
        chatted({"tool_calls": [called("a", "f", '{"x":')]}, "length"),
    ),
    "a refusal": Case(C, chat({"refusal": "N"}, {"refusal": "o."}), chatted({"refusal": "No."})),
    "log-probabilities": Case(
        C,
        [
            {
                "id": "c1",
                "object": "chat.completion.chunk",
                "created": 1772355600,
                "model": "m",
                "choices": [
                    {
                        "index": 0,
                        "delta": {"content": text},
                        "logprobs": {"content": [{"token": text, "logprob": -0.5}], "refusal": None},
                        "finish_reason": end,
                    }
                ],
            }
            for text, end in (("A", None), ("b", "stop"))
        ],
        {
            **chatted({}),
            "choices": [
                {
                    "index": 0,
                    "message": {"role": "assistant", "content": "Ab", "refusal": None},
                    "logprobs": {
                        "content": [{"token": "A", "logprob": -0.5}, {"token": "b", "logprob": -0.5}],
                        "refusal": None,
                    },
                    "finish_reason": "stop",
                }
            ],
        },
    ),
    "two choices by turns": Case(
        C,
        [
            {
                "id": "c1",
                "object": "chat.completion.chunk",
                "created": 1772355600,
                "model": "m",
                "choices": [{"index": n, "delta": {"content": f"{n}"}, "finish_reason": "stop"}],
            }
            for n in (1, 0)
        ],
        {
            **chatted({}),
            "choices": [
                {"index": n, "message": {"role": "assistant", "content": f"{n}"}, "finish_reason": "stop"}
                for n in (0, 1)
            ],
        },
    ),
    "Mistral's thoughts are parts": Case(
        "mistral_chat",
        chat(
            {"content": [{"type": "thinking", "thinking": [{"type": "text", "text": "H"}]}]},
            {"content": [{"type": "thinking", "thinking": [{"type": "text", "text": "m"}]}]},
            {"content": [{"type": "text", "text": "7"}]},
            {"content": "!"},
        ),
        chatted(
            {
                "content": [
                    {"type": "thinking", "thinking": [{"type": "text", "text": "Hm"}]},
                    {"type": "text", "text": "7!"},
                ]
            }
        ),
    ),
    "OpenRouter's details of reasoning": Case(
        "openrouter_chat",
        chat(
            {
                "reasoning": "H",
                "reasoning_details": [{"type": "reasoning.text", "text": "H", "index": 0, "format": None}],
            },
            {
                "reasoning": "m",
                "reasoning_details": [{"type": "reasoning.text", "text": "m", "index": 0, "format": None}],
            },
            {"reasoning_details": [{"type": "reasoning.text", "signature": "c2ln", "index": 0, "format": None}]},
            {"content": "7"},
        ),
        chatted(
            {
                "content": "7",
                "reasoning": "Hm",
                "reasoning_details": [
                    {"type": "reasoning.text", "text": "Hm", "signature": "c2ln", "index": 0, "format": None}
                ],
            }
        ),
    ),
}
