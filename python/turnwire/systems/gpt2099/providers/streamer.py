"""Convert events of a provider's stream to the events that gpt2099 shows."""

from __future__ import annotations

import csv
import io
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

from turnwire.systems.gpt2099.providers.records import all_of, first_of, of_provider, record, within

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from turnwire.systems.gpt2099.providers.records import Json


def streamed(event: Mapping[str, Any], provider: str) -> Json | None:
    """Return `{"type"?, "name"?, "content"?, "id"?}`, the part to show next; None for an event without one.

    Raises InvalidDocument for an unknown provider, and for an event that is not a record.
    """
    return of_provider(_STREAMERS, provider)(record(event, ""))


def _anthropic(event: Mapping[str, Any]) -> Json | None:
    """Convert an event; the start of a block has its type, and a citation is an empty event."""
    if event.get("type") == "content_block_start":
        return _started(within(event, "content_block"))
    if event.get("type") != "content_block_delta":
        return None
    delta = within(event, "delta")
    for name in ("text", "partial_json"):
        if name in delta:
            return {"content": delta[name]}
    return {}


def _started(block: Mapping[str, Any]) -> Json:
    kind = block.get("type")
    if kind == "text":
        return {"type": kind, "content": block.get("text")}
    if kind == "web_search_tool_result":
        return {"type": kind, "content": _table(all_of(block, "content"))}
    return {"type": kind, "name": block.get("name")}


def _table(found: list[Mapping[str, Any]]) -> str:
    """Return the results of a search as comma-separated values, without the encrypted page."""
    rows = [{name: value for name, value in each.items() if name != "encrypted_content"} for each in found]
    text = io.StringIO()
    writer = csv.DictWriter(text, list(dict.fromkeys(name for row in rows for name in row)), lineterminator="\n")
    writer.writeheader()
    writer.writerows(rows)
    return text.getvalue()


def _chat(event: Mapping[str, Any]) -> Json | None:
    """Convert an event; arguments in the first event of a call are left out."""
    delta = within(first_of(event, "choices"), "delta")
    call = first_of(delta, "tool_calls")
    if call:
        function = within(call, "function")
        if function.get("name"):
            return {"type": "tool_use", "name": function["name"], "id": call.get("id")}
        return {"content": function.get("arguments")}
    return {"type": "text", "content": delta["content"]} if delta.get("content") else None


def _cohere(event: Mapping[str, Any]) -> Json | None:
    message, kind = within(event, "delta", "message"), event.get("type")
    call = within(message, "tool_calls")
    if kind == "tool-call-start":
        return {"type": "tool_use", "name": within(call, "function").get("name"), "id": call.get("id")}
    if kind == "tool-call-delta":
        return {"content": within(call, "function").get("arguments")}
    text = within(message, "content").get("text") if kind == "content-delta" else None
    return None if text is None else {"type": "text", "content": text}


def _gemini(event: Mapping[str, Any]) -> Json | None:
    """The first part alone; a call is whole, and its content a record."""
    part = first_of(within(first_of(event, "candidates"), "content"), "parts")
    if "functionCall" in part:
        call = within(part, "functionCall")
        return {"type": "tool_use", "name": call.get("name"), "content": call.get("args")}
    return {"type": "text", "content": part["text"]} if "text" in part else None


_STREAMERS: Mapping[str, Callable[[Mapping[str, Any]], Json | None]] = MappingProxyType(
    {"anthropic": _anthropic, "cerebras": _chat, "cohere": _cohere, "gemini": _gemini, "openai": _chat}
)
