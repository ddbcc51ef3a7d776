"""Pictures, files and sound: data URLs and media types, both ways.

Base64 data stays the JSON text it came as: it is cut out of the data URL and never decoded.
"""

from __future__ import annotations

import re

import msgspec
from msgspec import Raw

from turnwire.codec.json import check_raw
from turnwire.model import Source

# RFC 2397: dataurl := "data:" [ mediatype ] [ ";base64" ] "," data
_HEAD = re.compile(rb'"data:([\w.+-]+/[\w.+-]+);base64,')
_HEAD_BYTES = 160
_MAX_TYPE = 120

_AUDIO_TYPES = {"wav": "audio/wav", "mp3": "audio/mpeg"}
_AUDIO_FORMATS = {media_type: word for word, media_type in _AUDIO_TYPES.items()}
# Other names of the same two.
_AUDIO_FORMATS |= dict.fromkeys(("audio/x-wav", "audio/wave", "audio/vnd.wave"), "wav")
_AUDIO_FORMATS |= dict.fromkeys(("audio/mp3", "audio/x-mp3", "audio/mpeg3"), "mp3")


def read_url(url: Raw) -> tuple[Source, str | None]:
    """Return the source for a URL (a JSON string), and its media type if it is a data URL with one."""
    view = memoryview(url)
    head = _HEAD.match(view[:_HEAD_BYTES])
    if head is None:
        check_raw(url)
        return Source("url", url), None
    data = b'"' + view[head.end() :]
    if not data.isascii():
        check_raw(data)
    return Source("base64", Raw(data)), head[1].decode()


def data_url(data: Raw, media_type: str) -> Raw:
    """The data URL of base64 data (a JSON string)."""
    return Raw(b'"data:' + media_type.encode() + b";base64," + memoryview(data)[1:])


def is_text(raw: Raw) -> bool:
    """Whether a piece of JSON is a string."""
    return bytes(memoryview(raw)[:1]) == b'"'


def text_of(raw: Raw) -> str:
    """The text of a JSON string."""
    return str(msgspec.json.decode(raw, type=str))


def audio_type(word: str) -> str:
    """Return the media type of a format word, such as `mp3`."""
    return _AUDIO_TYPES.get(word) or f"audio/{word}"


def audio_format(media_type: str | None) -> str | None:
    """Return the format word of a media type; None if it is not a known type of audio."""
    # "The type and subtype tokens are case-insensitive." (RFC 9110, section 8.3.1)
    kind, _, word = (media_type or "").lower().partition("/")
    if kind != "audio":
        return None
    return _AUDIO_FORMATS.get(f"audio/{word}") or word


def is_media_type(text: str | None) -> bool:
    """Return whether a media type can be put into a data URL and read from it again."""
    return text is not None and re.fullmatch(r"[\w.+-]+/[\w.+-]+", text) is not None and len(text) < _MAX_TYPE
