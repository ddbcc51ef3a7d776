"""Combine the events of a provider's stream into one reply, as gpt2099 does.

A reply of gpt2099 keeps less than its provider sent: see each function.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from types import MappingProxyType
from typing import Any

from turnwire.codec.json import loads
from turnwire.codec.limits import FAST
from turnwire.systems.gpt2099.providers.records import (
    Json,
    all_of,
    count,
    first_of,
    of_provider,
    record,
    refused,
    text_of,
    within,
    words,
)

NewId = Callable[[], str]


def aggregate(events: Iterable[Mapping[str, Any]], provider: str, *, new_id: NewId) -> Json:
    """Combine the events of a whole stream, as parsed JSON, into a reply `{"message": {...}}`.

    `new_id` makes the ids of calls for all providers but Anthropic and Cohere, whose ids gpt2099 keeps.
    Raises InvalidDocument where gpt2099 ends in an error, and for an input of a call that is not JSON.
    """
    made = of_provider(_AGGREGATES, provider)
    return {"message": made([record(each, f"/{n}") for n, each in enumerate(events)], new_id)}


def _usage(read: int = 0, written: int = 0) -> Json:
    return {
        "input_tokens": read,
        "cache_creation_input_tokens": 0,
        "cache_read_input_tokens": 0,
        "output_tokens": written,
    }


def _anthropic(events: list[Mapping[str, Any]], _: NewId) -> Json:
    """Everything but citations; reasoning is an error."""
    message: Json = {}
    blocks: list[Json] = []
    inputs: dict[int, str] = {}
    for n, event in enumerate(events):
        kind = event.get("type")
        if kind == "message_start":
            message = dict(record(event.get("message"), f"/{n}/message"))
        elif kind == "content_block_start":
            blocks.append(dict(record(event.get("content_block"), f"/{n}/content_block")))
        elif kind == "content_block_delta":
            _add_delta(record(event.get("delta"), f"/{n}/delta"), blocks, inputs, f"/{n}/delta")
        elif kind == "message_delta":
            usage = {**within(message, "usage"), **within(event, "usage")}
            message = {**message, **record(event.get("delta"), f"/{n}/delta"), "usage": usage}
    for at, text in inputs.items():
        if text:
            blocks[at]["input"] = _parsed(text)
    return {**message, "content": blocks}


def _add_delta(delta: Mapping[str, Any], blocks: list[Json], inputs: dict[int, str], place: str) -> None:
    kind, at = delta.get("type"), len(blocks) - 1
    if at < 0:
        raise refused("no block has begun", place)
    if kind == "text_delta":
        blocks[at]["text"] = words(blocks[at], "text") + text_of(delta, "text", place)
    elif kind == "input_json_delta":
        inputs[at] = inputs.get(at, "") + text_of(delta, "partial_json", place)
    elif kind != "citations_delta":
        raise refused(f"a delta of the type {kind}", place)


def _chat(events: list[Mapping[str, Any]], new_id: NewId) -> Json:
    """The text and the calls; the provider's ids, its reason to stop and its usage are left out."""
    said = ""
    names: dict[int, str] = {}
    texts: dict[int, str] = {}
    for event in events:
        delta = within(first_of(event, "choices"), "delta")
        said += words(delta, "content")
        for call in all_of(delta, "tool_calls"):
            function, at = within(call, "function"), count(call, "index")
            names[at] = names.get(at) or words(function, "name")
            texts[at] = texts.get(at, "") + words(function, "arguments")
    content: list[Json] = [{"type": "text", "text": said}] if said else []
    content += [
        {"type": "tool_use", "id": new_id(), "name": name, "input": _parsed(texts[at])}
        for at, name in sorted(names.items())
    ]
    model = events[0].get("model") if events else None
    return _message(model, content, "tool_use" if names else "end_turn", _usage())


def _cohere(events: list[Mapping[str, Any]], _: NewId) -> Json:
    """Return the text and the last call; reasoning and the model are left out."""
    said, text = "", ""
    call: Mapping[str, Any] | None = None
    billed: Mapping[str, Any] = {}
    for event in events:
        kind, message = event.get("type"), within(event, "delta", "message")
        arguments = words(within(message, "tool_calls", "function"), "arguments")
        if kind == "content-delta":
            said += words(within(message, "content"), "text")
        elif kind == "tool-call-start":
            call, text = within(message, "tool_calls"), arguments
        elif kind == "tool-call-delta":
            text += arguments
        elif kind == "message-end":
            billed = within(event, "delta", "usage", "billed_units")
    content: list[Json] = [{"type": "text", "text": said}] if said else []
    if call is not None:
        name = within(call, "function").get("name")
        content.append({"type": "tool_use", "id": call.get("id"), "name": name, "input": _parsed(text)})
    usage = _usage(count(billed, "input_tokens"), count(billed, "output_tokens"))
    return _message("cohere", content, "tool_use" if call is not None else "end_turn", usage)


def _gemini(events: list[Mapping[str, Any]], new_id: NewId) -> Json:
    """Return all text, and the last call after it; only calls have a stop reason."""
    said = ""
    call: Mapping[str, Any] = {}
    for event in events:
        for part in all_of(within(first_of(event, "candidates"), "content"), "parts"):
            said += words(part, "text")
            call = within(part, "functionCall") or call
    content: list[Json] = [{"type": "text", "text": said}] if said else []
    last = events[-1] if events else {}
    counts = within(last, "usageMetadata")
    usage = _usage(count(counts, "promptTokenCount"), count(counts, "candidatesTokenCount"))
    if not call:
        return _message(last.get("modelVersion"), content, None, usage)
    content.append({"type": "tool_use", "id": new_id(), "name": call.get("name"), "input": call.get("args")})
    return _message(last.get("modelVersion"), content, "tool_use", usage)


def _message(model: Any, content: list[Json], reason: str | None, usage: Json) -> Json:
    made: Json = {"type": "message", "role": "assistant", "model": model, "content": content}
    if reason is not None:
        made["stop_reason"] = reason
    return {**made, "usage": usage}


def _parsed(text: str) -> Any:
    """Return the input of a call; none if it is empty."""
    return loads(text.encode(), FAST) if text else None


_AGGREGATES: Mapping[str, Callable[[list[Mapping[str, Any]], NewId], Json]] = MappingProxyType(
    {"anthropic": _anthropic, "cerebras": _chat, "cohere": _cohere, "gemini": _gemini, "openai": _chat}
)
