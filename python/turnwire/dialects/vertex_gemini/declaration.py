"""The declaration of the dialect."""

from __future__ import annotations

import functools

from turnwire.families.gemini.declaration import dialect
from turnwire.families.gemini.detect import LEAST, less
from turnwire.families.gemini.reading import is_told
from turnwire.families.gemini.shared import TO_VERTEX
from turnwire.lowering.positional_call_ids import ids_by_position

# "https://aiplatform.googleapis.com/v1/{model}:generateContent", where model is
# "publishers/{publisher}/models/{model}" or under "projects/{project}/locations/{location}/" (the method's page, 2026)
DIALECT = dialect(
    "vertex_gemini",
    "Google Gemini on Vertex AI",
    marks_id=is_told,
    before="/v1/publishers/google/",
    shared=TO_VERTEX,
    ids=(ids_by_position(provider_runs=True),),
    rank=functools.partial(less, most=LEAST),
)
