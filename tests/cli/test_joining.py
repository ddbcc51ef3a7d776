"""What is cut into documents and joined again is what it was, byte for byte, wherever it is cut."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING

from hypothesis import given
from hypothesis import strategies as st

from turnwire.cli.archives.elements import Splitter
from turnwire.cli.archives.outcomes import Between
from turnwire.cli.archives.pieces import Lines
from turnwire.cli.inputs import Entry, Source
from turnwire.cli.rewriting.decoding import Keeping
from turnwire.cli.rewriting.joining import Joined
from turnwire.cli.rewriting.mending import Mended
from turnwire.cli.rewriting.outcomes import written

if TYPE_CHECKING:
    from collections.abc import Iterable

    from turnwire.cli.archives.pieces import Piece
    from turnwire.cli.archives.written import Written

BLANKS = st.text(" \t\r\n", max_size=4)
VALUES = st.recursive(
    st.none() | st.integers() | st.text(',[]{}"\\ é\n', max_size=6),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=3), inner, max_size=3),
    max_leaves=6,
)


class Kept:
    """Keeps what is written."""

    place = None
    is_done = False

    def __init__(self) -> None:
        self.text = b""

    def put(self, _: Source, text: bytes) -> None:
        self.text += text

    def keep_parts(self, run: str) -> None:
        raise NotImplementedError

    def written(self) -> Written | None:
        raise NotImplementedError

    def go_on(self, written: Written) -> None:
        raise NotImplementedError

    def end(self, _: object) -> None:
        pass


def joined(pieces: Iterable[Piece], *, left_out: frozenset[int] = frozenset()) -> bytes:
    """What is written of the pieces of a file, without the documents of these numbers."""
    kept = Kept()
    to = Joined(kept, is_one=True)
    number = 0
    for piece in pieces:
        for entry, text in Keeping(None, None, None).documents(piece):
            if isinstance(text, Between):
                to.between(entry.source, text.text)
                continue
            assert isinstance(text, bytes)
            if number not in left_out:
                to.put(entry, Mended(entry.before, written(entry, text, text)))
            number += 1
    to.end(None)
    return kept.text


def source(encoding: str) -> Source:
    return Source("a", Path("a"), Path("a"), encoding)  # type: ignore[arg-type]


@given(st.lists(st.binary(max_size=8) | st.sampled_from([b"", b"\r", b" \t", b"{}", b"{}\r"]), max_size=12))
def test_lines(lines: list[bytes]) -> None:
    text = b"\n".join(lines)
    assert text == joined([Lines(source("jsonl"), 1, text)])


@given(st.lists(st.tuples(BLANKS, VALUES, BLANKS), min_size=1, max_size=8), BLANKS, BLANKS, st.integers(1, 9))
def test_elements(values: list[tuple[str, object, str]], before: str, after: str, size: int) -> None:
    rows = ",".join(f"{left}{json.dumps(value)}{right}" for left, value, right in values)
    text = f"{before}[{rows}]{after}".encode()
    splitter = Splitter(1000)
    chunks = (text[start : start + size] for start in range(0, len(text), size))
    found = [each.before + (each.text or b"") for each in splitter.elements(chunks)]
    assert text == b"".join(found) + splitter.between


ROW = '{"history": []}'


@given(st.lists(st.tuples(BLANKS, BLANKS), min_size=1, max_size=6), BLANKS, BLANKS, st.frozensets(st.integers(0, 5)))
def test_an_array_without_some_documents(
    blanks: list[tuple[str, str]], before: str, after: str, left_out: frozenset[int]
) -> None:
    rows = ",".join(f"{left}{ROW}{right}" for left, right in blanks)
    text = f"{before}[{rows}]{after}".encode()
    whole = Entry(source("json"), None, text)
    assert text == joined([whole])
    found = joined([whole], left_out=left_out)
    left = len(set(range(len(blanks))) - left_out)
    assert [json.loads(ROW)] * left == (json.loads(found) if left else [])
    assert bool(left) == bool(found)
