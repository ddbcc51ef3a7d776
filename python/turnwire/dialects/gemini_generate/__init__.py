"""Google's generateContent, as the Gemini API speaks it.

Source: the provider's API description (2026) and recorded traffic.
"""

from __future__ import annotations

from turnwire.gemini.declaration import dialect
from turnwire.gemini.legal_reply import drop_time
from turnwire.gemini.reading import is_ambiguous

DIALECT = dialect(
    "gemini_generate",
    "Google Gemini generateContent",
    marks_id=is_ambiguous,
    before="/v1beta/",
    replies=(drop_time,),
)
