"""What every page in HTML has: no scripts, no addresses, everything escaped."""

from __future__ import annotations

from html import escape
from typing import Final

POLICY: Final = "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'"
"""Nothing is loaded and nothing runs, whatever documents say."""


def text(raw: str) -> str:
    """Return text escaped; characters that UTF-8 or HTML has no place for are written as escapes."""
    shown = raw.encode("utf-8", "backslashreplace").decode()
    return escape("".join(each if each >= " " or each in "\n\t" else f"\\x{ord(each):02x}" for each in shown))
