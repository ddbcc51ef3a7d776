"""The canonical message format: messages as its sessions store them.

Sources: docs/specs/canonical-message-format.md of david-2814/metis (v1.1), and what its encoder writes and its decoder
takes.
"""

from __future__ import annotations

from turnwire.dialects.canonical.detect import looks_like_list, looks_like_reply, looks_like_session
from turnwire.dialects.lazy_import import later

LOOKS = {"request": looks_like_session, "response": looks_like_reply}
LISTS = {"request": looks_like_list}
SIGNS = {"request": ("messages", "session_id"), "response": ("session_id",)}
__getattr__ = later(f"{__name__}.declaration")
