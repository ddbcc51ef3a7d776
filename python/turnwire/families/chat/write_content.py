"""Write blocks as content parts, with one function per block type; types without a function have no place."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import msgspec
from msgspec import Raw

from turnwire.documents.residue import form_of, report_foreign, restore
from turnwire.families.chat.media import audio_format, audio_type, data_url, is_media_type, text_of
from turnwire.lowering.writing import report_source, report_spelled_mark, write_opaque
from turnwire.model import (
    AudioBlock,
    CacheControl,
    DocumentBlock,
    ImageBlock,
    OpaqueBlock,
    RefusalBlock,
    TextBlock,
    VideoBlock,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from turnwire.families.chat.vendor import Vendor
    from turnwire.losses import Losses
    from turnwire.model import ContentBlock


class TextPart(msgspec.Struct, omit_defaults=True, gc=False, tag_field="type", tag="text"):
    """Text inside a list of content parts."""

    text: str
    cache_control: Any = None


class ImageUrl(msgspec.Struct, omit_defaults=True, gc=False):
    """The address of a picture."""

    url: Raw
    detail: str | None = None


class ImagePart(msgspec.Struct, omit_defaults=True, gc=False, tag_field="type", tag="image_url"):
    """A picture."""

    image_url: ImageUrl
    cache_control: Any = None


def feature_of(block: Any) -> str:
    """The schema's name for a kind of block."""
    return str(block.__struct_config__.tag)


def write_part(block: ContentBlock, place: str, losses: Losses, vendor: Vendor) -> Any:
    """Write the content part of a block; None, after reporting the loss, if there is none."""
    write = _PARTS.get(type(block))
    if write is None:
        losses.dropped(place, feature_of(block), block)
        return None
    return write(block, place, losses, vendor)


def write_parts(blocks: Sequence[ContentBlock], places: Sequence[str], losses: Losses, vendor: Vendor) -> list[Any]:
    """The content parts of some blocks."""
    parts = [write_part(block, place, losses, vendor) for block, place in zip(blocks, places, strict=True)]
    return [part for part in parts if part is not None]


def _finish(part: Any, block: Any, held: frozenset[str], place: str, losses: Losses, vendor: Vendor) -> Any:
    """Return the part with its cache mark and residue, and report the fields that it does not hold."""
    if type(part) is dict:
        mark = write_cache(block, place, losses, vendor, marked=True)
        if mark is not None:
            part["cache_control"] = mark
    losses.dropped_fields(block, held, place, feature_of(block))
    return restore(part, block.provider_raw, losses, place) if block.provider_raw else part


def write_cache(node: Any, place: str, losses: Losses, vendor: Vendor, *, marked: str | bool) -> dict[str, str] | None:
    """Write the cache mark of a block or tool, if the vendor documents one or if its own document had it."""
    cache: CacheControl | None = node.cache
    if cache is None:
        return None
    documented = marked is True and type(node) in vendor.cached
    if not documented and form_of(node.provider_raw, losses.dialect).get("cache") != marked:
        losses.dropped(f"{place}/cache", f"{feature_of_node(node)}.cache", cache)
        return None
    if cache.provider_raw is not None:
        report_spelled_mark(node, place, losses)
        report_foreign(cache.provider_raw, losses, f"{place}/cache")
    return {"type": cache.kind} if cache.ttl is None else {"type": cache.kind, "ttl": cache.ttl}


def feature_of_node(node: Any) -> str:
    """The schema's name for a block or a tool."""
    return str(node.__struct_config__.tag or "tool")


_TEXT = frozenset(("text", "cache"))
_IMAGE = frozenset(("source", "media_type", "detail", "cache"))
_AUDIO = frozenset(("source", "media_type", "cache"))
_FILE = frozenset(("source", "media_type", "filename", "cache"))


def _write_text(block: TextBlock, place: str, losses: Losses, vendor: Vendor) -> Any:
    if block.provider_raw is None and block.cache is None and not block.citations:
        return TextPart(block.text)
    if block.cache is None and form_of(block.provider_raw, losses.dialect).get("part") == "text":
        return _finish(block.text, block, _TEXT, place, losses, vendor)
    return _finish({"type": "text", "text": block.text}, block, _TEXT, place, losses, vendor)


def write_image(block: ImageBlock, place: str, losses: Losses, vendor: Vendor) -> Any:
    """Write a picture; None, after reporting the loss, if its source has no URL."""
    url = write_url(block, place, losses)
    if url is None:
        return None
    if block.provider_raw is None and block.cache is None and (block.detail is None or block.detail in vendor.details):
        return ImagePart(ImageUrl(url, block.detail))
    if form_of(block.provider_raw, losses.dialect).get("image_url") == "text" and block.detail is None:
        return _finish({"type": "image_url", "image_url": url}, block, _IMAGE, place, losses, vendor)
    image = ImageUrl(url, write_detail(block, place, losses, vendor))
    return _finish({"type": "image_url", "image_url": image}, block, _IMAGE, place, losses, vendor)


