"""How much a document looks like the Responses API."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from msgspec import UNSET

from turnwire.codec.members import begins, object_of, objects_of, word_of

if TYPE_CHECKING:
    from collections.abc import Mapping

    from msgspec import Raw

    from turnwire.codec.members import Documents, Members
    from turnwire.dialects.openai_responses.wire import Item
    from turnwire.dialects.openai_responses.wire_request import ResponsesRequest

# Keys of a request that only this format has.
_OWN: Final = frozenset(
    (
        "instructions",
        "previous_response_id",
        "max_output_tokens",
        "max_tool_calls",
        "include",
        "truncation",
        "background",
        "text",
        "prompt_cache_key",
        "context_management",
        "conversation",
        "prompt",
        "store",
        "reasoning",
        "tools",
        "parallel_tool_calls",
    )
)


# Items of an input and of an output, by the word that says what they are; messages may leave it out.
ITEM_WORDS: Final = frozenset(
    (
        "message",
        "reasoning",
        "item_reference",
        "compaction",
        "mcp_list_tools",
        "mcp_approval_request",
        "mcp_approval_response",
        "additional_tools",
        "program",
    )
)
_ITEMS: Final = frozenset(f'"{word}"'.encode() for word in ITEM_WORDS)
_ITEM_ENDINGS: Final = (b'_call"', b'_output"')
# What bodies of other endpoints have beside a model and an input: embeddings, speech.
_NOT_OWN: Final = frozenset(("encoding_format", "dimensions", "voice", "response_format", "messages", "contents"))
_OTHER_MODELS: Final = (b"embed", b"moderation", b"tts", b"rerank")


def looks_like_request(members: Members) -> int:
    """Score a request by its input; a body with an output is a reply."""
    if "output" in members or members.keys() & _NOT_OWN:
        return 0
    given = members.get("input")
    if begins(given, b"["):
        return 95 if is_input(objects_of(given)) else 1
    if begins(given, b'"'):
        if any(word in members.word("model") for word in _OTHER_MODELS):
            return 1
        return 92 if members.keys() & _OWN else 85 if "model" in members else 1
    if given is not None:
        return 0
    if members.keys() & {"previous_response_id", "conversation"} and "model" in members:
        return 80
    return 75 if "id" in object_of(members.get("prompt")) else 1 if "model" in members else 0


def is_input(items: list[dict[str, Raw]] | None) -> bool:
    """Return whether a list holds items, or messages whose parts are input parts."""
    return items is not None and all(map(_is_item, items))


def _is_item(item: Mapping[str, Raw]) -> bool:
    word = word_of(item.get("type"))
    if word and word != b'"message"':
        return word in _ITEMS or word.endswith(_ITEM_ENDINGS)
    return "role" in item and "content" in item


def looks_like_items(items: Documents) -> int:
    """Score a bare list of items; at least one must be no message, because other formats have messages too."""
    if not items or not is_input(items):
        return 0
    kinds = items.items.kinds
    return 95 if any("type" in item for item in items) or any(kind.startswith(b'"input_') for kind in kinds) else 30


def looks_like_response(members: Members) -> int:
    """Score a reply by its `object`, or by its list of items."""
    if members.word("object") == b'"response"':
        return 98
    items = objects_of(members.get("output"))
    if not items or "choices" in members:
        return 1 if "output" in members else 0
    return 75 if all("type" in item and _is_item(item) for item in items) else 1


def looks_like_error(members: Members) -> int:
    """Score an error by its error object, which other formats of this provider have too."""
    if members.keys() & {"choices", "messages", "output", "input"}:
        return 0
    return 1 if "error" in members else 0


def is_certain(request: ResponsesRequest) -> bool:
    """Return whether the request has a list of items; a text may be for another endpoint, such as embeddings."""
    return type(request.input) is list and all(map(_is_certain_item, request.input))


def _is_certain_item(item: Item) -> bool:
    word = item.type
    if word is UNSET or word == "message":
        return item.role is not UNSET and item.content is not UNSET
    return word in ITEM_WORDS or word.endswith(("_call", "_output"))
