"""Claude on Amazon Bedrock (InvokeModel): the Messages API with the model and the stream in the path.

Sources: AWS's pages on Anthropic Claude Messages and on InvokeModel, Anthropic's on Claude on Amazon Bedrock (2026).
"""

from __future__ import annotations

from turnwire.dialects.bedrock_anthropic.detect import VERSION, looks_like_error
from turnwire.dialects.lazy_import import later
from turnwire.families.anthropic.detect import least, looks_like_response, matched_by_version

LOOKS = {
    "request": matched_by_version(VERSION),
    "response": least(looks_like_response),
    "error": looks_like_error,
}
SIGNS = {"request": ("anthropic_version",), "response": (), "error": ("originalStatusCode", "resourceName")}
__getattr__ = later(f"{__name__}.declaration")
