"""Where a text in the middle of a file is: its line, and its column, which counts characters."""

from __future__ import annotations

from typing import Final

_INSIDE: Final = bytes(range(0x80, 0xC0))
"""The bytes of UTF-8 with which no character begins."""


def behind(text: bytes | bytearray, line: int, column: int) -> tuple[int, int]:
    """Return the line and the column behind a text.

    Args:
        text: the text.
        line: the line on which it begins.
        column: how many characters are before it on this line.
    """
    lines = text.count(b"\n")
    last = text[text.rfind(b"\n") + 1 :] if lines else text
    characters = len(last.translate(None, _INSIDE))
    return line + lines, characters if lines else column + characters
