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


def media_block(
    address: str,
    media_type: str | None,
    filename: str | None = None,
    *,
    kind: str = "document",
    other: SourceKind = "base64",
) -> ContentBlock:
    """Return a block for a file.

    Args:
        address: a data URL, any other URL, or what `other` tells.
        media_type: the media type that the message tells, which may be `image/*`; that of a data URL is used if it
            tells none.
        filename: the name of the file; only documents have one.
        kind: what the file is if its media type is not known: `image`, `audio`, `video` or `document`.
        other: what an address is that is no URL.
    """
    source, found = source_of(address, other)
    media_type = media_type or found
    kind = (media_type or kind).partition("/")[0].lower()
    exact = media_type if media_type and "/" in media_type and "*" not in media_type else None
    if kind == "image":
        return ImageBlock(source=source, media_type=exact)
    if kind == "audio":
        return AudioBlock(source=source, media_type=exact)
    if kind == "video":
        return VideoBlock(source=source, media_type=exact)
    return DocumentBlock(source=source, media_type=exact, filename=filename)


def source_of(address: str, other: SourceKind) -> tuple[Source, str | None]:
    """Return where the bytes of a file are, and the media type of a data URL.

    Args:
        address: a data URL, any other URL, or what `other` tells.
        other: what an address is that is no URL, such as `base64`.
    """
    head = _DATA_URL.match(address)
    if head is not None:
        return Source(kind="base64", data=data_of(address[head.end() :])), head[1]
    return Source(kind="url" if _URL.match(address) else other, data=data_of(address)), None
