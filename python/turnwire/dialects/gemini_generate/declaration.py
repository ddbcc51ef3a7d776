"""The declaration of the dialect."""

from __future__ import annotations

from msgspec import structs

from turnwire.dialects.dialect import Deferred
from turnwire.families.gemini.declaration import dialect
from turnwire.families.gemini.reading import is_ambiguous
from turnwire.families.gemini.shared import TO_GEMINI, drop_time
from turnwire.lane.replies import ReplyLane
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
_REQUEST, _RESPONSE = _BASE.request, _BASE.response
_LANE = Lane(
    Deferred("turnwire.families.gemini.lane_reader", "reader", "gemini_generate"),
    Deferred("turnwire.families.gemini.lane_writer", "write_turns"),
)
_REPLY_LANE = ReplyLane(
    Deferred("turnwire.families.gemini.lane_reply_reader", "reader", "gemini_generate"),
    Deferred("turnwire.families.gemini.lane_reply_writer", "write"),
    TO_GEMINI,
)

DIALECT = structs.replace(
    _BASE,
    request=None if _REQUEST is None else structs.replace(_REQUEST, lane=_LANE),
    response=None if _RESPONSE is None else structs.replace(_RESPONSE, reply_lane=_REPLY_LANE),
)
