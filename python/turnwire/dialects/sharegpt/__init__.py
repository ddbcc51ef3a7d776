"""ShareGPT: rows of data sets for training, `{"conversations": [{"from": "human", "value": "Hi"}, ...]}`.

Source: hiyouga/LLaMA-Factory, data/README.md ("Sharegpt Format"), read 2026-11-21.
"""

from __future__ import annotations

from turnwire.dialects.sharegpt.detect import looks_like_row, looks_like_turns
from turnwire.later import later

LOOKS = {"request": looks_like_row}
LISTS = {"request": looks_like_turns}
SIGNS = {"request": ("conversations",)}
__getattr__ = later(f"{__name__}.declaration")
