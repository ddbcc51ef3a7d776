"""ShareGPT: rows of data sets for training, `{"conversations": [{"from": "human", "value": "Hi"}, ...]}`.

Source: hiyouga/LLaMA-Factory, data/README.md ("Sharegpt Format"), read 2026-11-21.
"""

from __future__ import annotations

from turnwire.dialects.lazy_import import later
from turnwire.dialects.sharegpt.detect import looks_like_row, looks_like_turns

LOOKS = {"request": looks_like_row}
LISTS = {"request": looks_like_turns}
SIGNS = {"request": ("conversations",)}
__getattr__ = later(f"{__name__}.declaration")
