"""Annotations of a text -> citations."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import msgspec
from msgspec import Raw

from turnwire.codec.json import check_raw
from turnwire.codec.wire import escaped
from turnwire.dialects.openai_responses.wire import NAME
from turnwire.documents.residue import residue
from turnwire.model import Citation

if TYPE_CHECKING:
    from turnwire.documents.residue import ProviderRaw


class UrlCitation(msgspec.Struct, tag_field="type", tag="url_citation"):
    """A web page."""

    url: str
    title: str
    start_index: int
    end_index: int


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


_Known = UrlCitation | FileCitation | ContainerFileCitation | FilePath
_KNOWN = msgspec.json.Decoder(_Known)
_LIST = msgspec.json.Decoder(list[Raw])
_MEMBERS = msgspec.json.Decoder(dict[str, Raw])


def read_citations(annotations: Raw) -> list[Citation]:
    """Return the citations; none if the annotations are an empty list, or no list."""
    check_raw(annotations)
    try:
        return [_read(raw) for raw in _LIST.decode(annotations)]
    except msgspec.ValidationError:
        return []


def _read(raw: Raw) -> Citation:
    try:
        found: _Known = _KNOWN.decode(raw)
    except msgspec.DecodeError:
        return Citation("other", provider_raw=residue(NAME, {"annotation": raw}))
    kept = _kept(raw, found)
    if type(found) is UrlCitation:
        start, end = found.start_index, found.end_index
        return Citation("web", None, found.title, found.url, span_start=start, span_end=end, provider_raw=kept)
    title = None if type(found) is FilePath else found.filename  # type: ignore[union-attr]
    citation = Citation("file", None, title, None, found.file_id, provider_raw=kept)  # type: ignore[union-attr]
    if type(found) is ContainerFileCitation:
        citation.span_start, citation.span_end = found.start_index, found.end_index
    return citation


def _kept(raw: Raw, found: Any) -> ProviderRaw | None:
    members = _MEMBERS.decode(raw)
    config = found.__struct_config__
    rest = {name: value for name, value in members.items() if name not in (*found.__struct_fields__, "type")}
    # The model's "web" and "file" are words for more than one kind of annotation.
    return residue(NAME, escaped(rest), form={"type": config.tag})
