"""The declaration of the dialect."""

from __future__ import annotations

import re

from msgspec import Raw

from turnwire.codec.wire import Form
from turnwire.dialects.bedrock_anthropic.detect import VERSION, looks_like_error
from turnwire.dialects.bedrock_anthropic.error import NAME, read_error, write_error
from turnwire.dialects.dialect import Error
from turnwire.families.anthropic.platform import Address, hosted

# InvokeModel: "POST /model/{modelId}/invoke", with a stream: "POST /model/{modelId}/invoke-with-response-stream"
# (see docs.aws.amazon.com/bedrock/latest/APIReference, InvokeModel and InvokeModelWithResponseStream, 2026-11-21)
_ADDRESS = Address(
    path=re.compile(r"\A/?model/(?P<model>[^/]+)/(?P<method>invoke|invoke-with-response-stream)\Z"),
    before="/model/",
    between="/",
    once="invoke",
    streamed="invoke-with-response-stream",
    # A modelId may be an ARN, whose slashes are escaped: "anthropic.claude-sonnet-4-5-20250929-v1:0" has a colon only.
    plain=frozenset(":"),
    # "The anthropic version. The value must be bedrock-2023-05-31." (of `anthropic_version`, which is required;
    # docs.aws.amazon.com/bedrock/latest/userguide/model-parameters-anthropic-claude-messages-request-response.html)
    version=VERSION,
    # The operation determines whether the reply is a stream; the body's parameters on that page have no `stream`.
    says=frozenset({"model", "stream"}),
)

DIALECT = hosted(
    NAME,
    "Anthropic Messages on Amazon Bedrock (InvokeModel)",
    _ADDRESS,
    Error(form=Form(Raw), read=read_error, write=write_error, looks_like=looks_like_error),
)
