"""Messages of the Agent2Agent protocol, alone or as the history of a task.

Source: a2a.json (0.3.0) and a2a.proto (1.0) of a2aproject/A2A.
"""

from __future__ import annotations

from turnwire.dialects.a2a_messages.detect import looks_like_body
from turnwire.dialects.lazy_import import later

LOOKS = {"request": looks_like_body}
SIGNS = {"request": ("parts", "status")}
__getattr__ = later(f"{__name__}.declaration")
