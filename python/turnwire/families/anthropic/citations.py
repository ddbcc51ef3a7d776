"""Citations of the provider and of the model, one row for each kind of place."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Final

import msgspec
from msgspec import UNSET, Raw, Struct

from turnwire.codec.wire import OpaquePart, or_none, or_unset
from turnwire.documents.residue import form_of, report_foreign, report_others, residue, restore
from turnwire.families.anthropic import wire as w
from turnwire.lowering.origins import report_signed_origin
from turnwire.model import Citation, Origin

if TYPE_CHECKING:
    from turnwire.documents.residue import ProviderRaw
    from turnwire.losses import Losses


class _Place(Struct, frozen=True):
    """A kind of place."""

    wire: type[Any]
    fields: Mapping[str, str]
    """The fields of the model, and those of the provider for them; of the title, see below."""
    required: tuple[str, ...]
    """What the provider's description requires, in the model's words."""
    title: str = "title"
    """The provider's field for the title, which it requires, but takes as null."""


def _in_document(wire: type, start: str, end: str) -> _Place:
    same = {name: name for name in ("cited_text", "document_index", "file_id")}
    fields = {**same, "range_start": start, "range_end": end}
    return _Place(wire, fields, ("cited_text", "document_index"), "document_title")


_PLACES: Final[Mapping[str, _Place]] = {
    "characters": _in_document(w.CharLocation, "start_char_index", "end_char_index"),
    "pages": _in_document(w.PageLocation, "start_page_number", "end_page_number"),
    "blocks": _in_document(w.BlockLocation, "start_block_index", "end_block_index"),
    "web": _Place(
        w.WebLocation,
        {name: name for name in ("cited_text", "url", "encrypted_index")},
        ("cited_text", "url", "encrypted_index"),
    ),
    "search_result": _Place(
        w.SearchLocation,
        {
            **{name: name for name in ("cited_text", "search_result_index", "source")},
            "range_start": "start_block_index",
            "range_end": "end_block_index",
        },
        ("cited_text", "search_result_index", "source"),
    ),
}
_KINDS: Final[Mapping[type, Any]] = {place.wire: kind for kind, place in _PLACES.items()}


def read_citations(parts: list[w.CitationPart], dialect: str) -> list[Citation]:
    """The citations of a text, in order, as the dialect of this name keeps them."""
    return [_read(part, dialect) for part in parts]


def _read(part: w.CitationPart, dialect: str) -> Citation:
    if type(part) is OpaquePart:
        return Citation("other", provider_raw=residue(dialect, {"citation": part.value.raw}))
    kind = _KINDS[type(part)]
    place = _PLACES[kind]
    found = {name: or_none(getattr(part, key)) for name, key in place.fields.items()}
    return Citation(
        kind,
        title=or_none(getattr(part, place.title)),
        origin=Origin(dialect) if kind == "web" else None,
        provider_raw=_kept(part, place.title, dialect),
        **found,
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
        losses.dropped_fields(citation, frozenset({"kind"}), here, "citation")
        report_others(citation.provider_raw, losses, here, looked_at=("citation",))
    return part


def _known(citation: Citation, here: str, losses: Losses) -> Any:
    place = _PLACES.get(citation.kind)
    if place is None or any(getattr(citation, name) is None for name in place.required):
        return None
    if _has_foreign_key(citation, losses):
        return None
    part = place.wire(**{key: or_unset(getattr(citation, name)) for name, key in place.fields.items()})
    setattr(part, place.title, citation.title)
    held = {"kind", "title", *place.fields}
    if citation.kind == "web":
        report_signed_origin(citation.origin, here, losses)
        held.add("origin")
    losses.dropped_fields(citation, frozenset(held), here, "citation")
    if citation.provider_raw is None:
        return part
    if losses.dialect not in citation.provider_raw:
        report_foreign(citation.provider_raw, losses, here)
        return part
    if citation.title is None and form_of(citation.provider_raw, losses.dialect).get("title") == "odd":
        # The residue has a title that is not text.
        setattr(part, place.title, UNSET)
    return restore(part, citation.provider_raw, losses, here)


def _has_foreign_key(citation: Citation, losses: Losses) -> bool:
    """Whether the key to the cited page is another provider's: it opens nothing here."""
    return citation.kind == "web" and citation.origin is not None and citation.origin.dialect != losses.dialect
