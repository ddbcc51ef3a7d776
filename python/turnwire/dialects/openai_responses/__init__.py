"""OpenAI's Responses API, and the servers that speak the same format."""

from __future__ import annotations

from turnwire.dialects.lazy_import import later
from turnwire.dialects.openai_responses.detect import (
    looks_like_error,
    looks_like_items,
    looks_like_request,
    looks_like_response,
)

LOOKS = {"request": looks_like_request, "response": looks_like_response, "error": looks_like_error}
LISTS = {"request": looks_like_items}
SIGNS = {
    "request": ("input", "prompt", "previous_response_id", "conversation"),
    "response": ("output", "object"),
    "error": (),
}
__getattr__ = later(f"{__name__}.declaration")
