"""Google's generateContent, as the Gemini API speaks it.

Source: the provider's API description (2026) and recorded traffic.
"""

from __future__ import annotations

from turnwire.dialects.gemini_generate.declaration import dialect
from turnwire.dialects.gemini_generate.legal_reply import drop_time
from turnwire.dialects.gemini_generate.reading import is_ambiguous

DIALECT = dialect(
    "gemini_generate",
    "Google Gemini generateContent",
    marks_id=is_ambiguous,
    before="/v1beta/",
    replies=(drop_time,),
)
