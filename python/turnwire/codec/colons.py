"""Count the colons of a JSON text: each member has one behind its name, and the strings may have more."""

from __future__ import annotations

from typing import Final

_ESCAPES: Final = (b"\\u003a", b"\\u003A")
"""The escapes of a colon, which is U+003A."""
_BEGUN: Final = b"\\u003"
_BACKSLASH: Final = ord("\\")


def colons(data: bytes) -> int:
    """Count the colons in a text.

    `bytes.count` looks at each byte, and `replace` calls memchr: it takes a third of the time.
    """
    return len(data) - len(data.replace(b":", b""))


def has_escaped_colons(data: bytes) -> bool:
    """Return whether a text may have a colon as an escape.  Most texts have no backslash, which is found at once."""
    # `in` takes a number at once, and tries to make one of bytes.
    if _BACKSLASH not in data or data.rfind(_BEGUN) < 0:
        return False
    return any(data.rfind(each) >= 0 for each in _ESCAPES)
