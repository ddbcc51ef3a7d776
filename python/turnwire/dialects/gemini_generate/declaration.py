"""What the dialect is made of."""

from __future__ import annotations

from turnwire.gemini.declaration import dialect
from turnwire.gemini.legal_reply import drop_time
from turnwire.gemini.reading import is_ambiguous
from turnwire.gemini.shared import TO_GEMINI

DIALECT = dialect(
    "gemini_generate",
    "Google Gemini generateContent",
    marks_id=is_ambiguous,
    before="/v1beta/",
    shared=TO_GEMINI,
    replies=(drop_time,),
    provider="google",
)
