"""`reasoning_details`, with which some servers tell a thought again, in parts and with signatures."""

from __future__ import annotations

import zlib

import msgspec
from msgspec import Raw

from turnwire.model import ABSENT


class _Detail(msgspec.Struct):
    text: str | None = None
    summary: str | None = None


_DETAILS = msgspec.json.Decoder(list[_Detail])


def text_of_details(raw: Raw) -> str | None:
    """The thought as its details tell it; None where they are no list of details."""
    if raw is ABSENT:
        return None
    try:
        return "".join(detail.text or detail.summary or "" for detail in _DETAILS.decode(raw))
    except msgspec.DecodeError:
        return None


def fingerprint(text: str) -> int:
    """A number by which a thought is known again whose details tell it in other words."""
    return zlib.crc32(text.encode(errors="surrogatepass"))
