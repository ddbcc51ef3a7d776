"""Whether a decoded request is certainly one of the Responses API."""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec import UNSET

from turnwire.dialects.openai_responses.detect import ITEM_WORDS

if TYPE_CHECKING:
    from turnwire.dialects.openai_responses.wire import Item
    from turnwire.dialects.openai_responses.wire_request import ResponsesRequest


def is_certain(request: ResponsesRequest) -> bool:
    """Return whether the request has a list of items; a text may be for another endpoint, such as embeddings."""
    return type(request.input) is list and all(map(_is_item, request.input))


def _is_item(item: Item) -> bool:
    word = item.type
    if word is UNSET or word == "message":
        return item.role is not UNSET and item.content is not UNSET
    return word in ITEM_WORDS or word.endswith(("_call", "_output"))
