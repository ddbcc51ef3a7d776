"""Documents in native JSON that the tests of the service send."""

from __future__ import annotations

import json


def history(*texts: str) -> bytes:
    """A conversation in which the user says these texts."""
    said = [{"role": "user", "content": [{"type": "text", "text": text}]} for text in texts]
    return json.dumps({"history": said}, separators=(",", ":")).encode()


HISTORY = history("Where is the key?")
COMPLETION = b'{"candidates":[{"role":"assistant","content":[{"type":"text","text":"Under the mat."}]}],"model":"m-1"}'
ERROR = b'{"message":"Too many requests","status":429,"type":"rate_limit_error"}'
TOOL = (
    b'{"history":[{"role":"assistant","content":[{"type":"tool_use","id":"c1","name":"find",'
    b'"input":{"big":12345678901234567890,"b":1.50,"a":[1,2]}}]}]}'
)
