"""Texts that strict JSON readers refuse: with a byte order mark, or half of a surrogate pair."""

from __future__ import annotations

import re
from typing import Final

from turnwire.codec.lenient import BOM

# "the string literal "\uDEAD" is a single unpaired UTF-16 surrogate" is JSON all the same (RFC 8259, 8.2).  JavaScript
# writes it where a text was cut inside of an emoji.  Each escape is matched, so that `\\ud83d` is none.
_ESCAPE: Final = re.compile(
    rb"\\(?:u[dD][89abAB][0-9a-fA-F]{2}\\u[dD][c-fC-F][0-9a-fA-F]{2}|(?P<half>u[dD][89a-fA-F][0-9a-fA-F]{2})|.)",
    re.DOTALL,
)
_NONCHARACTER: Final = b"\xef\xb7"
_LOWER, _UPPER, _OWN = b"\xef\xb7\x90", b"\xef\xb7\x91", b"\xef\xb7\x92"
_DIGITS: Final = 0x90 - ord("0")
_HIDDEN: Final = re.compile(
    rb"\xef\xb7(?P<own>[\x90-\x92])|\\u(?P<escaped>[fF][dD][dD][0-2])|" + _ESCAPE.pattern, re.DOTALL
)
_REVEALED: Final = re.compile(
    rb"\xef\xb7(?:\x90(?P<lower>...)|\x91(?P<upper>...)|\x92(?:(?P<own>[0-2])|u(?P<escaped>....)))", re.DOTALL
)
_HALF: Final = (b"\\ud", b"\\uD")
_ESCAPED: Final = (b"\\uf", b"\\uF")
"""The beginnings of the escape of a noncharacter."""

REPLACEMENT: Final = rb"\ufffd"
"""What is read instead of half of a surrogate pair."""


def mended(text: bytes) -> bytes:
    """Return a line that can be read: without a byte order mark, and with U+FFFD for each half of a surrogate pair."""
    # "implementations that parse JSON texts MAY ignore the presence of a byte order mark" (RFC 8259, 8.1)
    text = text.removeprefix(BOM)
    if not any(half in text for half in _HALF):
        return text
    return _ESCAPE.sub(lambda found: REPLACEMENT if found["half"] else found[0], text)


def hidden(text: bytes) -> bytes:
    """Return a JSON text that can be cut: each half of a surrogate pair is a noncharacter and three digits.

    "Noncharacters are intended for internal use" (the Unicode standard, 23.7).  A noncharacter of the text is another
    one and a digit, or its escape, so that `revealed` returns the same text.
    """
    has_escapes = b"\\u" in text and any(map(text.__contains__, (*_HALF, *_ESCAPED)))
    if not has_escapes and _NONCHARACTER not in text:
        return text
    return _HIDDEN.sub(_hidden, text)


def _hidden(found: re.Match[bytes]) -> bytes:
    half, own = found["half"], found["own"]
    if own is not None:
        return _OWN + bytes([own[0] - _DIGITS])
    if found["escaped"] is not None:
        return _OWN + b"u" + found["escaped"]
    return found[0] if half is None else (_LOWER if half.startswith(b"ud") else _UPPER) + half[2:]


def revealed(text: bytes) -> bytes:
    """Return the text that `hidden` was given."""
    return _REVEALED.sub(_revealed, text) if _NONCHARACTER in text else text


def _revealed(found: re.Match[bytes]) -> bytes:
    if found["own"] is not None:
        return _NONCHARACTER + bytes([found["own"][0] + _DIGITS])
    if found["escaped"] is not None:
        return b"\\u" + found["escaped"]
    return (b"\\ud" if found["lower"] is not None else b"\\uD") + (found["lower"] or found["upper"])
