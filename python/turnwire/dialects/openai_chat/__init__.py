"""OpenAI's chat completions, and the many servers that speak the same format."""

from __future__ import annotations

from turnwire.chat.detect import looks_like_error, looks_like_request, looks_like_response
from turnwire.later import later
from turnwire.members import in_list

LOOKS = {"request": looks_like_request, "response": looks_like_response, "error": looks_like_error}
LISTS = {"request": in_list("messages", looks_like_request)}
SIGNS = {"request": ("messages",), "response": ("choices",), "error": ("error", "detail", "message")}
__getattr__ = later(f"{__name__}.declaration")
