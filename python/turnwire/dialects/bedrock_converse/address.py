"""The path of a request, which has the model and whether the reply is a stream."""

from __future__ import annotations

import re
from typing import Final

from turnwire.lowering.request_path import RequestPath

# Converse: "requestUri": "/model/{modelId}/converse"; ConverseStream: "/model/{modelId}/converse-stream"
ADDRESS: Final = RequestPath(
    path=re.compile(r"\A/?model/(?P<model>[^/]+)/(?P<method>converse|converse-stream)\Z"),
    before="/model/",
    between="/",
    once="converse",
    streamed="converse-stream",
    # A modelId may be an ARN, whose slashes are escaped: "anthropic.claude-sonnet-4-5-20250929-v1:0" has a colon only.
    plain=frozenset(":"),
    says=frozenset({"model", "stream"}),
)
