"""Lines that programs write and strict JSON readers refuse: with a byte order mark, or half of a surrogate pair."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from msgspec import structs

if TYPE_CHECKING:
    from collections.abc import Iterator

    from turnwire.sessions.files.format import Numbered, SessionFormat
    from turnwire.sessions.files.line import Line

# "implementations that parse JSON texts MAY ignore the presence of a byte order mark" (RFC 8259, 8.1)
MARK: Final = b"\xef\xbb\xbf"

# "the string literal "\uDEAD" is a single unpaired UTF-16 surrogate" is JSON all the same (RFC 8259, 8.2).  JavaScript
# writes it where a text was cut inside of an emoji.  Each escape is matched, so that `\\ud83d` is none.
_ESCAPE: Final = re.compile(
    rb"\\(?:u[dD][89abAB][0-9a-fA-F]{2}\\u[dD][c-fC-F][0-9a-fA-F]{2}|(?P<half>u[dD][89a-fA-F][0-9a-fA-F]{2})|.)",
    re.DOTALL,
)
_HALF: Final = (b"\\ud", b"\\uD")
REPLACEMENT: Final = rb"\ufffd"
"""What is read instead of half of a surrogate pair."""


def mended(text: bytes) -> bytes:
    """Return a line that can be read: without a byte order mark, and with U+FFFD for each half of a surrogate pair."""
    text = text.removeprefix(MARK)
    if not any(half in text for half in _HALF):
        return text
    return _ESCAPE.sub(lambda found: REPLACEMENT if found["half"] else found[0], text)


def read_numbered(numbered: Numbered, form: SessionFormat) -> Iterator[Line]:
    """Yield each line of a file with what it is; a line that had to be mended keeps its original.

    Args:
        numbered: the lines of the file with their numbers.
        form: the format.
    """
    originals: dict[int, bytes] = {}
    for line in form.lines(_mended(numbered, originals)):
        original = originals.pop(line.number, None)
        yield line if original is None else structs.replace(line, original=original)


def _mended(numbered: Numbered, originals: dict[int, bytes]) -> Iterator[tuple[int, bytes]]:
    for number, text in numbered:
        found = mended(text)
        if found != text:
            originals[number] = text
        yield number, found
