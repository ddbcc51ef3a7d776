"""Change the documents of a file, and keep the bytes between them."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Generic, NamedTuple, Protocol, TypeVar

from turnwire.cli.archives.packed import Feed
from turnwire.cli.encodings import as_json
from turnwire.cli.inputs import Entry
from turnwire.cli.running import placed
from turnwire.cli.suffixes import PROTO
from turnwire.codec.json import loads
from turnwire.codec.limits import STRICT
from turnwire.dialects.several import documents_in
from turnwire.errors import InvalidDocument, invalid

if TYPE_CHECKING:
    from collections.abc import Iterator

    from turnwire.cli.inputs import Source
    from turnwire.dialects.dialect import Kind


class Changed(Protocol):
    """A document after a change."""

    @property
    def data(self) -> bytes:
        """The document as JSON; the bytes that came in if nothing changed."""

    @property
    def changed(self) -> bool:
        """Whether anything changed."""


T = TypeVar("T", bound=Changed)
T_co = TypeVar("T_co", bound=Changed, covariant=True)


class Change(Protocol[T_co]):
    """What changes one document of a file."""

    dialect: str | None
    kind: Kind | None

    def __call__(self, text: bytes) -> T_co:
        """Change a document, given as JSON."""


class Piece(NamedTuple, Generic[T]):
    """A piece of a file: a line, or all of it."""

    entry: Entry
    after: bytes
    """The bytes to write instead; those that were read if nothing changed."""
    done: tuple[T, ...]
    """What was done with each document in it; empty for a blank line."""


def pieces(source: Source, change: Change[T]) -> Iterator[Piece[T]]:
    """Yield the pieces of a file, in order; together they are the changed file.

    Raises:
        InvalidDocument: the file is in an encoding that is not changed, or cannot be decoded.
        OSError: the file cannot be read.
    """
    if source.encoding in PROTO:
        hint = "convert it to JSON first: turnwire convert --to turnwire"
        message = f"{source.name}: {source.encoding} is not changed here, only JSON, JSONL and YAML"
        raise invalid("rewriting.encoding", message, hint=hint)
    if source.encoding == "jsonl":
        yield from _lines(source, change)
        return
    data = b"".join(_chunks(source))
    entry = Entry(source, None, data)
    if source.encoding == "yaml":
        yield _of_yaml(entry, change)
    else:
        yield _of_json(entry, change)


def _chunks(source: Source) -> Iterator[bytes]:
    if source.path is None:
        yield from Feed(sys.stdin.buffer, source.packed)
        return
    with source.path.open("rb") as stream:
        yield from Feed(stream, source.packed)


def _lines(source: Source, change: Change[T]) -> Iterator[Piece[T]]:
    number = 0
    begun: list[bytes] = []
    for chunk in _chunks(source):
        *whole, last = chunk.split(b"\n")
        for line in whole:
            number += 1
            yield _of_line(Entry(source, number, b"".join((*begun, line, b"\n"))), change)
            begun = []
        begun += [last] if last else []
        if sum(map(len, begun)) > STRICT.max_bytes:
            raise invalid("json.size", f"line {number + 1} is longer than {STRICT.max_bytes:,} bytes")
    if begun:
        yield _of_line(Entry(source, number + 1, b"".join(begun)), change)


def _of_line(entry: Entry, change: Change[T]) -> Piece[T]:
    if not entry.data.strip():
        return Piece(entry, entry.data, ())
    text = entry.data.rstrip(b"\r\n")
    done = _changed(entry, text, change)
    return Piece(entry, done.data + entry.data[len(text) :], (done,))


def _changed(entry: Entry, text: bytes, change: Change[T]) -> T:
    """Change a document; a refusal names the lines of the file."""
    try:
        return change(text)
    except InvalidDocument as refusal:
        raise InvalidDocument(*placed(entry, refusal.diagnostics)) from None


def _of_json(entry: Entry, change: Change[T]) -> Piece[T]:
    try:
        several = documents_in(entry.data, change.dialect)
    except InvalidDocument:
        several = None
    if several is None:
        done = _changed(entry, entry.data, change)
        return Piece(entry, done.data, (done,))
    found = tuple(_changed(entry, bytes(each), change) for each in several)
    parts: list[bytes] = []
    start = 0
    for each, done in zip(several, found, strict=True):
        # The elements come in the order of the text, each as it is written there.
        at = entry.data.index(bytes(each), start)
        parts += [entry.data[start:at], done.data]
        start = at + len(bytes(each))
    return Piece(entry, b"".join((*parts, entry.data[start:])), found)


def _of_yaml(entry: Entry, change: Change[T]) -> Piece[T]:
    done = _changed(entry, as_json(entry, change.kind, change.dialect), change)
    if not done.changed:
        return Piece(entry, entry.data, (done,))
    from turnwire.codec.yaml_write import dump

    return Piece(entry, dump(loads(done.data)), (done,))
