"""Explain input that is not a stream."""

from __future__ import annotations

from types import MappingProxyType
from typing import TYPE_CHECKING, Final

from turnwire.errors import InvalidDocument, invalid

if TYPE_CHECKING:
    from collections.abc import Mapping

CODE: Final = "stream.none"
_COMPRESSED: Final = (
    "decompress it first: HTTP clients do where they are not asked for the raw bytes, `gzip -d` in a pipe"
)
_KNOWN: Final[Mapping[bytes, tuple[str, str]]] = MappingProxyType(
    {
        # "ID1 = 31 (0x1f, \037), ID2 = 139 (0x8b, \213)" (RFC 1952, 2.3.1).
        b"\x1f\x8b": ("it is compressed (gzip)", _COMPRESSED),
        # RFC 8878, 3.1.1: "4 bytes, little-endian format.  Value: 0xFD2FB528."
        b"\x28\xb5\x2f\xfd": ("it is compressed (zstd)", _COMPRESSED),
        b"<": ("it is HTML or XML", "read it: it may be the page of a proxy, or of another address than the API's"),
        # A message of Amazon's event streams begins with its length in four bytes.
        b"\0\0": ("it is binary", "of Amazon's event stream, parse the events and send each (`StreamReader.send`)"),
    }
)
_OTHER: Final = (
    "it is other text",
    "pass everything that the provider sent, from its first byte; check the HTTP status, too",
)


def refusal(first: bytes, count: int) -> InvalidDocument:
    """The refusal of bytes without an event; `first` are their first ones."""
    what, hint = next((said for sign, said in _KNOWN.items() if first.startswith(sign)), _OTHER)
    return invalid(CODE, f"no event of a stream in {count} bytes: {what}", hint=hint)
