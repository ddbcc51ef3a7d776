"""Ollama's /api/chat.

Source: the server's own types (ollama/ollama@fb30760, 2026-08-21: api/types.go, docs/openapi.yaml, docs/api.md) and
recorded traffic.
"""

from __future__ import annotations

from turnwire.codec.members import in_list
from turnwire.dialects.lazy_import import later
from turnwire.dialects.ollama_chat.detect import looks_like_error, looks_like_request, looks_like_response

LOOKS = {"request": looks_like_request, "response": looks_like_response, "error": looks_like_error}
LISTS = {"request": in_list("messages", looks_like_request)}
SIGNS = {"request": ("messages",), "response": ("message",), "error": ("error",)}
__getattr__ = later(f"{__name__}.declaration")
