"""Native JSON: the canonical model itself, as people write and read it (schemas/turnwire, proto/README.md)."""

from __future__ import annotations

from turnwire.dialects.lazy_import import later
from turnwire.dialects.turnwire.detect import looks_like_completion, looks_like_error, looks_like_history

LOOKS = {"request": looks_like_history, "response": looks_like_completion, "error": looks_like_error}
SIGNS = {"request": ("history",), "response": ("candidates",), "error": ("message",)}
__getattr__ = later(f"{__name__}.declaration")
