"""Texts with citations, both ways: one row for each kind of place."""

from __future__ import annotations

from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Final

from msgspec import UNSET

from turnwire.codec.wire import given, or_none, or_unset
from turnwire.dialects.bedrock_converse import wire as w
from turnwire.dialects.bedrock_converse.enums import NAME
from turnwire.dialects.bedrock_converse.overlays import keep, plain
from turnwire.documents.residue import form_of, report_foreign, restore
from turnwire.model import Citation, TextBlock

if TYPE_CHECKING:
    from collections.abc import Mapping

    from turnwire.losses import Losses

# Chunks are "typically used for documents that have been segmented into logical chunks" (DocumentChunkLocation).
# kind -> the member of `location`, and the field of the model for the document or search result
_RANGES: Final[Mapping[str, tuple[str, str]]] = MappingProxyType(
    {
        "characters": ("document_char", "document_index"),
        "pages": ("document_page", "document_index"),
        "blocks": ("document_chunk", "document_index"),
        "search_result": ("search_result_location", "search_result_index"),
    }
)
_KEYS: Final = MappingProxyType(
    {
        "web": "web",
        "document_char": "documentChar",
        "document_page": "documentPage",
        "document_chunk": "documentChunk",
        "search_result_location": "searchResultLocation",
    }
)
_COMMON: Final = frozenset({"kind", "cited_text", "title", "source"})


def read_cited(cited: w.CitationsContent, beside: dict[str, Any]) -> TextBlock | None:
    """Read a text with citations; None for one whose pieces are not all text.

    Args:
        cited: the text and its citations.
        beside: the unknown members of its content block.
    """
    pieces = [] if cited.content is UNSET else [or_none(piece.text) for piece in cited.content]
    if None in pieces or (cited.content is not UNSET and any(piece.unknown for piece in cited.content)):
        return None
    text = "".join(pieces)
    citations = [] if cited.citations is UNSET else [_read(each) for each in cited.citations]
    form = _form(cited, pieces)
    return TextBlock(text, citations, None, keep({**beside, "citationsContent": cited.unknown.fields}, form))


def _form(cited: w.CitationsContent, pieces: list[str]) -> dict[str, Any]:
    """Note what the text with its citations does not show: the cuts of a text in pieces, and missing members."""
    form: dict[str, Any] = {}
    if len(pieces) != 1:
        form["pieces"] = None if cited.content is UNSET else [len(piece) for piece in pieces]
    if not cited.citations:
        form["citations"] = "none" if cited.citations is UNSET else "empty"
    return form


def _read(citation: w.Citation) -> Citation:
    overlay: dict[str, Any] = dict(citation.unknown.fields)
    form: dict[str, Any] = {}
    found = Citation("other", title=or_none(citation.title), source=or_none(citation.source))
    if citation.source_content is not UNSET:
        _read_content(citation.source_content, found, overlay, form)
    if citation.location is not UNSET and not _read_location(citation.location, found, overlay):
        overlay["location"] = plain(citation.location)
    found.provider_raw = keep(overlay, form)
    return found


def _read_content(pieces: list[w.Said], found: Citation, overlay: dict[str, Any], form: dict[str, Any]) -> None:
    if any(piece.text is UNSET or piece.unknown for piece in pieces):
        overlay["sourceContent"] = plain(pieces)
        return
    texts = [or_none(piece.text) for piece in pieces]
    found.cited_text = "".join(texts)
    if len(texts) != 1:
        form["pieces"] = [len(text) for text in texts]


def _read_location(location: w.Location, found: Citation, overlay: dict[str, Any]) -> bool:
    given_here = [name for name in _KEYS if getattr(location, name) is not UNSET]
    if len(given_here) != 1:
        return False
    (name,) = given_here
    part = getattr(location, name)
    inside: dict[str, Any] = dict(part.unknown.fields)
    if name == "web":
        if part.url is UNSET:
            return False
        found.kind, found.url = "web", part.url
        inside |= given(part, ("domain",))
    else:
        found.kind, index = next((kind, field) for kind, (key, field) in _RANGES.items() if key == name)  # type: ignore[assignment]
        other = "search_result_index" if index == "document_index" else "document_index"
        setattr(found, index, or_none(getattr(part, index)))
        found.range_start, found.range_end = or_none(part.start), or_none(part.end)
        inside |= given(part, (other,))
    overlay["location"] = {**location.unknown.fields, **({_KEYS[name]: inside} if inside else {})}
    return True


def is_cited(block: TextBlock) -> bool:
    """Return whether a text is written with citations: it has some, or it was read so."""
    if block.citations:
        return True
    form = form_of(block.provider_raw, NAME)
    return form.get("citations") in ("none", "empty")


def write_cited(block: TextBlock, place: str, losses: Losses) -> w.CitationsContent:
    """The text and its citations."""
    form = form_of(block.provider_raw, losses.dialect)
    pieces = _cut(block.text, form.get("pieces", [len(block.text)]))
    content: Any = (
        UNSET if form.get("pieces", []) is None and not block.text else [w.Said(text=each) for each in pieces]
    )
    citations = [_write(each, f"{place}/citations/{n}", losses) for n, each in enumerate(block.citations)]
    absent = form.get("citations") == "none" and not citations
    return w.CitationsContent(content=content, citations=UNSET if absent else citations)


def _cut(text: str, lengths: Any) -> list[str]:
    """Return the text in pieces of these lengths; as one piece if its length is not their sum any more."""
    are_lengths = isinstance(lengths, list) and all(type(each) is int and each >= 0 for each in lengths)
    if not are_lengths or sum(lengths) != len(text):
        return [text]
    found, at = [], 0
    for length in lengths:
        found.append(text[at : at + length])
        at += length
    return found


def _write(citation: Citation, place: str, losses: Losses) -> Any:
    form = form_of(citation.provider_raw, losses.dialect)
    content: Any = UNSET
    if citation.cited_text is not None:
        lengths = form.get("pieces", [len(citation.cited_text)])
        content = [w.Said(text=each) for each in _cut(citation.cited_text, lengths)]
    location, held = _location(citation)
    if citation.kind not in ("other", "web", *_RANGES) or (location is UNSET and citation.kind == "web"):
        losses.degraded(f"{place}/kind", "citation.kind", citation.kind)
    losses.dropped_fields(citation, _COMMON | held, place, "citation")
    if citation.origin is not None:
        report_foreign(citation.origin.provider_raw, losses, f"{place}/origin")
    part = w.Citation(
        title=or_unset(citation.title), source=or_unset(citation.source), source_content=content, location=location
    )
    return part if citation.provider_raw is None else restore(part, citation.provider_raw, losses, place)


def _location(citation: Citation) -> tuple[Any, frozenset[str]]:
    """Return the place, and the fields of the model that it holds."""
    if citation.kind == "web" and citation.url is not None:
        return w.Location(web=w.Web(url=citation.url)), frozenset({"url"})
    row = _RANGES.get(citation.kind)
    if row is None:
        return UNSET, frozenset()
    key, index = row
    bounds = {"start": or_unset(citation.range_start), "end": or_unset(citation.range_end)}
    part = w.Range(**bounds, **{index: or_unset(getattr(citation, index))})
    location = w.Location()
    setattr(location, key, part)
    return location, frozenset({index, "range_start", "range_end"})
