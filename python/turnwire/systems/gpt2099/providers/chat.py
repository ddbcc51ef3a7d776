"""Requests to OpenAI, Cerebras and Cohere: chat messages."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any

from msgspec import Struct

from turnwire.codec.json import dumps
from turnwire.systems.gpt2099.providers.records import (
    Json,
    blocks_of,
    file_of,
    needed,
    records,
    refused,
    text_of,
    texts_of,
)
from turnwire.systems.gpt2099.providers.tools import for_cerebras, for_chat, no_search

if TYPE_CHECKING:
    from collections.abc import Sequence

    Blocks = list[Mapping[str, Any]]


class ChatProvider(Struct, frozen=True):
    """The differences between the providers of the chat format."""

    title: str
    tool: Callable[[Mapping[str, Any], str], Json] = for_chat
    silence: str | None = ""
    """The content of a message that has calls and no text."""
    reads_pdf: bool = True


OPENAI = ChatProvider("OpenAI")
CEREBRAS = ChatProvider("Cerebras", for_cerebras)
COHERE = ChatProvider("Cohere", silence=None, reads_pdf=False)


def prepare_chat(
    provider: ChatProvider,
    messages: Sequence[Mapping[str, Any]],
    options: Mapping[str, Any],
    tools: Sequence[Mapping[str, Any]],
) -> Json:
    """Prepare a request; cache marks, and blocks of an unknown type, are left out."""
    no_search(provider.title, options)
    made: list[Json] = []
    for n, message in enumerate(messages):
        made += _messages(provider, message, f"/messages/{n}")
    told = [provider.tool(tool, f"/tools/{n}") for n, tool in enumerate(tools)]
    return {"stream": True, "messages": made, "tools": told}


def _messages(provider: ChatProvider, message: Mapping[str, Any], place: str) -> list[Json]:
    """A message with calls, else one for each result, else one with files, else text; the first rule that fits."""
    blocks, at = blocks_of(message, place), f"{place}/content"
    kinds = [block.get("type") for block in blocks]
    if "tool_use" in kinds:
        return [_calls(provider, blocks, at)]
    if "tool_result" in kinds:
        return [_result(block, f"{at}/{n}") for n, block in enumerate(blocks) if block.get("type") == "tool_result"]
    texts = texts_of(blocks, at)
    content: Any = "".join(texts)
    if "document" in kinds:
        files = [
            _file(provider, block, f"{at}/{n}") for n, block in enumerate(blocks) if block.get("type") == "document"
        ]
        content = [*({"type": "text", "text": text} for text in texts), *files]
    return [{"role": needed(message, "role", place), "content": content}]


def _calls(provider: ChatProvider, blocks: Blocks, place: str) -> Json:
    calls = [
        {
            "id": text_of(block, "id", at),
            "type": "function",
            "function": {
                "name": text_of(block, "name", at),
                "arguments": dumps(needed(block, "input", at)).decode(),
            },
        }
        for block, at in ((block, f"{place}/{n}") for n, block in enumerate(blocks))
        if block.get("type") == "tool_use"
    ]
    said = "".join(texts_of(blocks, place))
    return {"role": "assistant", "content": said or provider.silence, "tool_calls": calls}


def _result(block: Mapping[str, Any], place: str) -> Json:
    given = records(needed(block, "content", place), f"{place}/content")
    texts = [text_of(each, "text", f"{place}/content/{n}") for n, each in enumerate(given)]
    return {"role": "tool", "tool_call_id": text_of(block, "tool_use_id", place), "content": "".join(texts)}


def _file(provider: ChatProvider, block: Mapping[str, Any], place: str) -> Json:
    media_type, data = file_of(block, place)
    url = f"data:{media_type};base64,{data}"
    if media_type.startswith("image/"):
        return {"type": "image_url", "image_url": {"url": url}}
    if media_type == "application/pdf" and provider.reads_pdf:
        return {"type": "file", "file": {"filename": "document.pdf", "file_data": url}}
    raise refused(f"{provider.title} does not take documents of the type {media_type}", f"{place}/source/media_type")
