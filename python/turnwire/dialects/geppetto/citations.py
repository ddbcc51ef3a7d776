"""Read and write citations: texts of `key=value` pairs, which the server writes, and objects, which are accepted too.

"source=document.txt,page=1,date=01/22/2024" (the server's own); {"source", "page", "date"} (text of the sample reply).
Any other text is the name of the cited source.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any, Final

import msgspec
from msgspec import UNSET, Raw, structs

from turnwire.codec.json import check_raw
from turnwire.codec.wire import ENCODER, Form
from turnwire.dialects.geppetto.kept import members_at, word_of
from turnwire.dialects.geppetto.wire import NAME, Cited
from turnwire.documents.residue import form_of, report_others, residue, restore
from turnwire.model import Citation

if TYPE_CHECKING:
    from turnwire.losses import Losses

_PAIRS: Final = re.compile(r"(?s)(?:source=(.*?))?(?:(?:^|,)page=(0|[1-9][0-9]{0,14}))?(?:(?:^|,)date=(.*))?\Z")
_ADDRESS: Final = re.compile(r"https?://\S+\Z")
_CITED: Final = Form(Cited)
_MOST_PAGES: Final = 2**53
# The fields that can name the cited source, the best one first.
_NAMES: Final = ("source", "title", "url", "file_id")


def read_citation(raw: Raw) -> Citation:
    """Read any JSON; a value that is neither a text nor an object is kept whole."""
    text = bytes(raw)
    if text[:1] == b'"':
        return read_text(msgspec.json.decode(raw, type=str))
    check_raw(raw)
    if text[:1] == b"{":
        return _read_object(_CITED.decode(text))
    return Citation("other", provider_raw=residue(NAME, {"citation": raw}))


def read_text(text: str) -> Citation:
    """Read the pairs, a URL, or a name; pairs without a field in the model, such as a date, are kept as text."""
    found = _PAIRS.match(text)
    if found is None or not text:
        if _ADDRESS.match(text):
            return Citation("web", url=text)
        return Citation("other", source=text)
    source, page, _ = found.groups()
    return _cited(source, None if page is None else int(page), residue(NAME, {"citation": text}))


def _cited(source: str | None, page: int | None, provider_raw: Any) -> Citation:
    """A page of a document, or a document on the server."""
    kind: Any = "pages" if page is not None else "file" if source is not None else "other"
    found = Citation(kind, source=source, provider_raw=provider_raw)
    if page is not None:
        found.range_start, found.range_end = page, page + 1
    return found


def _read_object(wire: Cited) -> Citation:
    rest: dict[str, Any] = dict(wire.unknown.fields)
    page = None if wire.page is UNSET else wire.page
    if page is not None and not 0 <= page < _MOST_PAGES:
        rest["page"], page = page, None
    source = None if wire.source is UNSET else wire.source
    return _cited(source, page, residue(NAME, rest, form={"citation": "object"}))


def write_citations(citations: list[Citation], places: list[str], losses: Losses) -> list[Any]:
    """Citations, each with its place; those that name nothing are dropped."""
    found = (_write(each, place, losses) for each, place in zip(citations, places, strict=True))
    return [each for each in found if each is not None]


def _write(citation: Citation, here: str, losses: Losses) -> Any:
    if form_of(citation.provider_raw, NAME).get("citation") == "object":
        return _write_object(citation, here, losses)
    kept = members_at(citation.provider_raw).get("citation")
    if kept is not None and _is_same(read_citation(kept), citation):
        report_others(citation.provider_raw, losses, here, looked_at=("citation",))
        return kept
    return _write_text(citation, _date(kept), here, losses)


def _is_same(one: Citation, other: Citation) -> bool:
    return structs.replace(one, provider_raw=None) == structs.replace(other, provider_raw=None)


def _date(kept: Raw | None) -> str | None:
    """Return the date, which only the original text has."""
    found = _PAIRS.match(word_of(kept) or "")
    return None if found is None else found[3]


def _write_object(citation: Citation, here: str, losses: Losses) -> Any:
    wire: dict[str, Any] = {}
    if citation.source is not None:
        wire["source"] = citation.source
    if citation.kind == "pages" and citation.range_start is not None:
        wire["page"] = citation.range_start
    _report(citation, _read_object(_CITED.decode(ENCODER.encode(wire))), here, losses)
    return restore(wire, citation.provider_raw or {}, losses, here)


def _write_text(citation: Citation, date: str | None, here: str, losses: Losses) -> str | None:
    name = next((name for name in _NAMES if getattr(citation, name) is not None), None)
    if citation.kind == "web" and citation.url is not None:
        text = citation.url
    elif citation.kind == "other" and citation.source is not None and date is None:
        text = citation.source
    else:
        pages = citation.kind == "pages" and citation.range_start is not None
        pairs = {
            "source": None if name is None else getattr(citation, name),
            "page": citation.range_start if pages else None,
            "date": date,
        }
        text = ",".join(f"{key}={value}" for key, value in pairs.items() if value is not None)
        if not text:
            losses.dropped(here, "text.citations", citation)
            return None
    report_others(citation.provider_raw, losses, here, looked_at=("citation",))
    told = read_text(text)
    if not _is_same(told, citation) or any(name != NAME for name in citation.provider_raw or {}):
        losses.reshaped(here, "text.citations", citation)
    _report(citation, told, here, losses)
    return text


def _report(citation: Citation, told: Citation, here: str, losses: Losses) -> None:
    """Report the differences between a citation and its written form, field by field."""
    for name in citation.__struct_fields__:
        mine, theirs = getattr(citation, name), getattr(told, name)
        if name == "provider_raw" or mine == theirs:
            continue
        if mine is None:
            is_moved = name == "source" and theirs in (citation.title, citation.url, citation.file_id)
            if not is_moved:
                losses.invented(f"{here}/{name}", f"citation.{name}", theirs)
        elif theirs is None:
            moved = mine == told.source and name in _NAMES and citation.source is None
            (losses.reshaped if moved else losses.dropped)(f"{here}/{name}", f"citation.{name}", mine)
        else:
            losses.degraded(f"{here}/{name}", f"citation.{name}", mine)
