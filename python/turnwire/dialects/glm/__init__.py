"""GLM: chat histories of the "general language models" library, as YAML, JSON or protobuf.

Source: finnschwall/PyALM, format_specifications.md, and the files that three generations of its code wrote,
read 2026-11-21.  `encodings.py` has the YAML and the protobuf, `prompt.py` the prompts that the library builds.
"""

from __future__ import annotations

from turnwire.dialects.glm.detect import looks_like_chat
from turnwire.dialects.lazy_import import later

LOOKS = {"request": looks_like_chat}
SIGNS = {"request": ("history", "tracker")}
__getattr__ = later(f"{__name__}.declaration")
