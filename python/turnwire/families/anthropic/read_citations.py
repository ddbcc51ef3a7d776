"""Citations -> the model's, one function per kind of place."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from msgspec import UNSET

from turnwire.codec.wire import OpaquePart
from turnwire.documents.residue import residue
from turnwire.families.anthropic import wire as w
from turnwire.model import Citation, Origin

if TYPE_CHECKING:
    from collections.abc import Callable

    from turnwire.documents.residue import ProviderRaw


def read_citations(parts: list[w.CitationPart], dialect: str) -> list[Citation]:
    """The citations of a text, in order, as the dialect of this name keeps them."""
    return [_READERS[type(part)](part, dialect) for part in parts]


def _value(value: Any) -> Any:
    return None if value is UNSET else value


def _document(
    kind: Any, part: w.CharLocation | w.PageLocation | w.BlockLocation, start: Any, end: Any, dialect: str
) -> Citation:
    return Citation(
        kind,
        part.cited_text,
        _value(part.document_title),
        None,
        _value(part.file_id),
        document_index=part.document_index,
        range_start=_value(start),
        range_end=_value(end),
        provider_raw=_kept(part, "document_title", dialect),
    )


def _kept(part: Any, title: str, dialect: str) -> ProviderRaw | None:
    """Make the residue of a citation, with its type, for which other formats have no word and report a loss.

    A missing title is noted, too, because the provider's description requires the key and the writer writes it.
    """
    extra: dict[str, Any] = {"type": part.__struct_config__.tag}
    if getattr(part, "file_id", UNSET) is None:
        extra["file_id"] = None
    fields = part.unknown.fields
    if title in fields:
        return residue(dialect, {**fields, **extra}, form={"title": "odd"})
    omit = [title] if getattr(part, title) is UNSET else None
    return residue(dialect, {**fields, **extra}, omit=omit)


def _char_location(part: w.CharLocation, dialect: str) -> Citation:
    return _document("characters", part, part.start_char_index, part.end_char_index, dialect)


def _page_location(part: w.PageLocation, dialect: str) -> Citation:
    return _document("pages", part, part.start_page_number, part.end_page_number, dialect)


def _block_location(part: w.BlockLocation, dialect: str) -> Citation:
    return _document("blocks", part, part.start_block_index, part.end_block_index, dialect)


def _web_location(part: w.WebLocation, dialect: str) -> Citation:
    return Citation(
        "web",
        part.cited_text,
        _value(part.title),
        part.url,
        encrypted_index=part.encrypted_index,
        origin=Origin(dialect),
        provider_raw=_kept(part, "title", dialect),
    )


def _search_location(part: w.SearchLocation, dialect: str) -> Citation:
    return Citation(
        "search_result",
        part.cited_text,
        _value(part.title),
        source=part.source,
        search_result_index=part.search_result_index,
        range_start=_value(part.start_block_index),
        range_end=_value(part.end_block_index),
        provider_raw=_kept(part, "title", dialect),
    )


def _other(part: OpaquePart, dialect: str) -> Citation:
    return Citation("other", provider_raw=residue(dialect, {"citation": part.value.raw}))


_READERS: dict[type, Callable[[Any, str], Citation]] = {
    w.CharLocation: _char_location,
    w.PageLocation: _page_location,
    w.BlockLocation: _block_location,
    w.WebLocation: _web_location,
    w.SearchLocation: _search_location,
    OpaquePart: _other,
}
