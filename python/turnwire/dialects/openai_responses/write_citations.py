"""Citations -> annotations of a text."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from turnwire.dialects.openai_responses.overlay import own_residue
from turnwire.dialects.openai_responses.wire import NAME
from turnwire.documents.residue import form_of, report_others, restore

if TYPE_CHECKING:
    from turnwire.losses import Losses
    from turnwire.model import Citation, TextBlock

_WEB = frozenset(("kind", "url", "title", "span_start", "span_end"))
_FILE = frozenset(("kind", "file_id", "title", "span_start", "span_end"))
_PATH = frozenset(("kind", "file_id"))
_CITED = frozenset(("kind", "file_id", "title"))


def write_citations(block: TextBlock, place: str, losses: Losses) -> list[Any]:
    """Write the annotations of a text; other kinds of citations are dropped and reported."""
    found = [_write(citation, block, f"{place}/citations/{n}", losses) for n, citation in enumerate(block.citations)]
    return [annotation for annotation in found if annotation is not None]


def _write(citation: Citation, block: TextBlock, place: str, losses: Losses) -> Any:
    word = str(form_of(citation.provider_raw, NAME).get("type"))
    if citation.kind == "web" and citation.url is not None:
        return _write_web(citation, block, place, losses)
    if citation.kind == "file" and citation.file_id is not None and word in _FILES:
        return _write_file(citation, word, place, losses)
    if citation.kind == "other" and (kept := own_residue(citation.provider_raw).get("annotation")):
        losses.dropped_fields(citation, frozenset(("kind",)), place, "citation")
        report_others(citation.provider_raw, losses, place, looked_at=("annotation",))
        return kept
    losses.dropped(place, "text.citations", citation)
    return None


def _write_web(citation: Citation, block: TextBlock, place: str, losses: Losses) -> Any:
    """UrlCitationBody: "required": ["type", "url", "start_index", "end_index", "title"]."""
    start, end = _span(citation, len(block.text), place, losses)
    if citation.title is None:
        losses.invented(f"{place}/title", "citation.title", "")
    annotation = {
        "type": "url_citation",
        "url": citation.url,
        "title": citation.title or "",
        "start_index": start,
        "end_index": end,
    }
    losses.dropped_fields(citation, _WEB, place, "citation")
    return restore(annotation, citation.provider_raw, losses, place) if citation.provider_raw else annotation


def _span(citation: Citation, length: int, place: str, losses: Losses) -> tuple[int, int]:
    """Return the span in the text; the whole text by default."""
    start = 0 if citation.span_start is None else citation.span_start
    end = length if citation.span_end is None else citation.span_end
    if citation.span_start is None or citation.span_end is None:
        losses.invented(place, "citation.span", [start, end])
    return start, end


_FILES = {"file_citation": _CITED, "container_file_citation": _FILE, "file_path": _PATH}


def _write_file(citation: Citation, word: str, place: str, losses: Losses) -> Any:
    """Write a citation of a file of this provider; files of other providers have no id here."""
    annotation: dict[str, Any] = {"type": word, "file_id": citation.file_id}
    if word != "file_path":
        annotation["filename"] = citation.title or ""
    if word == "container_file_citation":
        annotation["start_index"] = citation.span_start or 0
        annotation["end_index"] = citation.span_end or 0
    losses.dropped_fields(citation, _FILES[word], place, "citation")
    return restore(annotation, citation.provider_raw, losses, place) if citation.provider_raw else annotation
