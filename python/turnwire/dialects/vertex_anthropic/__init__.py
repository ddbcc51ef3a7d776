"""Claude on Vertex AI: the Messages API with the model in the path and the version in the body.

Sources: Anthropic's page on Claude on Vertex AI, Google's on requests to Claude models (2026), recorded traffic.
"""

from __future__ import annotations

from turnwire.dialects.lazy_import import later
from turnwire.dialects.vertex_anthropic.detect import VERSION, looks_like_error
from turnwire.families.anthropic.detect import least, looks_like_response, matched_by_version

LOOKS = {
    "request": matched_by_version(VERSION),
    "response": least(looks_like_response),
    "error": looks_like_error,
}
SIGNS = {"request": ("anthropic_version",), "response": (), "error": ()}
__getattr__ = later(f"{__name__}.declaration")
