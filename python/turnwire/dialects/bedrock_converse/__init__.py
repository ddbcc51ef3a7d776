"""Amazon Bedrock's Converse and ConverseStream, as JSON.

Source: the service model of Amazon Bedrock Runtime in botocore 1.44.8 (bedrock-runtime 2023-09-30, read 2026-11-26),
and refusals of the service that users have reported, quoted where they matter.
"""

from __future__ import annotations

from turnwire.codec.members import in_list
from turnwire.dialects.bedrock_converse.detect import looks_like_error, looks_like_request, looks_like_response
from turnwire.dialects.bedrock_converse.enums import EXCEPTIONS
from turnwire.dialects.lazy_import import later

LOOKS = {"request": looks_like_request, "response": looks_like_response, "error": looks_like_error}
LISTS = {"request": in_list("messages", looks_like_request)}
SIGNS = {
    "request": ("messages",),
    "response": ("output",),
    "error": ("message", "Error", *EXCEPTIONS),
}
__getattr__ = later(f"{__name__}.declaration")
