"""Google's generateContent, as the Gemini API speaks it.

Source: the provider's API description (2026) and recorded traffic.
"""

from __future__ import annotations

from turnwire.dialects.lazy_import import later
from turnwire.families.gemini.detect import (
    looks_like_chunks,
    looks_like_contents,
    looks_like_error,
    looks_like_errors,
    looks_like_request,
    looks_like_response,
)

LOOKS = {"request": looks_like_request, "response": looks_like_response, "error": looks_like_error}
LISTS = {"request": looks_like_contents, "response": looks_like_chunks, "error": looks_like_errors}
SIGNS = {
    "request": ("contents",),
    "response": ("candidates", "promptFeedback", "usageMetadata", "modelVersion"),
    "error": ("error",),
}
__getattr__ = later(f"{__name__}.declaration")
