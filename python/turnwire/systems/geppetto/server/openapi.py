"""The OpenAPI document of the server: the generated one, with what this server adds."""

from __future__ import annotations

import functools
import json
from typing import Final

from turnwire.documents.openapi import openapi_document

# Answers that the original server does not give.
_ADDED: Final = {
    "403": "The request comes from a page of another site, or names another server in `Host`.",
    "408": "The body did not arrive in time.",
    "413": "The body is larger than is accepted.",
}


@functools.cache
def openapi() -> bytes:
    """Return the document as JSON: one server for all paths, which is the one that was asked."""
    document = openapi_document("geppetto")
    document["servers"] = [{"url": "/"}]
    refusal = {"application/json": {"schema": {"$ref": "#/components/schemas/Refusal"}}}
    for path in document["paths"].values():
        operation = path["post"]
        del operation["servers"]
        operation["responses"] |= {
            status: {"description": words, "content": refusal} for status, words in _ADDED.items()
        }
    return json.dumps(document, ensure_ascii=False).encode()
