"""Wire documents of any dialect, by looking at its typed wire objects."""

from __future__ import annotations

import functools
from typing import TYPE_CHECKING

from hypothesis import strategies as st
from msgspec import Raw
from msgspec import inspect as mi

import turnwire
from turnwire.dialects import part_of
from turnwire.testing import shapes
from turnwire.testing.documents import completions, error_replies, histories
from turnwire.testing.free_json import json_texts
from turnwire.testing.shapes import Making, Strategy

if TYPE_CHECKING:
    from turnwire.dialects.dialect import Kind
    from turnwire.model import Document
    from turnwire.testing.documents import Profile


def wire_documents(dialect: str, kind: Kind, profile: Profile = "wild") -> st.SearchStrategy[bytes]:
    """Documents of a dialect as bytes of JSON.

    `plain`: what its writer makes of plain conversations, also some in a list where the dialect has such documents,
    as a server gives a reply in pieces.  `wild`: anything that its typed wire objects admit and its reader takes, in
    which a provider would find much to refuse; a reader must not lose any of it.
    """
    return _written(dialect, kind) if profile == "plain" else _admitted(dialect, kind)


def _written(dialect: str, kind: Kind) -> st.SearchStrategy[bytes]:
    one = _of_kind(kind, "plain").map(lambda document: turnwire.write(document, dialect).data)
    if not _is_listed(mi.type_info(part_of(dialect, kind).form.type)):
        return one
    return st.one_of(one, st.lists(one, min_size=1, max_size=3).map(lambda several: b"[" + b",".join(several) + b"]"))


def _is_listed(info: mi.Type) -> bool:
    """Whether a document may be a list of what a document is."""
    members = info.types if isinstance(info, mi.UnionType) else ()
    return any(isinstance(each, mi.ListType) and each.item_type in members for each in members)


@functools.cache
def _admitted(dialect: str, kind: Kind) -> st.SearchStrategy[bytes]:
    part = part_of(dialect, kind)
    if part.form.type is part.document:
        return _native(kind)
    every = shapes.of_type(mi.type_info(part.form.type), _WILD, -1).map(shapes.encoded)
    return every.filter(functools.partial(_is_read, dialect, kind))


def _is_read(dialect: str, kind: Kind, body: bytes) -> bool:
    """Whether the reader takes a document: some formats require a member of which any of several will do."""
    try:
        turnwire.read(body, dialect, kind=kind)
    except turnwire.InvalidDocument:
        return False
    return True


def _native(kind: Kind) -> st.SearchStrategy[bytes]:
    return _of_kind(kind, "wild").map(shapes.encoded)


def _of_kind(kind: Kind, profile: Profile) -> st.SearchStrategy[Document]:
    if kind == "request":
        return histories(profile)
    return completions(profile) if kind == "response" else error_replies(profile)


def _special(_: type, field: str) -> Strategy | None:
    return _STRINGS if field in ("arguments", "data", "url") else None


_STRINGS = st.sampled_from(
    ("{}", '{"city":"Oslo"}', '{ "n" : 1.0 }', "not json", "https://example.org/a.png", "data:image/png;base64,QUJD")
)

_WILD = Making(_special, raw=json_texts(4).map(lambda text: Raw(text.encode())), fields=4, depth=5)
