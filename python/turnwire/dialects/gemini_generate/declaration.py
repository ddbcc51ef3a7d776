"""What the dialect is made of."""

from __future__ import annotations

from msgspec import structs

from turnwire.dialect import Deferred
from turnwire.gemini.declaration import dialect
from turnwire.gemini.legal_reply import drop_time
from turnwire.gemini.reading import is_ambiguous
from turnwire.gemini.shared import TO_GEMINI
from turnwire.lane.turns import Lane

_BASE = dialect(
    "gemini_generate",
    "Google Gemini generateContent",
    marks_id=is_ambiguous,
    before="/v1beta/",
    shared=TO_GEMINI,
    replies=(drop_time,),
    provider="google",
)
_REQUEST = _BASE.request
_LANE = Lane(
    Deferred("turnwire.lane.gemini_reader", "reader", "gemini_generate"),
    Deferred("turnwire.lane.gemini_writer", "write_turns"),
)

DIALECT = structs.replace(_BASE, request=None if _REQUEST is None else structs.replace(_REQUEST, lane=_LANE))
