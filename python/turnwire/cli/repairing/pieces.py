"""Repair the documents of a file, and keep the bytes between them."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol

from turnwire.cli.archives.packed import Feed
from turnwire.cli.encodings import as_json
from turnwire.cli.inputs import Entry
from turnwire.cli.suffixes import PROTO
from turnwire.codec.json import loads
from turnwire.codec.limits import STRICT
from turnwire.dialects.several import documents_in
from turnwire.errors import InvalidDocument, invalid

if TYPE_CHECKING:
    from collections.abc import Iterator

    from turnwire.cli.inputs import Source
    from turnwire.dialects.dialect import Kind
    from turnwire.validation.repair import Repaired


class Repairer(Protocol):
    """What repairs one document of a file."""

    dialect: str | None
    kind: Kind | None

    def __call__(self, text: bytes) -> Repaired:
        """Repair a document, given as JSON."""


class Piece(NamedTuple):
    """A piece of a file: a line, or all of it."""

    entry: Entry
    after: bytes
    """The bytes to write instead; those that were read if nothing was mended."""
    done: tuple[Repaired, ...]
    """What was done with each document in it; empty for a blank line."""


def pieces(source: Source, repair: Repairer) -> Iterator[Piece]:
    """Yield the pieces of a file, in order; together they are the repaired file.

    Raises:
        InvalidDocument: the file is in an encoding that is not repaired, or cannot be decoded.
        OSError: the file cannot be read.
    """
    if source.encoding in PROTO:
        hint = "convert it to JSON first: turnwire convert --to turnwire"
        raise invalid("repair.encoding", f"{source.encoding} is not repaired, only JSON, JSONL and YAML", hint=hint)
    if source.encoding == "jsonl":
        yield from _lines(source, repair)
        return
    data = b"".join(_chunks(source))
    entry = Entry(source, None, data)
    if source.encoding == "yaml":
        yield _of_yaml(entry, repair)
    else:
        yield _of_json(entry, repair)


def _chunks(source: Source) -> Iterator[bytes]:
    if source.path is None:
        yield from Feed(sys.stdin.buffer, source.packed)
        return
    with source.path.open("rb") as stream:
        yield from Feed(stream, source.packed)


def _lines(source: Source, repair: Repairer) -> Iterator[Piece]:
    number = 0
    begun: list[bytes] = []
    for chunk in _chunks(source):
        *whole, last = chunk.split(b"\n")
        for line in whole:
            number += 1
            yield _of_line(Entry(source, number, b"".join((*begun, line, b"\n"))), repair)
            begun = []
        begun += [last] if last else []
        if sum(map(len, begun)) > STRICT.max_bytes:
            raise invalid("json.size", f"line {number + 1} is longer than {STRICT.max_bytes:,} bytes")
    if begun:
        yield _of_line(Entry(source, number + 1, b"".join(begun)), repair)


def _of_line(entry: Entry, repair: Repairer) -> Piece:
    if not entry.data.strip():
        return Piece(entry, entry.data, ())
    done = repair(entry.data)
    return Piece(entry, done.data, (done,))


def _of_json(entry: Entry, repair: Repairer) -> Piece:
    try:
        several = documents_in(entry.data, repair.dialect)
    except InvalidDocument:
        several = None
    if several is None:
        done = repair(entry.data)
        return Piece(entry, done.data, (done,))
    found = tuple(repair(bytes(each)) for each in several)
    parts: list[bytes] = []
    start = 0
    for each, done in zip(several, found, strict=True):
        # The elements come in the order of the text, each as it is written there.
        at = entry.data.index(bytes(each), start)
        parts += [entry.data[start:at], done.data]
        start = at + len(bytes(each))
    return Piece(entry, b"".join((*parts, entry.data[start:])), found)


def _of_yaml(entry: Entry, repair: Repairer) -> Piece:
    done = repair(as_json(entry, repair.kind, repair.dialect))
    if not done.changed:
        return Piece(entry, entry.data, (done,))
    from turnwire.codec.yaml_write import dump

    return Piece(entry, dump(loads(done.data)), (done,))


def record(piece: Piece, done: Repaired, found: Any) -> dict[str, object]:
    """Return one repair for the manifest."""
    where: dict[str, object] = {"file": piece.entry.source.name}
    if piece.entry.line is not None:
        where["line"] = piece.entry.line
    fix = found.fixes[0]
    return where | {
        "dialect": done.dialect,
        "kind": done.kind,
        "code": found.code,
        "name": found.name,
        "pointer": found.pointer,
        "message": found.message,
        "fix": fix.message,
        "safe": fix.safe,
        "patch": loads(fix.patch.encode()),
    }
