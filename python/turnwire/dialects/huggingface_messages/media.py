"""The roles and keys of chat templates; pictures, video and audio by their keys."""

from __future__ import annotations

from types import MappingProxyType
from typing import TYPE_CHECKING, Any

from turnwire.codec.json import check_raw
from turnwire.dialects.huggingface_messages.wire import AudioPart, ImagePart, VideoPart
from turnwire.families.chat.media import data_url, is_media_type, is_text, read_url
from turnwire.lowering.media_types import block_for
from turnwire.model import AudioBlock, ImageBlock, Source, VideoBlock

if TYPE_CHECKING:
    from collections.abc import Mapping

    from msgspec import Raw


# In chat_templating.md: "The "user", "system" and "assistant" roles are the standard for chat [...] any string can be
# a role"; in dataset_formats.md: "Developer role - Provides high level instructions (similar to a system prompt)".
ROLES: Mapping[str, Any] = MappingProxyType(
    {"system": "system", "developer": "system", "user": "user", "assistant": "assistant", "tool": "tool"}
)

# In trl/chat_template_utils.py: "The thinking field is named `thinking` (not `reasoning_content` as in other families)"
THOUGHTS = ("reasoning_content", "thinking", "reasoning")


BLOCKS: Mapping[type, Any] = MappingProxyType({ImagePart: ImageBlock, VideoPart: VideoBlock, AudioPart: AudioBlock})
WORDS: Mapping[type, str] = MappingProxyType({ImageBlock: "image", VideoBlock: "video", AudioBlock: "audio"})
# "for key in ["image", "url", "path", "base64"]" (transformers, processing_utils.py: apply_chat_template); the word of
# the part itself has this type for each of the keys.
KEYS = ("url", "path", "base64")
_REMOTE = (b'"http://', b'"https://', b'"data:')


def read_source(key: str, raw: Raw) -> tuple[Source, str | None] | None:
    """Return the source, and its media type if it is a data URL with one; None if the value is not a text."""
    if not is_text(raw):
        return None
    check_raw(raw)
    if key == "url" or (key not in KEYS and bytes(memoryview(raw)[:9]).startswith(_REMOTE)):
        return read_url(raw)
    return Source("base64" if key == "base64" else "file_ref", raw), None


def value_for(key: str, source: Source, media_type: str | None) -> Raw | None:
    """Return the value under a key that is read as this source; None if there is no such value."""
    if source.kind == "base64" and key != "base64" and is_media_type(media_type):
        # A data URL is read as what it was made from, so many megabytes need not be read and compared.
        return data_url(source.data, str(media_type)) if key != "path" and is_text(source.data) else None
    found = read_source(key, source.data)
    if found is None or (found[0].kind, bytes(found[0].data)) != (source.kind, bytes(source.data)):
        return None
    return source.data


def key_for(block: Any, preferred: str | None) -> tuple[str, Raw] | None:
    """Return the key of a picture, a video or audio, and the value; None if it has none.

    A picture in base64 with a media type is a data URL, which has both: `load_image` takes a URL, a path, base64,
    or a text with "image.startswith("data:image/")" (transformers, image_utils.py).
    """
    media_type = block.media_type
    is_picture = type(block) is ImageBlock and block_for(media_type) is ImageBlock
    order = KEYS if is_picture else ("base64", "url", "path")
    for key in (*((preferred,) if preferred else ()), *order):
        if (value := value_for(key, block.source, media_type)) is not None:
            return key, value
    return None
