"""Pictures, documents, sound, film and search results -> blocks; the bytes stay base64 text."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from msgspec import UNSET

from turnwire.codec.json import check_raw
from turnwire.codec.wire import given, or_none
from turnwire.dialects.bedrock_converse.constraints import S3, TITLE_PATTERN
from turnwire.dialects.bedrock_converse.enums import FORMATS, format_of
from turnwire.dialects.bedrock_converse.overlays import is_text, is_there, keep
from turnwire.model import AudioBlock, DocumentBlock, ImageBlock, Source, TextBlock, VideoBlock

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from turnwire.dialects.bedrock_converse import wire as w
    from turnwire.model import ContentBlock

    ReadParts = Callable[[Sequence[w.Part]], list[ContentBlock]]

_SOURCES = ("bytes", "s3_location", "text", "content")


def read_medium(kind: Any, medium: w.Medium, read: ReadParts) -> tuple[Any, dict[str, Any], dict[str, Any]]:
    """Read a picture, sound or film.

    Returns:
        The block, the members that it does not hold, and its form; no block if it has no single source.
    """
    source, inside = _source(medium.source, read)
    if source is None:
        return None, {}, {}
    overlay: dict[str, Any] = {**medium.unknown.fields, **given(medium, ("error",)), "source": inside}
    media_type, form = _media_type(kind, medium.format, overlay)
    _mark_data(source, form)
    block = kind(source, media_type=media_type)
    return block, overlay, form


def read_document(document: w.Document, read: ReadParts) -> tuple[Any, dict[str, Any], dict[str, Any]]:
    """Read a document, as `read_medium` reads a picture."""
    source, inside = _source(document.source, read)
    if source is None:
        return None, {}, {}
    overlay: dict[str, Any] = {**document.unknown.fields, "source": inside}
    media_type, form = _media_type(DocumentBlock, document.format, overlay)
    _mark_data(source, form)
    if document.name is UNSET or not TITLE_PATTERN.fullmatch(document.name):
        form["as_is"] = [*form.get("as_is", []), "title"]
    block = DocumentBlock(
        source,
        media_type,
        or_none(document.name),
        or_none(document.context),
        None,
        _switch(document.citations, overlay),
    )
    return block, overlay, form


def read_search_result(found: w.SearchResult, read: ReadParts) -> tuple[Any, dict[str, Any], dict[str, Any]]:
    """Read a search result, which is a document of texts with the URL that it was found at."""
    if found.content is UNSET:
        return None, {}, {}
    overlay: dict[str, Any] = {**found.unknown.fields, **given(found, ("source",))}
    cites = _switch(found.citations, overlay)
    block = DocumentBlock(Source("content", content=read(found.content)), None, or_none(found.title), citations=cites)
    return block, overlay, {"part": "searchResult"}


def _mark_data(source: Source, form: dict[str, Any]) -> None:
    """Mark base64 in another alphabet than the usual one."""
    if source.kind == "base64" and (b"-" in bytes(source.data) or b"_" in bytes(source.data)):
        form["as_is"] = [*form.get("as_is", []), "data"]


def _switch(switch: w.CitationsSwitch | Any, overlay: dict[str, Any]) -> bool | None:
    if switch is UNSET:
        return None
    if switch.enabled is UNSET:
        overlay["citations"] = switch.unknown.raw if switch.unknown else {"enabled": None}
        return None
    if switch.unknown:
        overlay["citations"] = switch.unknown.fields
    enabled: bool = switch.enabled
    return enabled


def _media_type(kind: type, word: Any, overlay: dict[str, Any]) -> tuple[str | None, dict[str, Any]]:
    if word is UNSET:
        return None, {"as_is": ["media_type"]}
    media_type = FORMATS[kind].get(word)
    if media_type is None:
        overlay["format"] = word
        return None, {"as_is": ["media_type"]}
    return media_type, {} if format_of(kind, media_type) == word else {"format": word}


def _source(source: Any, read: ReadParts) -> tuple[Source | None, dict[str, Any]]:
    """Return the source, and the members that it does not hold; no source if it is not one of the four."""
    if source is UNSET:
        return None, {}
    found = [name for name in _SOURCES if is_there(getattr(source, name))]
    if len(found) != 1:
        return None, {}
    (name,) = found
    inside: dict[str, Any] = dict(source.unknown.fields)
    if name == "content":
        return Source("content", content=read(source.content)), inside
    if name == "s3_location":
        return _stored(source.s3_location, inside), inside
    data = getattr(source, name)
    check_raw(data)
    if not is_text(data):
        return None, {}
    return Source("base64" if name == "bytes" else "text", data), inside


def _stored(location: w.S3Location, inside: dict[str, Any]) -> Source | None:
    """An object in a bucket: `file_id` is the kind of source for all addresses in a provider's store."""
    if not is_text(location.uri) or not bytes(location.uri).startswith(S3):
        return None
    inside["s3Location"] = {**location.unknown.fields, **given(location, ("bucket_owner",))}
    return Source("file_id", location.uri)


KINDS: dict[str, Any] = {"image": ImageBlock, "video": VideoBlock, "audio": AudioBlock}
"""The member of a content block -> the block."""


def is_plain_text(block: ContentBlock) -> bool:
    """Return whether a block is a text and nothing else."""
    return type(block) is TextBlock and block == TextBlock(block.text)


def with_residue(
    block: Any, overlay: dict[str, Any], form: dict[str, Any], path: tuple[str, ...], beside: dict[str, Any]
) -> Any:
    """Return the block with its residue: `overlay` at the path of members to it, `beside` at the top."""
    for name in reversed(path):
        overlay = {name: overlay}
    block.provider_raw = keep({**beside, **overlay}, form)
    return block
