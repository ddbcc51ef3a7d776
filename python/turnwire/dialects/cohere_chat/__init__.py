"""Cohere's chat, version 2 of its API (`/v2/chat`).

Source: the provider's reference (docs.cohere.com/reference/chat, read 2026-11-26) and its Python package (cohere 7.3.1,
cohere-ai/cohere-python@bc495da).
"""

from __future__ import annotations

from turnwire.codec.members import in_list
from turnwire.dialects.cohere_chat.detect import looks_like_error, looks_like_request, looks_like_response
from turnwire.dialects.lazy_import import later

LOOKS = {"request": looks_like_request, "response": looks_like_response, "error": looks_like_error}
LISTS = {"request": in_list("messages", looks_like_request)}
SIGNS = {"request": ("messages",), "response": ("message",), "error": ("message",)}
__getattr__ = later(f"{__name__}.declaration")
