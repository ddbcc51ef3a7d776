"""The Messages API of Anthropic, as Anthropic itself offers it.

Source: the provider's OpenAPI description (2026) and recorded traffic.
"""

from __future__ import annotations

from turnwire.anthropic.detect import looks_like_error, looks_like_request, looks_like_response
from turnwire.later import later
from turnwire.members import in_list

LOOKS = {"request": looks_like_request, "response": looks_like_response, "error": looks_like_error}
LISTS = {"request": in_list("messages", looks_like_request)}
SIGNS = {"request": ("messages",), "response": ("content",), "error": ("error", "type")}
__getattr__ = later(f"{__name__}.declaration")
