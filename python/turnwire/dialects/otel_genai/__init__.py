"""The GenAI conventions of OpenTelemetry: attributes of a span or an event about a call of a model.

Source: open-telemetry/semantic-conventions, docs/gen-ai (see wire.py).
"""

from __future__ import annotations

from turnwire.dialects.lazy_import import later
from turnwire.dialects.otel_genai.detect import looks_like_answered, looks_like_asked

LOOKS = {"request": looks_like_asked, "response": looks_like_answered}
__getattr__ = later(f"{__name__}.declaration")
