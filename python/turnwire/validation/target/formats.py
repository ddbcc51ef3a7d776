"""The media type of a part, from what the document states, from the bytes, or from the suffix of an address."""

from __future__ import annotations

import re
from types import MappingProxyType
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Mapping

    from turnwire.validation.outline import Part

_SUFFIXES: Final[Mapping[str, str]] = MappingProxyType(
    {
        "jpg": "image/jpeg",
        "jpeg": "image/jpeg",
        "png": "image/png",
        "gif": "image/gif",
        "webp": "image/webp",
        "bmp": "image/bmp",
        "tiff": "image/tiff",
        "svg": "image/svg+xml",
        "mp3": "audio/mp3",
        "wav": "audio/wav",
        "ogg": "audio/ogg",
        "flac": "audio/flac",
        "m4a": "audio/m4a",
        "aac": "audio/aac",
        "mp4": "video/mp4",
        "mov": "video/quicktime",
        "avi": "video/x-msvideo",
        "wmv": "video/x-ms-wmv",
        "webm": "video/webm",
        "mkv": "video/x-matroska",
    }
)
_SPELLED: Final[Mapping[str, str]] = MappingProxyType(
    {
        "image/jpg": "image/jpeg",
        "audio/mpeg": "audio/mp3",
        "audio/x-wav": "audio/wav",
        "audio/wave": "audio/wav",
        "audio/x-m4a": "audio/m4a",
        "audio/mp4": "audio/m4a",
        "video/mov": "video/quicktime",
        "video/avi": "video/x-msvideo",
        "video/wmv": "video/x-ms-wmv",
    }
)
# A frame of AAC: twelve bits 1, one of the version, two bits 0 of the layer (ISO/IEC 13818-7, 6.2, adts_fixed_header).
_AAC: Final = re.compile(r"//[A-Hg-n]")

_SUFFIX: Final = re.compile(r"[a-z]+://[^/?#]+/[^?#]*\.(\w{1,8})(?:[?#]|$)", re.IGNORECASE)


def media_type_of(part: Part) -> str:
    """Return the media type of a part; empty if it is not known.

    Args:
        part: a picture, sound, film or file.
    """
    if part.form == "url" and type(part.value) is str:
        return _SUFFIXES.get(_suffix(part.value), "")
    if part.kind == "audio" and part.form == "base64" and type(part.value) is str and _AAC.match(part.value):
        return "audio/aac"
    stated = part.media_type.partition(";")[0].strip().lower()
    return _SPELLED.get(stated, stated)


def _suffix(address: str) -> str:
    found = _SUFFIX.match(address)
    return found[1].lower() if found is not None else ""
