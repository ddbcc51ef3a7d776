"""The OpenAPI documents of the servers, as `make generate` writes them.

The files are in `generated/openapi/` of the repository; a wheel carries them as package data.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any


def openapi_document(name: str) -> dict[str, Any]:
    """Return a generated document, anew for each call.

    Args:
        name: `turnwire`, the document of the service over HTTP; or `geppetto`.

    Raises:
        FileNotFoundError: there is no document of this name.

    >>> openapi_document("turnwire")["openapi"]
    '3.1.0'
    """
    found: dict[str, Any] = json.loads((_folder() / f"{name}.json").read_bytes())
    return found


def _folder() -> Path:
    packaged = Path(__file__).parents[1] / "openapi"
    return packaged if packaged.is_dir() else Path(__file__).parents[3] / "generated" / "openapi"
