"""Law 12: what a program puts into residue by hand, at any node, is written or told.

Of the target's own residue a writer merges what it can into the wire object of the node.  What it cannot, because the
node has no such object or because it looks there for names of its own, is a loss like any other.
"""

from __future__ import annotations

import functools
import itertools
import json
from typing import TYPE_CHECKING

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.cases.case import FOLDER, load
from tests.laws.by_hand import KEY, is_silent, nodes
from tests.laws.edits import edits
from tests.laws.placings import NOBODY
from tests.laws.subjects import TARGETS

import turnwire
from fidelity_rows import document_for, reachable, rows
from turnwire.dialects import get, names
from turnwire.errors import InvalidDocument
from turnwire.testing import wire_documents

if TYPE_CHECKING:
    from collections.abc import Iterator

    from turnwire.dialects.dialect import Kind
    from turnwire.documents.written import Written
    from turnwire.model import Document

APART = sorted({name for name, _ in TARGETS})


@pytest.mark.parametrize("dialect", names())
def test_a_key_in_its_own_residue(dialect: str) -> None:
    assert [] == list(_silent(dialect, dialect))


@pytest.mark.parametrize("dialect", APART)
def test_a_key_in_residue_of_nobody(dialect: str) -> None:
    assert [] == list(_silent(dialect, NOBODY))


@pytest.mark.parametrize(("dialect", "kind"), TARGETS)
@given(data=st.data())
def test_a_key_in_a_document_that_was_read(dialect: str, kind: Kind, data: st.DataObject) -> None:
    wire = data.draw(wire_documents(dialect, kind, "wild"))
    for document in _read(wire, dialect, kind):
        assert [] == [at.place for at in nodes(document) if is_silent(document, at, dialect, dialect)]


@pytest.mark.parametrize("dialect", APART)
def test_a_key_in_its_own_residue_after_an_edit(dialect: str) -> None:
    """A writer puts aside residue that an edit has made untrue; what stands beside that is written or told."""
    silent = [
        f"{edit.place}: {at.place or '(root)'}"
        for document in _read_from_cases(dialect).values()
        for edit in itertools.islice(edits(document), 0, None, 2)
        for at in nodes(edit.document)
        if dialect in (at.node.provider_raw or ()) and is_silent(edit.document, at, dialect, dialect)
    ]
    assert [] == silent


def test_every_type_is_asked_about() -> None:
    asked = {at.kind for dialect in names() for _, document in _documents(dialect) for at in nodes(document)}
    assert asked == {kind.__name__ for kind in reachable() if "provider_raw" in kind.__struct_fields__}


def test_a_writer_that_keeps_silent_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    write = turnwire.write

    def silent(document: Document, dialect: str) -> Written:
        written = write(document, dialect)
        return turnwire.Written(written.data.replace(KEY.encode(), b"another"), ())

    document = turnwire.read({"history": [{"role": "user", "content": []}]}, "turnwire", kind="request")
    at = list(nodes(document))[1]
    assert (False, "/history/0") == (is_silent(document, at, "openai_chat", "openai_chat"), at.place)
    monkeypatch.setattr(turnwire, "write", silent)
    assert is_silent(document, at, "openai_chat", "openai_chat")
    assert at.node.provider_raw is None


def _silent(dialect: str, whose: str) -> Iterator[str]:
    """Where a key in this residue is neither written nor told, in all documents that there are for a dialect."""
    for name, document in _documents(dialect):
        for at in nodes(document):
            if is_silent(document, at, dialect, whose):
                yield f"{name}: {at.kind} at {at.place or '(root)'}"


@functools.cache
def _documents(dialect: str) -> list[tuple[str, Document]]:
    """What the dialect's own cases are read as, and the document of each row of the cost table."""
    found = list(_read_from_cases(dialect).items())
    for row, feature in rows().items():
        kind, document = document_for(feature, dialect)
        if get(dialect).part(kind):
            found.append((row, document))
    return found


@functools.cache
def _read_from_cases(dialect: str) -> dict[str, Document]:
    """What each of the dialect's own cases is read as, by its name."""
    files = [file for file in sorted((FOLDER / dialect).glob("*.json")) if not file.stem.startswith("from_")]
    return {
        f"{file.stem}/{found.case.name}": document
        for file in files
        for found in load(file)
        for document in _read(found.case.wire, dialect, found.case.kind)
    }


def _read(wire: bytes, dialect: str, kind: Kind) -> list[Document]:
    """The document, in a list that is empty where the dialect refuses it."""
    try:
        return [turnwire.read(json.loads(bytes(wire)), dialect, kind=kind)]
    except InvalidDocument:
        return []
