"""Requests to Anthropic."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from turnwire.systems.gpt2099.providers.records import (
    blocks_of,
    decoded,
    file_of,
    is_text,
    needed,
    records,
    text_of,
    texts_of,
)
from turnwire.systems.gpt2099.providers.tools import for_anthropic

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from turnwire.systems.gpt2099.providers.records import Json

_MAX_TOKENS: Final = 8192
_BETWEEN_SYSTEM: Final = "\n\n----\n\n"
_SEARCH: Final = {"type": "web_search_20250305", "name": "web_search"}
# Anthropic takes at most four marks for its cache: the last ones stay.
_MOST_MARKS: Final = 4


def prepare_anthropic(
    messages: Sequence[Mapping[str, Any]], options: Mapping[str, Any], tools: Sequence[Mapping[str, Any]]
) -> Json:
    """The system prompts are one text; names, errors and further keys of results are left out."""
    placed = [(message, f"/messages/{n}") for n, message in enumerate(messages)]
    system = [
        text
        for message, at in placed
        if message.get("role") == "system"
        for text in texts_of(blocks_of(message, at), f"{at}/content")
    ]
    said = [(message, at) for message, at in placed if message.get("role") != "system"]
    marked = [n for n, (message, _) in enumerate(said) if message.get("cache")][-_MOST_MARKS:]
    body: Json = {
        "max_tokens": _MAX_TOKENS,
        "stream": True,
        "messages": [_message(message, at, is_marked=n in marked) for n, (message, at) in enumerate(said)],
        "tools": [for_anthropic(tool, f"/tools/{n}") for n, tool in enumerate(tools)],
    }
    if options.get("search"):
        body["tools"].append(dict(_SEARCH))
    if system:
        body["system"] = _BETWEEN_SYSTEM.join(system)
    return body


def _message(message: Mapping[str, Any], place: str, *, is_marked: bool) -> Json:
    blocks = [_block(block, f"{place}/content/{n}") for n, block in enumerate(blocks_of(message, place))]
    if is_marked and blocks:
        blocks[-1] = {**blocks[-1], "cache_control": {"type": "ephemeral"}}
    return {"role": needed(message, "role", place), "content": blocks}


def _block(block: Mapping[str, Any], place: str) -> Json:
    """Convert a block; a block of an unknown type is passed on unchanged."""
    kind = block.get("type")
    if kind == "tool_result":
        return _result(block, place)
    return _document(block, place) if kind == "document" else dict(block)


def _result(block: Mapping[str, Any], place: str) -> Json:
    given = records(needed(block, "content", place), f"{place}/content")
    return {
        "type": "tool_result",
        "tool_use_id": text_of(block, "tool_use_id", place),
        "content": [
            {"type": text_of(each, "type", at), "text": text_of(each, "text", at)}
            for each, at in ((each, f"{place}/content/{n}") for n, each in enumerate(given))
        ],
    }


def _document(block: Mapping[str, Any], place: str) -> Json:
    media_type, data = file_of(block, place)
    if is_text(media_type):
        return {"type": "text", "text": decoded(data, place)}
    return {**block, "type": "image"} if media_type.startswith("image/") else dict(block)
