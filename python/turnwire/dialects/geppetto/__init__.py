"""Geppetto (GovBotics): a question about a document in a file drawer, a reply with citations, and errors of any form.

Source: "Geppetto Server, Conversational Documents" of 2024-03-04 (below: the server definition) and its server's code.
Drawers, uploads and web pages to be imported are not conversations: see `turnwire.systems.geppetto.filedrawers`.
"""

from __future__ import annotations

from turnwire.dialects.geppetto.detect import looks_like_answer, looks_like_error, looks_like_query
from turnwire.dialects.geppetto.others import OTHERS
from turnwire.dialects.lazy_import import later

__all__ = ["LOOKS", "OTHERS", "SIGNS"]

LOOKS = {"request": looks_like_query, "response": looks_like_answer, "error": looks_like_error}
SIGNS = {
    "request": ("message",),
    "response": ("content",),
    "error": ("requestType", "responseType", "status", "listfiles", "error"),
}
__getattr__ = later(f"{__name__}.declaration")
