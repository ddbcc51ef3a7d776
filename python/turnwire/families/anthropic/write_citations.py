"""Citations of the model -> the provider's, one function per kind of place."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import msgspec
from msgspec import UNSET, Raw

from turnwire.documents.residue import form_of, report_foreign, report_others, restore
from turnwire.families.anthropic import wire as w
from turnwire.lowering.origins import report_signed_origin

if TYPE_CHECKING:
    from collections.abc import Callable

    from turnwire.losses import Losses
    from turnwire.model import Citation


def write_citations(citations: list[Citation], place: str, losses: Losses) -> Any:
    """The citations that the provider's format can hold; the others are reported."""
    parts = []
    for n, citation in enumerate(citations):
        here = f"{place}/citations/{n}"
        part = _own_other(citation, here, losses) if citation.kind == "other" else _known(citation, here, losses)
        if part is None:
            losses.dropped(here, "text.citations", citation)
        else:
            parts.append(part)
    return parts or UNSET


def _own_other(citation: Citation, here: str, losses: Losses) -> Any:
    raw = (citation.provider_raw or {}).get(losses.dialect)
    part = None if raw is None else msgspec.json.decode(raw, type=dict[str, Raw]).get("citation")
    if part is not None:
        losses.dropped_fields(citation, _OTHER, here, "citation")
        report_others(citation.provider_raw, losses, here, looked_at=("citation",))
    return part


_OTHER = frozenset({"kind"})


def _known(citation: Citation, here: str, losses: Losses) -> Any:
    write = _WRITERS.get(citation.kind)
    if write is None or not _is_whole(citation) or _has_foreign_key(citation, losses):
        return None
    part = write(citation)
    if citation.kind == "web":
        report_signed_origin(citation.origin, here, losses)
    held = _HELD[citation.kind]
    losses.dropped_fields(citation, held, here, "citation")
    if citation.provider_raw is None:
        return part
    if losses.dialect not in citation.provider_raw:
        report_foreign(citation.provider_raw, losses, here)
        return part
    if citation.title is None and form_of(citation.provider_raw, losses.dialect).get("title") == "odd":
        _leave_out_the_title(part)
    return restore(part, citation.provider_raw, losses, here)


def _leave_out_the_title(part: Any) -> None:
    """Leave the title out if the residue has one that is not text."""
    for name in ("title", "document_title"):
        if hasattr(part, name):
            setattr(part, name, UNSET)


def _has_foreign_key(citation: Citation, losses: Losses) -> bool:
    """Whether the key to the cited page is another provider's: it opens nothing here."""
    return citation.kind == "web" and citation.origin is not None and citation.origin.dialect != losses.dialect


def _is_whole(citation: Citation) -> bool:
    """Return whether a citation has everything that the provider's description requires of its kind."""
    return all(getattr(citation, name) is not None for name in _REQUIRED[citation.kind])


def _char_location(found: Citation) -> Any:
    start, end = _range(found)
    return w.CharLocation(found.cited_text or "", _index(found), found.title, start, end, _or_unset(found.file_id))


def _page_location(found: Citation) -> Any:
    start, end = _range(found)
    return w.PageLocation(found.cited_text or "", _index(found), found.title, start, end, _or_unset(found.file_id))


def _block_location(found: Citation) -> Any:
    start, end = _range(found)
    return w.BlockLocation(found.cited_text or "", _index(found), found.title, start, end, _or_unset(found.file_id))


def _web_location(found: Citation) -> Any:
    return w.WebLocation(found.cited_text or "", found.encrypted_index or "", found.url or "", found.title)


def _search_location(found: Citation) -> Any:
    start, end = _range(found)
    index = found.search_result_index or 0
    return w.SearchLocation(found.cited_text or "", index, found.source or "", found.title, start, end)


def _index(found: Citation) -> int:
    return found.document_index or 0


def _range(found: Citation) -> tuple[Any, Any]:
    return _or_unset(found.range_start), _or_unset(found.range_end)


def _or_unset(value: Any) -> Any:
    return UNSET if value is None else value


_DOCUMENT = frozenset({"kind", "cited_text", "title", "file_id", "document_index", "range_start", "range_end"})

_HELD: dict[str, frozenset[str]] = {
    "characters": _DOCUMENT,
    "pages": _DOCUMENT,
    "blocks": _DOCUMENT,
    "web": frozenset({"kind", "cited_text", "title", "url", "encrypted_index", "origin"}),
    "search_result": frozenset(
        {"kind", "cited_text", "title", "source", "search_result_index", "range_start", "range_end"}
    ),
}

_REQUIRED: dict[str, tuple[str, ...]] = {
    "characters": ("cited_text", "document_index"),
    "pages": ("cited_text", "document_index"),
    "blocks": ("cited_text", "document_index"),
    "web": ("cited_text", "url", "encrypted_index"),
    "search_result": ("cited_text", "search_result_index", "source"),
}

_WRITERS: dict[str, Callable[[Citation], Any]] = {
    "characters": _char_location,
    "pages": _page_location,
    "blocks": _block_location,
    "web": _web_location,
    "search_result": _search_location,
}
