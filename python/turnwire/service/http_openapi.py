"""The OpenAPI document of a server: the generated one, with or without its bearer token."""

from __future__ import annotations

import functools
import json
from typing import Final

from turnwire.documents.openapi import openapi_document

_REFUSED: Final = "401"


@functools.cache
def openapi(*, has_tokens: bool) -> bytes:
    """Return the document as JSON.

    Args:
        has_tokens: whether the server asks for bearer tokens.

    >>> json.loads(openapi(has_tokens=True))["security"]
    [{'token': []}]
    """
    document = openapi_document("turnwire")
    if has_tokens:
        document["security"] = [{"token": []}]
    else:
        del document["security"], document["components"]["securitySchemes"]
        for path in document["paths"].values():
            for operation in path.values():
                operation["responses"].pop(_REFUSED, None)
    return json.dumps(document, ensure_ascii=False).encode()
