"""The declaration of the dialect."""

from __future__ import annotations

import re

from msgspec import Raw

from turnwire.codec.wire import Form
from turnwire.dialects.dialect import Error
from turnwire.dialects.vertex_anthropic.detect import VERSION, looks_like_error
from turnwire.dialects.vertex_anthropic.error import NAME, read_error, write_error
from turnwire.families.anthropic.platform import Address, hosted

# "https://{location}-aiplatform.googleapis.com/v1/projects/{project}/locations/{location}/publishers/anthropic/models/
# {model}:rawPredict", or `:streamRawPredict`; the project and location are the caller's, and not in a document.
_ADDRESS = Address(
    path=re.compile(r"publishers/anthropic/models/(?P<model>[^/:]+):(?P<method>rawPredict|streamRawPredict)\Z"),
    before="/v1/publishers/anthropic/models/",
    between=":",
    once="rawPredict",
    streamed="streamRawPredict",
    # Versions follow an @: `claude-sonnet-4-5@20250929`.
    plain=frozenset("@"),
    # "anthropic_version is passed in the request body (rather than as a header), and must be set to the value
    # vertex-2023-10-16." (platform.claude.com/docs/en/build-with-claude/claude-on-vertex-ai, 2026-11-21)
    version=VERSION,
)

DIALECT = hosted(
    NAME,
    "Anthropic Messages on Vertex AI",
    _ADDRESS,
    Error(form=Form(Raw), read=read_error, write=write_error, looks_like=looks_like_error),
    # Vertex AI has the first version, without dynamic filtering (Anthropic's page on the web search tool).
    searches=True,
)
