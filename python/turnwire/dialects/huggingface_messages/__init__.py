"""Rows of Hugging Face data sets of conversations, as chat templates of transformers take them.

Sources: see wire.py.
"""

from __future__ import annotations

from turnwire.dialects.huggingface_messages.detect import looks_like_row
from turnwire.later import later

LOOKS = {"request": looks_like_row}
__getattr__ = later(f"{__name__}.declaration")
