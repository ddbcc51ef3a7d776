"""generateContent of Vertex AI: calls have no ids, replies have a time, and the path names a project.

Bodies do not show which of the two they are for: detection answers with the base.
"""

from __future__ import annotations

from turnwire.dialects.lazy_import import later
from turnwire.families.gemini.detect import (
    LEAST,
    less,
    looks_like_chunks,
    looks_like_error,
    looks_like_errors,
    looks_like_request,
    looks_like_response,
)

LOOKS = {
    "request": less(looks_like_request, LEAST),
    "response": less(looks_like_response, LEAST),
    "error": less(looks_like_error, LEAST),
}
LISTS = {"response": less(looks_like_chunks, LEAST), "error": less(looks_like_errors, LEAST)}
SIGNS = {"request": (), "response": (), "error": ()}
__getattr__ = later(f"{__name__}.declaration")
