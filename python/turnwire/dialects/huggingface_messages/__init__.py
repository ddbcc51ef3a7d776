"""Rows of Hugging Face data sets of conversations, as chat templates of transformers take them.

Sources: see wire.py.
"""

from __future__ import annotations

from turnwire.codec.members import in_list
from turnwire.dialects.huggingface_messages.detect import looks_like_row
from turnwire.dialects.lazy_import import later

LOOKS = {"request": looks_like_row}
LISTS = {"request": in_list("messages", looks_like_row)}
SIGNS = {"request": ("messages", "prompt", "completion", "chosen", "rejected")}
__getattr__ = later(f"{__name__}.declaration")
