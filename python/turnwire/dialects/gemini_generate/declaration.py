"""The declaration of the dialect."""

from __future__ import annotations

from turnwire.dialects.dialect import Deferred
from turnwire.families.gemini.declaration import dialect
from turnwire.families.gemini.reading import is_ambiguous
from turnwire.families.gemini.shared import TO_GEMINI, drop_time
from turnwire.lane.replies import ReplyLane
from turnwire.lane.turns import Lane

DIALECT = dialect(
    "gemini_generate",
    "Google Gemini generateContent",
    marks_id=is_ambiguous,
    before="/v1beta/",
    shared=TO_GEMINI,
    replies=(drop_time,),
    provider="google",
    lanes=(
        Lane(
            Deferred("turnwire.families.gemini.lane_reader", "reader", "gemini_generate"),
            Deferred("turnwire.families.gemini.lane_writer", "write_turns"),
            ("system_instruction", "contents"),
        ),
        ReplyLane(
            Deferred("turnwire.families.gemini.lane_reply_reader", "reader", "gemini_generate"),
            Deferred("turnwire.families.gemini.lane_reply_writer", "write"),
            TO_GEMINI,
        ),
    ),
)
