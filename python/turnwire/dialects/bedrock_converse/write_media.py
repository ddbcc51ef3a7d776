"""Pictures, documents, sound, film and search results, written."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from msgspec import UNSET

from turnwire.codec.wire import or_unset
from turnwire.dialects.bedrock_converse import wire as w
from turnwire.dialects.bedrock_converse.enums import FORMATS, format_of
from turnwire.documents.residue import form_of, own_members, report_foreign

if TYPE_CHECKING:
    from collections.abc import Callable

    from turnwire.losses import Losses
    from turnwire.model import AudioBlock, ContentBlock, DocumentBlock, ImageBlock, Source, VideoBlock

    WriteParts = Callable[[list[ContentBlock], list[str], Losses], list[Any]]

MEDIUM = frozenset({"source", "media_type"})
DOCUMENT = MEDIUM | {"title", "context", "citations"}


def write_medium(
    block: ImageBlock | VideoBlock | AudioBlock, place: str, losses: Losses, write: WriteParts
) -> w.Medium:
    """A picture, sound or film."""
    return w.Medium(format=_format(block, losses), source=_source(block.source, place, losses, write))


def write_document(block: DocumentBlock, place: str, losses: Losses, write: WriteParts) -> w.Document:
    """A document."""
    return w.Document(
        format=_format(block, losses),
        name=or_unset(block.title),
        source=_source(block.source, place, losses, write),
        context=or_unset(block.context),
        citations=_switch(block),
    )


def is_search_result(block: DocumentBlock, dialect: str) -> bool:
    """Return whether a document was read from a search result, and still can be one."""
    read_so = form_of(block.provider_raw, dialect).get("part") == "searchResult"
    return read_so and block.source.kind == "content" and block.media_type is None and block.context is None


def write_search_result(block: DocumentBlock, place: str, losses: Losses, write: WriteParts) -> w.SearchResult:
    """A search result; its URL is in the residue."""
    source = _source(block.source, place, losses, write)
    content: Any = source.content if source is not UNSET else UNSET
    return w.SearchResult(title=or_unset(block.title), content=content, citations=_switch(block))


def _switch(block: DocumentBlock) -> Any:
    return UNSET if block.citations is None else w.CitationsSwitch(enabled=block.citations)


def _format(block: Any, losses: Losses) -> Any:
    """Return the format, in the source's word for it while that means the same media type."""
    word = form_of(block.provider_raw, losses.dialect).get("format")
    if isinstance(word, str) and FORMATS[type(block)].get(word) == block.media_type is not None:
        return word
    return or_unset(format_of(type(block), block.media_type))


def _source(source: Source | None, place: str, losses: Losses, write: WriteParts) -> Any:
    if source is None:
        return UNSET
    report_foreign(source.provider_raw, losses, f"{place}/source")
    if source.kind == "content":
        if source.data:
            losses.dropped(f"{place}/source/data", "source.data", source.data)
        places = [f"{place}/source/content/{n}" for n in range(len(source.content))]
        return w.Source(content=write(source.content, places, losses))
    if source.content:
        losses.dropped(f"{place}/source/content", "source.content", source.content)
    if source.kind == "file_id":
        return w.Source(s3_location=w.S3Location(uri=source.data))
    return w.Source(bytes=source.data) if source.kind == "base64" else w.Source(text=source.data)


def is_guarded(block: ContentBlock, dialect: str) -> bool:
    """Return whether a text or picture was read from content that a guardrail assesses."""
    return "guardContent" in own_members(block.provider_raw, dialect)
