"""Pictures, sound, films and files of a message: a block by the media type, and where the bytes are."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from turnwire.model import AudioBlock, DocumentBlock, ImageBlock, Source, VideoBlock
from turnwire.sessions.files.slots import data_of

if TYPE_CHECKING:
    from turnwire.model import ContentBlock, SourceKind

# "dataurl := "data:" [ mediatype ] [ ";base64" ] "," data" (RFC 2397, 3)
_DATA_URL: Final = re.compile(r"data:([\w.+-]+/[\w.+-]+);base64,")
_URL: Final = re.compile(r"[A-Za-z][A-Za-z0-9+.-]*:")


def media_block(address: str, media_type: str | None, filename: str | None = None) -> ContentBlock:
    """Return a block for a file; one whose media type is not known is a document.

    Args:
        address: a data URL, any other URL, or the data as base64.
        media_type: the media type that the message tells; that of a data URL is used if it tells none.
        filename: the name of the file.
    """
    return block_of(*source_of(address, media_type, "base64"), filename)


def source_of(address: str, media_type: str | None, other: SourceKind) -> tuple[Source, str | None]:
    """Return where the bytes of a file are, and its media type.

    Args:
        address: a data URL, any other URL, or what `other` tells.
        media_type: the media type that the message tells; that of a data URL is used if it tells none.
        other: what an address is that is no URL, such as `base64`.
    """
    head = _DATA_URL.match(address)
    if head is not None:
        return Source(kind="base64", data=data_of(address[head.end() :])), media_type or head[1]
    return Source(kind="url" if _URL.match(address) else other, data=data_of(address)), media_type


def block_of(source: Source, media_type: str | None, filename: str | None = None) -> ContentBlock:
    """Return a block for a source by its media type."""
    kind = (media_type or "").partition("/")[0].lower()
    if kind == "image":
        return ImageBlock(source=source, media_type=media_type)
    if kind == "audio":
        return AudioBlock(source=source, media_type=media_type)
    if kind == "video":
        return VideoBlock(source=source, media_type=media_type)
    return DocumentBlock(source=source, media_type=media_type, filename=filename)
