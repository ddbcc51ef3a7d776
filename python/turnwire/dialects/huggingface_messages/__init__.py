"""Rows of Hugging Face data sets of conversations, as chat templates of transformers take them.

Sources: see wire.py.
"""

from __future__ import annotations

from turnwire.dialects.huggingface_messages.detect import looks_like_row
from turnwire.later import later
from turnwire.members import in_list

LOOKS = {"request": looks_like_row}
LISTS = {"request": in_list("messages", looks_like_row)}
SIGNS = {"request": ("messages", "prompt", "completion", "chosen", "rejected")}
__getattr__ = later(f"{__name__}.declaration")
