"""Citations, which are annotations of a text here: one row for each type of annotation."""

from __future__ import annotations

from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Final, Literal, NamedTuple

import msgspec
from msgspec import UNSET, Raw, UnsetType

from turnwire.codec.json import check_raw
from turnwire.codec.values import MEMBERS, items_of
from turnwire.codec.wire import escaped
from turnwire.dialects.openai_responses.overlay import own_residue
from turnwire.dialects.openai_responses.wire import NAME
from turnwire.documents.residue import form_of, report_others, residue, restore
from turnwire.model import Citation

if TYPE_CHECKING:
    from collections.abc import Mapping

    from turnwire.losses import Losses
    from turnwire.model import TextBlock


class UrlCitation(msgspec.Struct, tag_field="type", tag="url_citation"):
    """A web page.

    For pages that it found, xAI sends only the address, and no place in the text.
    """

    url: str
    title: str | UnsetType = UNSET
    start_index: int | UnsetType = UNSET
    end_index: int | UnsetType = UNSET


class FileCitation(msgspec.Struct, tag_field="type", tag="file_citation"):
    """A file; `index` is its place in a list that is not in the document."""

    file_id: str
    filename: str


class ContainerFileCitation(msgspec.Struct, tag_field="type", tag="container_file_citation"):
    """A file in the container where code ran."""

    file_id: str
    filename: str
    start_index: int
    end_index: int


class FilePath(msgspec.Struct, tag_field="type", tag="file_path"):
    """A file that the model made."""

    file_id: str


class _Row(NamedTuple):
    """A type of annotation."""

    kind: Literal["web", "file"]
    fields: Mapping[str, str]
    """The fields of the model, and the members of the annotation for them; the first is required."""


_WEB: Final = "url_citation"
_FILE: Final = {"file_id": "file_id", "title": "filename"}
_SPAN: Final = {"span_start": "start_index", "span_end": "end_index"}
_ROWS: Final[Mapping[str, _Row]] = MappingProxyType(
    {
        _WEB: _Row("web", {"url": "url", "title": "title", **_SPAN}),
        "file_citation": _Row("file", _FILE),
        "container_file_citation": _Row("file", _FILE | _SPAN),
        "file_path": _Row("file", {"file_id": "file_id"}),
    }
)
_KNOWN = msgspec.json.Decoder(UrlCitation | FileCitation | ContainerFileCitation | FilePath)


def read_citations(annotations: Raw) -> list[Citation]:
    """Return the citations; none if the annotations are an empty list, or no list."""
    check_raw(annotations)
    return [_read(raw) for raw in items_of(annotations)]


def _read(raw: Raw) -> Citation:
    try:
        found = _KNOWN.decode(raw)
    except msgspec.DecodeError:
        return Citation("other", provider_raw=residue(NAME, {"annotation": raw}))
    word = str(found.__struct_config__.tag)
    row = _ROWS[word]
    members = {field: getattr(found, key) for field, key in row.fields.items()}
    said: dict[str, Any] = {field: value for field, value in members.items() if value is not UNSET}
    taken = (*row.fields.values(), "type")
    rest = {name: value for name, value in MEMBERS.decode(raw).items() if name not in taken}
    # The model's "web" and "file" are words for more than one kind of annotation.
    form: dict[str, Any] = {"type": word}
    if absent := [row.fields[field] for field in members if field not in said]:
        form["absent"] = absent
    return Citation(row.kind, **said, provider_raw=residue(NAME, escaped(rest), form=form))


def write_citations(block: TextBlock, place: str, losses: Losses) -> list[Any]:
    """Write the annotations of a text; other kinds of citations are dropped and reported."""
    found = [_write(citation, block, f"{place}/citations/{n}", losses) for n, citation in enumerate(block.citations)]
    return [annotation for annotation in found if annotation is not None]


def _write(citation: Citation, block: TextBlock, place: str, losses: Losses) -> Any:
    word = _WEB if citation.kind == "web" else str(form_of(citation.provider_raw, NAME).get("type"))
    row = _ROWS.get(word)
    if row is not None and citation.kind == row.kind and getattr(citation, next(iter(row.fields))) is not None:
        return _known(citation, word, len(block.text), place, losses)
    if citation.kind == "other" and (kept := own_residue(citation.provider_raw).get("annotation")):
        losses.dropped_fields(citation, frozenset(("kind",)), place, "citation")
        report_others(citation.provider_raw, losses, place, looked_at=("annotation",))
        return kept
    losses.dropped(place, "text.citations", citation)
    return None


def _known(citation: Citation, word: str, length: int, place: str, losses: Losses) -> Any:
    """Write an annotation of a row; files of other providers have no id here.

    Members that the annotation did not have when it was read are left out again.

    UrlCitationBody: "required": ["type", "url", "start_index", "end_index", "title"]; the span is the whole text by
    default.
    """
    fields = _ROWS[word].fields
    defaults: dict[str, Any] = {"title": "", "span_start": 0, "span_end": length if word == _WEB else 0}
    noted = form_of(citation.provider_raw, NAME).get("absent")
    absent = noted if isinstance(noted, list) else []
    annotation: dict[str, Any] = {"type": word}
    for field, key in fields.items():
        value = getattr(citation, field)
        if value is not None or key not in absent:
            annotation[key] = defaults[field] if value is None else value
    if word == _WEB:
        _report_invented(citation, annotation, place, losses)
    losses.dropped_fields(citation, frozenset(("kind", *fields)), place, "citation")
    return restore(annotation, citation.provider_raw, losses, place) if citation.provider_raw else annotation


def _report_invented(citation: Citation, annotation: dict[str, Any], place: str, losses: Losses) -> None:
    span = [annotation[key] for key in ("start_index", "end_index") if key in annotation]
    if span and (citation.span_start is None or citation.span_end is None):
        losses.invented(place, "citation.span", span)
    if citation.title is None and "title" in annotation:
        losses.invented(f"{place}/title", "citation.title", "")
