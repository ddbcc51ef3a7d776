"""The Messages API of Anthropic, as Anthropic itself offers it.

Source: the provider's OpenAPI description (2026) and recorded traffic.
"""

from __future__ import annotations

from turnwire.codec.members import in_list
from turnwire.dialects.lazy_import import later
from turnwire.families.anthropic.detect import looks_like_error, looks_like_request, looks_like_response

LOOKS = {"request": looks_like_request, "response": looks_like_response, "error": looks_like_error}
LISTS = {"request": in_list("messages", looks_like_request)}
SIGNS = {"request": ("messages",), "response": ("content",), "error": ("error", "type")}
__getattr__ = later(f"{__name__}.declaration")
