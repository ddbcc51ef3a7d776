"""The values that the provider accepts, from its API description (2026, the named schema), and its media."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any, Final

import msgspec

from turnwire.lowering.media_types import block_for
from turnwire.model import AudioBlock, DocumentBlock, ImageBlock, VideoBlock

if TYPE_CHECKING:
    from msgspec import Raw

    from turnwire.model import ContentBlock

# Of FunctionCall.name: "Must be a-z, A-Z, 0-9, or contain underscores and dashes, with a maximum length of 128."
# Public reports quote the server's refusal of other names: "Invalid function name. Must start with a letter or an
# underscore."
NAME_PATTERN: Final = re.compile(r"[a-zA-Z_][a-zA-Z0-9_-]{0,127}")
NAME_LENGTH: Final = 128

# ThinkingConfig.thinkingLevel: the enum without THINKING_LEVEL_UNSPECIFIED
LEVELS: Final = frozenset({"minimal", "low", "medium", "high"})

# GenerateContentRequest.serviceTier: the enum
TIERS: Final = frozenset({"unspecified", "standard", "flex", "priority"})

# GenerationConfig.responseModalities: the enum without MODALITY_UNSPECIFIED
MODALITIES: Final = frozenset({"text", "image", "audio"})

# VideoMetadata.startOffset: "pattern": "^-?[0-9]+(\\.[0-9]{1,9})?s$"
OFFSET: Final = re.compile(r"-?[0-9]+(\.[0-9]{1,9})?s")

# Blob.data: "pattern": "^[A-Za-z0-9+/_-]*={0,2}$"
BASE64: Final = re.compile(r"[A-Za-z0-9+/_-]*={0,2}")
_LETTERS: Final = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/_-"
_BACKSLASH: Final = ord("\\")
_NO_LETTERS: Final = frozenset({b'""', b'"="', b'"=="'})

# ThinkingConfig.thinkingBudget: "maximum": 2147483647
LARGEST_INT: Final = 2147483647

# Files of the Files API (`File.uri`), and of Google Cloud Storage, which the provider alone can read.
_OWN_FILES: Final = (b'"https://generativelanguage.googleapis.com/', b'"gs://')

# "Gemini API: pass the YouTube URL as fileUri" (the provider's page on video, 2026); there is not a media type then.
_FILMS: Final = (b"youtube.com/", b"youtu.be/")
_HOST_LENGTH: Final = 40


def kind_of(media_type: str | None, uri: Raw | None = None) -> type[Any]:
    """The block for a media type; without one, a film of a known film server is a film."""
    if media_type is None:
        head = b"" if uri is None else bytes(memoryview(uri)[:_HOST_LENGTH])
        return VideoBlock if any(host in head for host in _FILMS) else DocumentBlock
    return block_for(media_type)


def is_own_file(uri: Raw) -> bool:
    """Whether only the provider's own servers can read this."""
    return bytes(memoryview(uri)[:50]).startswith(_OWN_FILES)


def is_media(block: ContentBlock) -> bool:
    """Whether a block is media."""
    return type(block) in (ImageBlock, DocumentBlock, AudioBlock, VideoBlock)


# A whole file of megabytes is not looked through: that takes longer than all else together, and what is no base64
# at all shows at either end.
_END: Final = 2048


def is_base64(data: Raw) -> bool:
    """Whether a JSON text is base64 as the provider takes it."""
    text = bytes(data)
    if _BACKSLASH in text:
        return BASE64.fullmatch(msgspec.json.decode(data)) is not None
    if len(text) <= 4 * _END:
        return _is_base64(text)
    return _is_base64(text[: _END + 1] + b'"') and b"=" not in text[: _END + 1] and _is_base64(b'"' + text[-_END - 1 :])


def _is_base64(text: bytes) -> bool:
    """Whether a JSON text without escapes is base64."""
    rest = text.translate(None, _LETTERS)
    return rest in _NO_LETTERS and text.endswith(rest[1:])
