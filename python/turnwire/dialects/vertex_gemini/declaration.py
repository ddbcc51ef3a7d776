"""The declaration of the dialect."""

from __future__ import annotations

from msgspec import structs

from turnwire.families.gemini.declaration import dialect
from turnwire.families.gemini.detect import LEAST, less
from turnwire.families.gemini.reading import is_told
from turnwire.families.gemini.shared import TO_VERTEX
from turnwire.lowering.positional_call_ids import ids_by_position

# "https://aiplatform.googleapis.com/v1/{model}:generateContent", where model is
# "publishers/{publisher}/models/{model}" or under "projects/{project}/locations/{location}/" (the method's page, 2026)
_BASE = dialect(
    "vertex_gemini",
    "Google Gemini on Vertex AI",
    marks_id=is_told,
    before="/v1/publishers/google/",
    shared=TO_VERTEX,
    ids=(ids_by_position(provider_runs=True),),
)
_REQUEST, _RESPONSE, _ERROR = _BASE.request, _BASE.response, _BASE.error

DIALECT = structs.replace(
    _BASE,
    request=None if _REQUEST is None else structs.replace(_REQUEST, looks_like=less(_REQUEST.looks_like, LEAST)),
    response=None if _RESPONSE is None else structs.replace(_RESPONSE, looks_like=less(_RESPONSE.looks_like, LEAST)),
    error=None if _ERROR is None else structs.replace(_ERROR, looks_like=less(_ERROR.looks_like, LEAST)),
)
