"""Pictures, sound, film and documents: which kind a media type is, and whose file a URI names."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from turnwire.model import AudioBlock, DocumentBlock, ImageBlock, VideoBlock

if TYPE_CHECKING:
    from msgspec import Raw

    from turnwire.model import ContentBlock

_KINDS: Final[dict[str, type[Any]]] = {"image": ImageBlock, "audio": AudioBlock, "video": VideoBlock}

# Files of the Files API (`File.uri`), and of Google Cloud Storage, which the provider alone can read.
_OWN_FILES: Final = (b'"https://generativelanguage.googleapis.com/', b'"gs://')

# "Gemini API: pass the YouTube URL as fileUri" (the provider's page on video, 2026); there is no media type then.
_FILMS: Final = (b"youtube.com/", b"youtu.be/")
_HOST_LENGTH: Final = 40


def kind_of(media_type: str | None, uri: Raw | None = None) -> type[Any]:
    """The block for a media type; without one, a film of a known film server is a film."""
    if media_type is None:
        head = b"" if uri is None else bytes(memoryview(uri)[:_HOST_LENGTH])
        return VideoBlock if any(host in head for host in _FILMS) else DocumentBlock
    return _KINDS.get(media_type.partition("/")[0], DocumentBlock)


def is_own_file(uri: Raw) -> bool:
    """Whether only the provider's own servers can read this."""
    return bytes(memoryview(uri)[:50]).startswith(_OWN_FILES)


def is_media(block: ContentBlock) -> bool:
    """Whether a block is media."""
    return type(block) in (ImageBlock, DocumentBlock, AudioBlock, VideoBlock)