def write_detail(block: ImageBlock, place: str, losses: Losses, vendor: Vendor) -> str | None:
    """Write `detail`, if the vendor has this word; other words are written only for the document that had them."""
    detail = block.detail
    if (
        detail is None
        or detail in vendor.details
        or form_of(block.provider_raw, losses.dialect).get("detail") == detail
    ):
        return detail
    losses.dropped(f"{place}/detail", "image.detail", detail)
    return None


def write_url(block: Any, place: str, losses: Losses) -> Raw | None:
    """Write the URL of a picture or video; None, and the block is lost, if the source has none."""
    source = block.source
    if source.kind == "base64" and source.data and is_media_type(block.media_type):
        url = data_url(source.data, block.media_type)
    elif source.kind == "url" and source.data:
        url = source.data
        if block.media_type is not None:
            losses.dropped(f"{place}/media_type", f"{feature_of(block)}.media_type", block.media_type)
    else:
        losses.dropped(place, feature_of(block), block)
        return None
    report_source(source, place, losses)
    return url


def _write_audio(block: AudioBlock, place: str, losses: Losses, vendor: Vendor) -> Any:
    source = block.source
    told = form_of(block.provider_raw, losses.dialect).get("format")
    word = told
    if block.media_type not in (f"audio/{told}", audio_type(str(told))):
        word = audio_format(block.media_type)
    if source is None or source.kind != "base64" or not source.data or word is None:
        losses.dropped(place, "audio", block)
        return None
    report_source(source, place, losses)
    _report_format(block, word, told, place, losses)
    part = {"type": "input_audio", "input_audio": {"data": source.data, "format": word}}
    return _finish(part, block, _AUDIO, place, losses, vendor)


def _report_format(block: AudioBlock, word: Any, told: Any, place: str, losses: Losses) -> None:
    """Report a media type that is written as another `word`; an invented one is reported already."""
    path = f"{place}/media_type"
    if losses.has_invented(path):
        return
    if audio_type(str(word)) != block.media_type:
        losses.degraded(path, "audio.media_type", block.media_type)
    elif word != told:
        # A word of its own, where others have a media type.
        losses.reshaped(path, "audio.media_type", block.media_type)


def _write_file(block: DocumentBlock, place: str, losses: Losses, vendor: Vendor) -> Any:
    file = _file_source(block, vendor)
    if file is None:
        losses.dropped(place, "document", block)
        return None
    report_source(block.source, place, losses)
    if block.source.kind != "base64" and block.media_type is not None:
        losses.dropped(f"{place}/media_type", "document.media_type", block.media_type)
    if block.filename is not None:
        file["filename"] = block.filename
    return _finish({"type": "file", "file": file}, block, _FILE, place, losses, vendor)


def _file_source(block: DocumentBlock, vendor: Vendor) -> dict[str, Any] | None:
    source = block.source
    if not source.data:
        return None
    if source.kind == "base64" and is_media_type(block.media_type):
        return {"file_data": data_url(source.data, block.media_type or "")}
    form = form_of(block.provider_raw, vendor.name)
    if source.kind == "url" and (vendor.file_urls or form.get("file_data") == "plain"):
        return {"file_data": source.data}
    # An id lives on one provider's server, and means nothing, or something else, on another's.
    return {"file_id": text_of(source.data)} if source.kind == "file_id" and "file_id" in form else None


def _write_video(block: VideoBlock, place: str, losses: Losses, vendor: Vendor) -> Any:
    # The API itself knows no films; compatible servers do.
    url = write_url(block, place, losses)
    if url is None:
        return None
    held = frozenset(("source", "media_type", "cache"))
    return _finish({"type": "video_url", "video_url": {"url": url}}, block, held, place, losses, vendor)


def _write_refusal(block: RefusalBlock, place: str, losses: Losses, vendor: Vendor) -> Any:
    return _finish({"type": "refusal", "refusal": block.text}, block, _TEXT, place, losses, vendor)


def _write_opaque(block: OpaqueBlock, place: str, losses: Losses, _: Vendor) -> Any:
    return write_opaque(block, place, losses)


_PARTS: dict[type, Callable[[Any, str, Losses, Vendor], Any]] = {
    TextBlock: _write_text,
    ImageBlock: write_image,
    AudioBlock: _write_audio,
    DocumentBlock: _write_file,
    VideoBlock: _write_video,
    RefusalBlock: _write_refusal,
    OpaqueBlock: _write_opaque,
}
