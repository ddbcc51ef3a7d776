"""The kind of block for a media type, and the media type of base64 data, for formats that require one."""

from __future__ import annotations

import re
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Final

import msgspec

from turnwire.lowering.rewrite_blocks import when_block
from turnwire.model import AudioBlock, DocumentBlock, ImageBlock, VideoBlock

if TYPE_CHECKING:
    from collections.abc import Mapping

    from msgspec import Raw

    from turnwire.losses import Losses

# The first bytes of each format, in base64, after the quote of the JSON text.
_FIRST: Final = (
    (b'"iVBORw0KGgo', "image/png"),  # 89 50 4E 47 0D 0A 1A 0A (PNG, 5.2 "PNG signature")
    (b'"/9j/', "image/jpeg"),  # FF D8 FF (JPEG, B.1.1.3: SOI, then a marker)
    (b'"R0lGOD', "image/gif"),  # "GIF8" (GIF89a, 17 "Header")
)
# "RIFF", the size of the file, "WEBP" (RFC 9649, 2.4): the size is in between, so the pattern has a gap.
_RIFF: Final = b'"UklGR'
_WEBP: Final = b"XRUJQ"
_WEBP_AT: Final = slice(12, 17)
_HEAD: Final = 24


_KINDS: Final[Mapping[str, type[Any]]] = MappingProxyType(
    {"image": ImageBlock, "audio": AudioBlock, "video": VideoBlock}
)


def block_for(media_type: str | None) -> type[Any]:
    """Return the block type for a media type: a document unless it is an image, audio or video."""
    # "The type, subtype, and parameter names are not case sensitive." (RFC 2045, 5.1)
    return _KINDS.get((media_type or "").partition("/")[0].lower(), DocumentBlock)


def media_type_of(data: Raw) -> str | None:
    """Return the media type of a picture in base64 (a JSON string) by its first bytes; None if they are unknown."""
    head = bytes(memoryview(data)[:_HEAD])
    for first, media_type in _FIRST:
        if head.startswith(first):
            return media_type
    return "image/webp" if head.startswith(_RIFF) and head[_WEBP_AT] == _WEBP else None


# The first bytes of sound: an ID3v2 tag; a frame of MPEG audio, layer III (FF F2, F3, FA or FB); "OggS".
_SOUNDS: Final = (
    (re.compile(rb'"(?:SUQz|//[I-Po-v])'), "audio/mp3"),
    (re.compile(rb'"UklGR.{6}XQVZF'), "audio/wav"),
    (re.compile(rb'"T2dnU[w-z]'), "audio/ogg"),
)


def sound_type_of(data: Raw) -> str | None:
    """Return the media type of audio in base64 (a JSON string) by its first bytes; None if they are unknown."""
    head = bytes(memoryview(data)[:_HEAD])
    return next((media_type for first, media_type in _SOUNDS if first.match(head)), None)


@when_block(AudioBlock)
def report_sound_types(block: AudioBlock, place: str, losses: Losses) -> AudioBlock:
    """Take the media type of base64 sound from its first bytes, if the block names none."""
    if block.media_type is not None or losses.dialect in (block.provider_raw or ()):
        return block
    source = block.source
    found = sound_type_of(source.data) if source is not None and source.kind == "base64" else None
    if found is None:
        return block
    losses.invented(f"{place}/media_type", "audio.media_type", found)
    return msgspec.structs.replace(block, media_type=found)


def _lacks_type(block: ImageBlock) -> bool:
    return block.media_type is None and block.source.kind == "base64"


@when_block(ImageBlock, if_any=_lacks_type)
def report_media_types(block: ImageBlock, place: str, losses: Losses) -> ImageBlock:
    """Give base64 pictures without a media type the one of their first bytes."""
    found = media_type_of(block.source.data) if _lacks_type(block) else None
    if found is None:
        return block
    losses.invented(f"{place}/media_type", "image.media_type", found)
    return msgspec.structs.replace(block, media_type=found)
