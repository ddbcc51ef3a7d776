"""OpenRouter's chat completions: the family's format, with routing, the details of reasoning, and what a reply cost.

Source: OpenRouter's API description (OpenRouterTeam/typescript-sdk, .speakeasy/in.openapi.yaml, 2026-08-22).
"""

from __future__ import annotations

from turnwire.dialects.lazy_import import later
from turnwire.dialects.openrouter_chat.detect import looks_like_error, looks_like_request, looks_like_response

LOOKS = {"request": looks_like_request, "response": looks_like_response, "error": looks_like_error}
SIGNS = {"request": ("messages",), "response": ("choices",), "error": ("error",)}
__getattr__ = later(f"{__name__}.declaration")
