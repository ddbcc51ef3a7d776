"""What every page in HTML has: no scripts, no addresses, everything escaped."""

from __future__ import annotations

from html import escape
from typing import Final

POLICY: Final = "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'"
"""Nothing is loaded and nothing runs, whatever documents say."""

_ESCAPES: Final = {code: f"\\x{code:02x}" for code in (*range(0x20), *range(0x7F, 0xA0)) if chr(code) not in "\n\t"} | {
    code: f"\\u{code:04x}" for code in (*range(0x202A, 0x202F), *range(0x2066, 0x206A))
}
"""Control characters, and those of the direction of text (Unicode, Bidirectional Algorithm, Table 4)."""


def text(raw: str) -> str:
    """Return text escaped for HTML, with some characters written as escapes.

    These are the characters that UTF-8 or HTML cannot hold, and those that change the direction of the text after them,
    which can make one name look like another.
    """
    # None of these characters is printable, and `translate` looks up each character of a text that is not ASCII.
    if raw.replace("\n", " ").isprintable():
        return escape(raw)
    shown = raw.encode("utf-8", "backslashreplace").decode()
    return escape(shown.translate(_ESCAPES))
