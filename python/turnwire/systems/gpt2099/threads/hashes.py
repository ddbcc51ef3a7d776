"""Content addresses: the Subresource Integrity text of a SHA-256, by which gpt2099 names what it stores."""

from __future__ import annotations

import base64
import binascii
import hashlib
import re

from turnwire.errors import invalid

PREFIX = "sha256-"

# 32 bytes are 44 characters of base64, the last of which is padding.
_INTEGRITY = re.compile(r"sha256-([A-Za-z0-9+/]{43}=)\Z")


def integrity(data: bytes) -> str:
    """The address of these bytes: `sha256-` and the digest in base64."""
    return PREFIX + base64.b64encode(hashlib.sha256(data).digest()).decode()


def digest(address: str) -> bytes:
    """Return the 32 bytes of an address.

    Raises InvalidDocument (`thread.hash`) for anything but one SHA-256: an address becomes the name of a file.
    """
    found = _INTEGRITY.match(address)
    if found is None:
        raise _refused(address)
    try:
        said = base64.b64decode(found[1], validate=True)
    except binascii.Error:
        raise _refused(address) from None
    # The last character before the padding has two unused bits: only one spelling names a file.
    if base64.b64encode(said).decode() != found[1]:
        raise _refused(address)
    return said


def _refused(address: str) -> Exception:
    hint = "an address is sha256- and 44 characters of base64, as the store writes it"
    return invalid("thread.hash", f"{address[:80]!r} is not the SHA-256 address of any content", hint=hint)
