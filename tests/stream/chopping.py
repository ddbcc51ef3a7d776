"""Replies cut into the chunks of a stream, as their providers stream them."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Iterator

PIECE = 3


def streamed(dialect: str, reply: dict[str, Any]) -> bytes:
    """The bytes of a stream that gives this reply."""
    return "".join(_CHOPPERS[dialect](json.loads(json.dumps(reply)))).encode("utf-8", "surrogatepass")


def _pieces(text: str) -> Iterator[str]:
    for start in range(0, len(text), PIECE):
        yield text[start : start + PIECE]


def _data(chunk: Any, event: str = "") -> str:
    name = f"event: {event}\n" if event else ""
    return f"{name}data: {json.dumps(chunk, ensure_ascii=False)}\n\n"


def _chat(reply: dict[str, Any]) -> Iterator[str]:
    top = {name: value for name, value in reply.items() if name not in ("choices", "usage", "object")}
    for choice in reply["choices"]:
        for delta in _deltas(choice["message"]):
            yield _data(_chunk(top, choice["index"], delta))
        rest = {name: value for name, value in choice.items() if name not in ("message", "index")}
        yield _data(_chunk(top, choice["index"], {}, rest))
    if "usage" in reply:
        yield _data({**top, "object": "chat.completion.chunk", "choices": [], "usage": reply["usage"]})
    yield "data: [DONE]\n\n"


def _chunk(top: dict[str, Any], index: int, delta: Any, rest: dict[str, Any] | None = None) -> dict[str, Any]:
    choice = {"index": index, "delta": delta, "finish_reason": None, **(rest or {})}
    return {**top, "object": "chat.completion.chunk", "choices": [choice]}


def _deltas(message: dict[str, Any]) -> Iterator[dict[str, Any]]:
    yield {"role": "assistant", "content": ""}
    for name in ("reasoning_content", "content", "refusal"):
        for piece in _pieces(message.get(name) or ""):
            yield {name: piece}
    for index, call in enumerate(message.get("tool_calls") or ()):
        function = {"name": call["function"]["name"], "arguments": ""}
        yield {"tool_calls": [{"index": index, "id": call["id"], "type": "function", "function": function}]}
        for piece in _pieces(call["function"]["arguments"]):
            yield {"tool_calls": [{"index": index, "function": {"arguments": piece}}]}


def _anthropic(reply: dict[str, Any]) -> Iterator[str]:
    content = reply["content"]
    start = {**reply, "content": [], "stop_reason": None, "stop_sequence": None}
    yield _event("message_start", message=start)
    yield _event("ping")
    for index, block in enumerate(content):
        yield from _block(index, block)
    delta = {"stop_reason": reply.get("stop_reason"), "stop_sequence": reply.get("stop_sequence")}
    yield _event("message_delta", delta=delta, usage=reply.get("usage", {}))
    yield _event("message_stop")


_DELTAS = {"text": "text_delta", "thinking": "thinking_delta", "signature": "signature_delta"}


def _block(index: int, block: dict[str, Any]) -> Iterator[str]:
    said = {name: block.pop(name) for name in _DELTAS if name in block}
    given = block.pop("input", None)
    first: dict[str, Any] = dict.fromkeys(said, "")
    if not said and given is not None:
        first = {"input": {}}
    yield _event("content_block_start", index=index, content_block={**block, **first})
    for name, text in said.items():
        for piece in _pieces(text):
            yield _event("content_block_delta", index=index, delta={"type": _DELTAS[name], name: piece})
    for piece in _pieces("" if given in (None, {}) else json.dumps(given, ensure_ascii=False)):
        yield _event("content_block_delta", index=index, delta={"type": "input_json_delta", "partial_json": piece})
    yield _event("content_block_stop", index=index)


def _event(kind: str, **members: Any) -> str:
    return _data({"type": kind, **members}, kind)


_CHOPPERS = {"openai_chat": _chat, "anthropic_messages": _anthropic}
