"""Requests to Gemini."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from turnwire.systems.gpt2099.providers.records import (
    blocks_of,
    decoded,
    file_of,
    is_text,
    needed,
    records,
    refused,
    text_of,
    texts_of,
)
from turnwire.systems.gpt2099.providers.tools import for_gemini

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from turnwire.systems.gpt2099.providers.records import Json

_GENERATION: Final = {"temperature": 1, "topP": 0.95, "maxOutputTokens": 81920}


def prepare_gemini(
    messages: Sequence[Mapping[str, Any]], options: Mapping[str, Any], tools: Sequence[Mapping[str, Any]]
) -> Json:
    """Prepare a request; Gemini has no ids, so results refer to the names of their calls."""
    system: list[Json] = []
    contents: list[Json] = []
    for n, message in enumerate(messages):
        at = f"/messages/{n}"
        if message.get("role") == "system":
            system += [{"text": text} for text in texts_of(blocks_of(message, at), f"{at}/content")]
        else:
            contents.append(_content(message, at))
    body: Json = {"contents": contents}
    if system:
        body["systemInstruction"] = {"parts": system}
    body["generationConfig"] = dict(_GENERATION)
    if options.get("search"):
        if tools:
            raise refused(
                "Gemini API does not support combining google_search with custom function declarations in the same"
                " request",
                "/options/search",
            )
        body["tools"] = [{"google_search": {}}]
    elif tools:
        body["tools"] = [{"functionDeclarations": [for_gemini(tool, f"/tools/{n}") for n, tool in enumerate(tools)]}]
    return body


def _content(message: Mapping[str, Any], place: str) -> Json:
    role = needed(message, "role", place)
    parts = [_part(block, f"{place}/content/{n}") for n, block in enumerate(blocks_of(message, place))]
    return {"role": "model" if role == "assistant" else "user", "parts": parts}


def _part(block: Mapping[str, Any], place: str) -> Json:
    make = _PARTS.get(str(block.get("type")))
    if make is None:
        raise refused(f"Gemini takes no blocks of the type {block.get('type')}", place)
    return make(block, place)


def _text(block: Mapping[str, Any], place: str) -> Json:
    return {"text": text_of(block, "text", place)}


def _call(block: Mapping[str, Any], place: str) -> Json:
    """A call without arguments has none of them."""
    arguments = needed(block, "input", place)
    return {"functionCall": {"name": text_of(block, "name", place), "args": {} if arguments is None else arguments}}


def _result(block: Mapping[str, Any], place: str) -> Json:
    """Return the first record alone, unchanged."""
    given = records(needed(block, "content", place), f"{place}/content")
    response = dict(given[0]) if given else None
    return {"functionResponse": {"name": text_of(block, "name", place), "response": response}}


def _document(block: Mapping[str, Any], place: str) -> Json:
    media_type, data = file_of(block, place)
    if is_text(media_type):
        return {"text": decoded(data, place)}
    if media_type.startswith("image/") or media_type == "application/pdf":
        return {"inline_data": {"mime_type": media_type, "data": data}}
    return {"text": f"[Document: {media_type} - content not directly supported by Gemini]"}


_PARTS: Final[dict[str, Callable[[Mapping[str, Any], str], Json]]] = {
    "text": _text,
    "tool_use": _call,
    "tool_result": _result,
    "document": _document,
}
