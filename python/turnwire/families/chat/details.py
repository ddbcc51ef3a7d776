"""`reasoning_details`, in which some servers repeat the reasoning, in parts and with signatures."""

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
    """Return the text of the reasoning in its details; None if they are not a list of details."""
    if raw is ABSENT:
        return None
    try:
        return "".join(detail.text or detail.summary or "" for detail in _DETAILS.decode(raw))
    except msgspec.DecodeError:
        return None


def fingerprint(text: str) -> int:
    """Return a number that identifies a text of reasoning whose details have different words."""
    return zlib.crc32(text.encode(errors="surrogatepass"))
