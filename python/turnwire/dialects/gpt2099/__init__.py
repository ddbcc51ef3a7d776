"""gpt2099: context windows as its providers are given them, and the replies that it makes of their streams.

Sources: docs/reference/schemas.md and docs/reference/provider-api.md of cablehead/gpt2099.nu, and what its code does.
"""

from __future__ import annotations

from turnwire.dialects.gpt2099.detect import looks_like_reply, looks_like_window
from turnwire.dialects.lazy_import import later

LOOKS = {"request": looks_like_window, "response": looks_like_reply}
SIGNS = {"request": ("options",), "response": ("message",)}
__getattr__ = later(f"{__name__}.declaration")
